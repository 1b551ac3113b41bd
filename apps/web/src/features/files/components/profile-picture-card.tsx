import { BlobImage } from '../../../ui/blob-image.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { asProfilePicture } from '../../../lib/file-rules.ts';
import { useFileContent } from '../queries.ts';
import { usePictureUpload } from '../../../lib/use-picture-upload.ts';
import { DropArea } from './drop-area.tsx';
import { PictureButtons } from './picture-buttons.tsx';

const frame = 'size-24 shrink-0 rounded-lg border border-line';

function Portrait({
  fileId,
  name,
  species,
}: {
  fileId: number | null;
  name: string;
  species: string | null;
}) {
  const content = useFileContent(fileId);
  if (content.data)
    return <BlobImage content={content.data} alt={name} className={`${frame} object-cover`} />;
  if (fileId !== null && content.isPending) return <Skeleton className={frame} />;
  return (
    <span className={`${frame} grid place-items-center bg-brand-soft text-2xl text-brand`}>
      <SpeciesIcon species={species} />
    </span>
  );
}

/** An animal's profile picture, to upload, replace or remove. */
export function ProfilePictureCard({
  animalId,
  name,
  species,
  pictureFileId,
}: {
  animalId: number;
  name: string;
  species: string | null;
  pictureFileId: number | null;
}) {
  const fields = { entity_type: 'animal', entity_id: animalId, file_type: 'profile_picture' } as const;
  const picture = usePictureUpload('file/upload', fields, {
    failed: 'Failed to upload profile picture',
    because: 'Profile picture upload failed',
  });
  const upload = (file: File) => void picture.upload(asProfilePicture(file));
  return (
    <DropArea label="Drop to upload" onFiles={([file]) => file && upload(file)}>
      <Card title="Profile Picture">
        <KeepFocus className="flex flex-wrap items-start gap-4 outline-none">
          <Portrait fileId={pictureFileId} name={name} species={species} />
          <PictureButtons
            what="profile picture"
            exists={pictureFileId !== null}
            camera
            picture={picture}
            done="Profile picture updated"
            removal={{
              command: 'file/delete',
              input: { file_id: pictureFileId ?? 0 },
              onDone: picture.forget,
            }}
            onFile={upload}
          />
        </KeepFocus>
      </Card>
    </DropArea>
  );
}
