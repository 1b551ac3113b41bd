import type { AnimalRecord } from '@burrow/contracts/animal';
import type { ClientRecord } from '@burrow/contracts/client';
import { PawPrint, Plus } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { AllergiesBadge } from '../../../ui/allergies.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { rowLinkClass } from '../../../ui/table.tsx';
import { AnimalBadge, BehaviourBadge } from '../../animals/components/animal-badges.tsx';
import { CareBadges } from '../../recalls/components/care-badges.tsx';
import { AnimalThumbnail } from '../../animals/components/animal-thumbnail.tsx';

function AnimalItem({ animal, among }: { animal: AnimalRecord; among: readonly number[] }) {
  const formats = useFormats();
  const details = [animal.species, animal.breed, animal.color, animal.dob && formats.age(animal.dob)];
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-sunken/60 has-focus-visible:bg-sunken/60">
      <AnimalThumbnail animal={animal} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={paths.animal(animal.id)} className={rowLinkClass}>
            {animal.animal_name}
          </Link>
          {animal.allergies ? <AllergiesBadge /> : null}
          {animal.behaviour_notes ? <BehaviourBadge /> : null}
          {animal.active === '1' ? <CareBadges animalId={animal.id} among={among} /> : null}
          {animal.active === '0' ? <AnimalBadge active="0" /> : null}
        </p>
        <p className="text-sm text-ink-soft">{details.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  );
}

/** The client's animals, each a link to its page. An archived client gets no new ones. */
export function ClientAnimalsCard({
  client,
  animals,
}: {
  client: ClientRecord;
  animals: UseQueryResult<AnimalRecord[]>;
}) {
  const { data } = animals;
  return (
    <Card
      title="Animals"
      aside={data && data.length > 0 ? <Badge>{data.length}</Badge> : null}
      actions={
        client.active === '1' ? (
          <ButtonLink
            size="small"
            className="-my-1 print:hidden"
            icon={<Plus aria-hidden="true" className="size-4" />}
            to={paths.animalCreate({ client_id: client.id })}
          >
            Add Animal
          </ButtonLink>
        ) : null
      }
      flush
    >
      <QueryView
        query={animals}
        skeleton={<SkeletonRows rows={2} />}
        failure="Failed to fetch animals"
        empty={<EmptyState icon={<PawPrint />} title="No animals yet" />}
      >
        {(rows) => (
          <ul aria-label="Animals" className="divide-y divide-line">
            {rows.map((animal) => (
              <AnimalItem key={animal.id} animal={animal} among={rows.slice(0, 200).map(({ id }) => id)} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
