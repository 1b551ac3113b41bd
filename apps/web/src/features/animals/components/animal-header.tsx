import type { AnimalRecord } from '@burrow/contracts/animal';
import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { AllergiesBadge } from '../../../ui/allergies.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AnimalBadge } from './animal-badges.tsx';
import { AnimalPortrait } from './animal-portrait.tsx';

/** Picture, name, state and owner of the animal. */
export function AnimalHeader({ animal }: { animal: AnimalRecord }) {
  const formats = useFormats();
  const kind = animal.breed ?? animal.species;
  return (
    <PageHeader
      leading={<AnimalPortrait animal={animal} />}
      title={animal.animal_name}
      badges={
        <>
          <AnimalBadge active={animal.active} reason={animal.archived_reason} />
          {animal.allergies ? <AllergiesBadge /> : null}
        </>
      }
      subtitle={
        <>
          <p>{[kind, animal.dob ? formats.age(animal.dob) : 'Age unknown'].filter(Boolean).join(' · ')}</p>
          <p>
            Owner{' '}
            <Link to={paths.client(animal.client_id)} className={textLinkClass}>
              {animal.client_name}
            </Link>
          </p>
        </>
      }
      actions={
        animal.bookable === '1' ? (
          <ButtonLink
            variant="primary"
            icon={<CalendarPlus aria-hidden="true" className="size-4" />}
            to={paths.bookingCreate({ client_id: animal.client_id, animal_id: animal.id })}
          >
            Schedule Appointment
          </ButtonLink>
        ) : null
      }
    />
  );
}
