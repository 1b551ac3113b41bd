import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import { spacedMicrochip } from '@burrow/contracts/microchip';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive, CalendarPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Allergies, AllergiesBadge } from '../../../ui/allergies.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { NotesText } from '../../../ui/notes-text.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AppointmentHistoryCard } from '../../appointment-history/components/appointment-history-card.tsx';
import { VisitFacts } from '../../appointment-history/components/visit-facts.tsx';
import { useClient } from '../../clients/queries.ts';
import { FilesCard } from '../../files/components/files-card.tsx';
import { ProfilePictureCard } from '../../files/components/profile-picture-card.tsx';
import { CareBadges } from '../../recalls/components/care-badges.tsx';
import { CareCard } from '../../recalls/components/care-card.tsx';
import { aboutAnimal } from '../about-animal.ts';
import { genderLabel } from '../animal-form.ts';
import { archivedSentence } from '../archive-reasons.ts';
import { useMicrochipDoubts, useVetLabel } from '../identity.ts';
import { useBookingsOfAnimal } from '../queries.ts';
import { AnimalBadge } from './animal-badges.tsx';
import { AnimalPortrait } from './animal-portrait.tsx';
import { AnimalSheet } from './animal-sheet.tsx';
import { OwnerCard } from './owner-card.tsx';
import { QuickActionsCard } from './quick-actions-card.tsx';
import { WeightsCard } from './weights-card.tsx';

const historyLength = 5;

/** In a chunk of its own, because its forms are large. */
const HealthRecord = lazyComponent<{ animal: AnimalRecord }>(
  async () => (await import('../../entries/components/health-record-card.tsx')).HealthRecordCard,
  () => (
    <Card title="Health record" flush>
      <SkeletonRows rows={6} />
    </Card>
  ),
);

/** Allergies and behaviour. */
function MedicalCard({ animal }: { animal: AnimalRecord }) {
  return (
    <Card title="Medical Information">
      <div className="flex flex-col gap-4">
        <Allergies of={animal} />
        <div>
          <h3 className="text-sm font-semibold text-ink-soft">Behaviour</h3>
          <NotesText notes={animal.behaviour_notes} none="No behaviour notes" />
        </div>
      </div>
    </Card>
  );
}

/** The animal's notes, edited in place. */
function NotesCard({ animal }: { animal: AnimalRecord }) {
  const save = useCommand('animal_update');
  return (
    <EditableNotes
      title="General Notes"
      label="General notes"
      notes={animal.notes}
      placeholder="Anything worth knowing about this animal"
      maxLength={maxLengthOf('animal_update', 'notes')}
      save={(notes) => save.mutateAsync({ animal_id: animal.id, notes })}
      about={aboutAnimal(animal.id)}
    />
  );
}

