import type { AnimalRecord } from '@burrow/contracts/animal';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { useThumbnail } from '../../files/thumbnails.ts';

type Pictured = Pick<AnimalRecord, 'species' | 'picture_file_id'>;

function Picture({ fileId, species }: { fileId: number; species: string | null }) {
  const picture = useThumbnail(fileId);
  if (!picture) return <SpeciesIcon species={species} framed />;
  return (
    <BlobImage
      content={picture}
      alt=""
      className="size-9 shrink-0 rounded-full border border-line object-cover"
    />
  );
}

/** An animal's thumbnail, or the icon of its species until it is loaded or if there is none. */
export const AnimalThumbnail = ({ animal }: { animal: Pictured }) =>
  animal.picture_file_id === null ? (
    <SpeciesIcon species={animal.species} framed />
  ) : (
    <Picture fileId={animal.picture_file_id} species={animal.species} />
  );
