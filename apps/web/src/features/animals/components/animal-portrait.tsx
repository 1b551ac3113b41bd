import type { AnimalRecord } from '@burrow/contracts/animal';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { useFileContent, useFiles } from '../../files/queries.ts';

/** The animal's picture, if its files have one; the drawing of its species until then and otherwise. */
export function AnimalPortrait({ animal }: { animal: AnimalRecord }) {
  const files = useFiles({ entity_type: 'animal', entity_id: animal.id });
  const picture = files.data?.find((file) => file.file_type === 'profile_picture');
  const content = useFileContent(picture?.id ?? null);
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
