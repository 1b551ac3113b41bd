import type { AnimalRecord } from '@burrow/contracts/animal';
import { Archive } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { AppointmentHistoryCard } from '../../appointment-history/components/appointment-history-card.tsx';
import { useClient } from '../../clients/queries.ts';
import { FilesCard } from '../../files/components/files-card.tsx';
import { ProfilePictureCard } from '../../files/components/profile-picture-card.tsx';
import { aboutAnimal } from '../about-animal.ts';
import { archivedSentence } from '../archive-reasons.ts';
import { useBookingsOfAnimal } from '../queries.ts';
import { AnimalInfoCard, AnimalRecordCard, AnimalSummaryCard } from './animal-facts.tsx';
import { AnimalHeader } from './animal-header.tsx';
import { AnimalSheet } from './animal-sheet.tsx';
import { MedicalCard } from './medical-card.tsx';
import { OwnerCard } from './owner-card.tsx';
import { QuickActionsCard } from './quick-actions-card.tsx';
import { WeightsCard } from './weights-card.tsx';

const historyLength = 5;

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

/** All there is about an animal; on paper, its profile. */
export function AnimalView({ animal }: { animal: AnimalRecord }) {
  const bookings = useBookingsOfAnimal(animal.id);
  const owner = useClient(animal.client_id);
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
            {archivedSentence(animal.animal_name, animal.archived_reason)}
          </Banner>
        )}
        {/* On a phone one column, in which what is needed first comes first. */}
        <div className="flex flex-col gap-4 md:grid md:items-start lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-5">
          <div className="flex min-w-0 flex-col gap-4 max-md:contents lg:gap-5">
            <div className="grid items-start gap-4 max-md:contents md:grid-cols-2 lg:gap-5">
              <div className="flex min-w-0 flex-col gap-4 max-md:contents lg:gap-5">
                <div className="max-md:-order-3">
                  <MedicalCard animal={animal} />
                </div>
                <NotesCard animal={animal} />
              </div>
              <AnimalInfoCard animal={animal} />
            </div>
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
