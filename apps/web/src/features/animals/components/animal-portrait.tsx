import type { AnimalRecord } from '@burrow/contracts/animal';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { useFileContent } from '../../files/queries.ts';

/** The animal's picture, or the icon of its species until it is loaded or if there is none. */
export function AnimalPortrait({ animal }: { animal: AnimalRecord }) {
  const content = useFileContent(animal.picture_file_id);
  if (content.data) {
    return (
      <BlobImage
        content={content.data}
        alt={animal.animal_name}
        className="size-16 shrink-0 rounded-full border border-line object-cover sm:size-20"
      />
    );
  }
  return (
    <span className="grid size-16 shrink-0 place-items-center rounded-full bg-brand-soft text-2xl text-brand sm:size-20">
      <SpeciesIcon species={animal.species} />
    </span>
  );
}
