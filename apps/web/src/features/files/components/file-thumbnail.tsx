import { BlobImage } from '../../../ui/blob-image.tsx';
import { useThumbnail } from '../thumbnails.ts';

/** A file's small picture, in a place of one size; nothing in it until it is there. */
export function FileThumbnail({ fileId }: { fileId: number }) {
  const content = useThumbnail(fileId);
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-md border border-line bg-sunken">
      {content ? <BlobImage content={content} alt="" className="size-full object-cover" /> : null}
    </span>
  );
}
