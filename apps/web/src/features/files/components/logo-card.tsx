import { Image } from 'lucide-react';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useLogo } from '../queries.ts';
import { usePictureUpload } from '../../../lib/use-picture-upload.ts';
import { QueryError } from '../../../ui/query-view.tsx';
import { DropArea } from './drop-area.tsx';
import { PictureButtons } from './picture-buttons.tsx';

const frame = 'h-24 w-40 shrink-0 rounded-lg border border-line';

/** The practice's logo for invoices and letters, to upload, replace or remove. */
export function LogoCard() {
  const logo = useLogo();
  const picture = usePictureUpload(
    'tenant/logo_upload',
    {},
    {
      failed: 'Upload failed',
      because: 'Upload failed',
    },
  );
  const upload = (file: File) => void picture.upload(file);
  if (logo.isError && logo.data === undefined) {
    return (
      <Card title="Logo">
        <QueryError query={logo} title="Failed to load file" />
      </Card>
    );
  }
  return (
    <DropArea label="Drop to upload" onFiles={([file]) => file && upload(file)}>
      <Card title="Logo">
        <KeepFocus className="flex flex-wrap items-start gap-4 outline-none">
          {logo.isPending ? <Skeleton className={frame} /> : null}
          {logo.data ? (
            // Most logos are made for a white background.
            <BlobImage
              content={logo.data}
              alt="The practice’s logo"
              className={`${frame} bg-white object-contain p-2`}
            />
          ) : null}
          {logo.data === null ? (
            <span className={`${frame} grid place-items-center bg-sunken text-2xl text-edge`}>
              <Image aria-hidden="true" />
            </span>
          ) : null}
          <PictureButtons
            what="logo"
            exists={Boolean(logo.data)}
            camera={false}
            picture={picture}
            done="Logo updated"
            removal={{ command: 'tenant/logo_remove', input: {}, onDone: picture.forget }}
            onFile={upload}
          />
        </KeepFocus>
      </Card>
    </DropArea>
  );
}
