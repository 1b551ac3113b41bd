import type { ListedAnimal } from '@burrow/contracts/animal';
import { Link } from 'react-router-dom';
import type { Formats } from '../../../lib/format.ts';
import type { ListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { AllergiesBadge } from '../../../ui/allergies.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { rowLinkMark } from '../../../ui/row-keys.ts';
import { rowLinkClass } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { DueBadge } from '../../recalls/components/care-badges.tsx';
import { AnimalBadge, BehaviourBadge } from './animal-badges.tsx';
import { AnimalThumbnail } from './animal-thumbnail.tsx';

/** Passed to all rows as props, because a hook in each of thousands of rows would be slow. */
interface AnimalRowProps {
  animal: ListedAnimal;
  formats: Formats;
  state: ListState;
}

const AnimalLink = ({ animal, state }: Pick<AnimalRowProps, 'animal' | 'state'>) => (
  <Link to={paths.animal(animal.id)} state={state} className={rowLinkClass} {...rowLinkMark(animal.id)}>
    {animal.animal_name}
  </Link>
);

/** Names the species for screen readers, because the icon shows it only visually. */
const Species = ({ animal }: { animal: ListedAnimal }) =>
  animal.species ? <span className="sr-only">, {animal.species}</span> : null;

// Above the row's link, which covers the whole row.
const OwnerLink = ({ animal }: { animal: ListedAnimal }) => (
  <Link to={paths.client(animal.client_id)} className={`relative z-1 ${textLinkClass}`}>
    {animal.client_name}
  </Link>
);

/** Allergies, behaviour, and what is due soonest; the animal's page shows the rest. */
function Badges({ animal, formats }: Pick<AnimalRowProps, 'animal' | 'formats'>) {
  const [soonest, ...more] = animal.due;
  return (
    <>
      {animal.allergies ? <AllergiesBadge /> : null}
      {animal.behaviour_notes ? <BehaviourBadge /> : null}
      {soonest ? <DueBadge badge={soonest} formats={formats} /> : null}
      {more.length > 0 ? <Badge>{more.length} more due</Badge> : null}
      {animal.active === '0' ? <AnimalBadge active="0" /> : null}
    </>
  );
}

export const AnimalCells = ({ animal, formats, state }: AnimalRowProps) => (
  <>
    <div role="cell" className="flex items-center gap-3 py-1.5">
      <AnimalThumbnail animal={animal} />
      <span className="truncate">
        <AnimalLink animal={animal} state={state} />
        <Species animal={animal} />
      </span>
    </div>
    <div role="cell" className="truncate">
      {animal.breed}
    </div>
    <div role="cell" className="truncate">
      {animal.color}
    </div>
    <div role="cell" className="figures truncate">
      {formats.age(animal.dob)}
    </div>
    <div role="cell" className="truncate">
      <OwnerLink animal={animal} />
    </div>
    <div role="cell" className="flex flex-wrap gap-1 py-1.5">
      <Badges animal={animal} formats={formats} />
    </div>
  </>
);

export const AnimalCard = ({ animal, formats, state }: AnimalRowProps) => (
  <div className="flex gap-3 px-4 py-3">
    <AnimalThumbnail animal={animal} />
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <AnimalLink animal={animal} state={state} />
          <Species animal={animal} />
        </p>
        <span className="flex max-w-full flex-wrap gap-1">
          <Badges animal={animal} formats={formats} />
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {[animal.breed, animal.color, animal.dob && formats.age(animal.dob)].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1 text-sm">
        <span className="text-ink-soft">Owner </span>
        <OwnerLink animal={animal} />
      </p>
    </div>
  </div>
);
