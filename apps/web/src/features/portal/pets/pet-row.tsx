import type { PortalAnimal } from '@burrow/contracts/portal';
import { ChevronRight } from 'lucide-react';
import type { Formats } from '../../../lib/format.ts';
import type { ListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { AllergiesBadge } from '../../../ui/allergies.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { PortalLink } from '../portal-links.tsx';

function Thumbnail({
  species,
  photo,
  quiet,
}: {
  species: string | null;
  photo: Blob | undefined;
  quiet: boolean;
}) {
  if (!photo) return <SpeciesIcon species={species} framed className="size-12" />;
  return (
    <BlobImage
      content={photo}
      alt=""
      className={classNames(
        'size-12 shrink-0 rounded-full border border-line object-cover',
        quiet && 'grayscale',
      )}
    />
  );
}

/** A pet in the list; the whole row is a link. */
export function PetRow({
  pet,
  photo,
  formats,
  state,
}: {
  pet: PortalAnimal;
  /** Its thumbnail; undefined while it loads or without one. */
  photo: Blob | undefined;
  formats: Formats;
  state: ListState;
}) {
  const inactive = pet.active === '0';
  const looks = [pet.breed, pet.color].filter(Boolean).join(' · ');
  return (
    <li>
      <PortalLink
        to={paths.pet(pet.id)}
        state={state}
        className="flex items-center gap-3 px-4 py-3 no-underline hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <Thumbnail species={pet.species} photo={photo} quiet={inactive} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span
              className={classNames(
                'min-w-0 text-lg wrap-anywhere',
                inactive ? 'font-medium text-ink-soft' : 'font-semibold',
              )}
            >
              {pet.animal_name}
              {/* Names the species for screen readers, because the icon shows it only visually. */}
              {pet.species ? <span className="sr-only">, {pet.species}</span> : null}
            </span>
            {pet.allergies ? <AllergiesBadge /> : null}
            {inactive ? <Badge tone="void">Inactive</Badge> : null}
          </span>
          {looks ? <span className="block text-sm wrap-anywhere text-ink-soft">{looks}</span> : null}
          <span className="block text-sm text-ink-soft">Age: {formats.age(pet.dob)}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-edge" />
      </PortalLink>
    </li>
  );
}