/** Picture, name, state and owner of the animal. */
function AnimalHeader({ animal }: { animal: AnimalRecord }) {
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
          {animal.active === '1' ? <CareBadges animalId={animal.id} /> : null}
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

/** Species, breed, age, looks, microchip and insurance of the animal. */
function AnimalInfoCard({ animal }: { animal: AnimalRecord }) {
  const formats = useFormats();
  const vetLabel = useVetLabel();
  const doubts = useMicrochipDoubts(animal.microchip, animal.id);
  return (
    <Card title="Animal Information">
      <Facts>
        <Fact name="Name">{animal.animal_name}</Fact>
        <Fact name="Species">{animal.species}</Fact>
        <Fact name="Breed">{animal.breed}</Fact>
        <Fact name="Age">{formats.age(animal.dob)}</Fact>
        <Fact name="Date of birth">{animal.dob ? formats.day(animal.dob) : null}</Fact>
        <Fact name="Sex">{genderLabel(animal.gender)}</Fact>
        <Fact name="Weight">{animal.weight ? `${animal.weight} kg` : null}</Fact>
        <Fact name="Colour">{animal.color}</Fact>
        <Fact name="Microchip">
          {animal.microchip === null ? null : (
            <>
              <span className="figures">{spacedMicrochip(animal.microchip)}</span>
              {doubts.map((doubt) => (
                <p key={doubt} className="text-sm text-pending">
                  {doubt}
                </p>
              ))}
            </>
          )}
        </Fact>
        <Fact name="Insurer">{animal.insurer}</Fact>
        <Fact name="Policy number">{animal.policy}</Fact>
        <Fact name={vetLabel}>{animal.usual_vet}</Fact>
      </Facts>
    </Card>
  );
}

/** Figures on the animal's visits. */
function AnimalSummaryCard({ bookings }: { bookings: UseQueryResult<BookingRow[]> }) {
  return (
    <Card title="Summary">
      <Facts>
        <VisitFacts bookings={bookings} />
      </Facts>
    </Card>
  );
}

/** The animal's record: its numbers, and when it was created and changed. */
function AnimalRecordCard({ animal }: { animal: AnimalRecord }) {
  const formats = useFormats();
  return (
    <Card title="Record">
      <Facts>
        <Fact name="Animal ID">
          <span className="figures">{animal.id}</span>
        </Fact>
        <Fact name="Client ID">
          <span className="figures">{animal.client_id}</span>
        </Fact>
        <Fact name="Created">{formats.dateTime(animal.created_at)}</Fact>
        <Fact name="Last updated">{formats.dateTime(animal.updated_at)}</Fact>
      </Facts>
    </Card>
  );
}

/** Everything about an animal; printed, its profile. */
export function AnimalView({ animal }: { animal: AnimalRecord }) {
  const bookings = useBookingsOfAnimal(animal.id);
  const owner = useClient(animal.client_id);
  const formats = useFormats();
  const [allBookings, setAllBookings] = useState(false);
  const history = useRef<HTMLDivElement>(null);

  function showHistory() {
    setAllBookings(true);
    history.current?.scrollIntoView({ behavior: 'smooth' });
    history.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div className="flex flex-col gap-4 lg:gap-5 print:hidden">
        <AnimalHeader animal={animal} />
        {animal.active === '1' ? null : (
          <Banner tone="warning" icon={<Archive />}>
            {archivedSentence(
              animal.animal_name,
              animal.archived_reason,
              animal.deceased_on && formats.day(animal.deceased_on),
            )}
          </Banner>
        )}
        {/* On a phone one column, ordered by importance. */}
        <div className="flex flex-col gap-4 md:grid md:items-start lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-5">
          <div className="flex min-w-0 flex-col gap-4 max-md:contents lg:gap-5">
            <div className="grid items-start gap-4 max-md:contents md:grid-cols-2 lg:gap-5">
              <div className="flex min-w-0 flex-col gap-4 max-md:contents lg:gap-5">
                <div className="max-md:-order-3">
                  <MedicalCard animal={animal} />
                </div>
                <CareCard animal={animal} />
                <NotesCard animal={animal} />
              </div>
              <AnimalInfoCard animal={animal} />
            </div>
            <HealthRecord animal={animal} />
            <WeightsCard animal={animal} />
            <div ref={history} tabIndex={-1} className="scroll-mt-4 rounded-lg outline-none">
              <AppointmentHistoryCard
                title="Appointment History"
                bookings={bookings}
                first={historyLength}
                viewAll={() => 'View All'}
                expanded={allBookings}
                onExpandedChange={setAllBookings}
              />
            </div>
            <FilesCard owner={{ entity_type: 'animal', entity_id: animal.id }} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-md:contents lg:gap-5">
            <div className="max-md:-order-2">
              <QuickActionsCard animal={animal} bookings={bookings} onHistory={showHistory} />
            </div>
            <ProfilePictureCard
              animalId={animal.id}
              name={animal.animal_name}
              species={animal.species}
              pictureFileId={animal.picture_file_id}
            />
            <div className="max-md:-order-1">
              <OwnerCard animal={animal} owner={owner} />
            </div>
            <AnimalSummaryCard bookings={bookings} />
            <AnimalRecordCard animal={animal} />
          </div>
        </div>
      </div>
      <AnimalSheet animal={animal} owner={owner.data} bookings={bookings.data ?? []} />
    </>
  );
}
