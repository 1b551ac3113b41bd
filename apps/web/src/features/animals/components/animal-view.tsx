import type { AnimalRecord } from '@burrow/contracts/animal';
import { Archive } from 'lucide-react';
import { useRef, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { NotesText } from '../../../ui/notes-text.tsx';
import { AppointmentHistoryCard } from '../../appointment-history/components/appointment-history-card.tsx';
import { useClient } from '../../clients/queries.ts';
import { FilesCard } from '../../files/components/files-card.tsx';
import { useBookingsOfAnimal } from '../queries.ts';
import { AnimalInfoCard, AnimalRecordCard, AnimalSummaryCard } from './animal-facts.tsx';
import { AnimalHeader, PrintHeading } from './animal-header.tsx';
import { MedicalCard } from './medical-card.tsx';
import { OwnerCard } from './owner-card.tsx';
import { QuickActionsCard } from './quick-actions-card.tsx';

const historyLength = 5;

/** All there is about an animal; also its printed profile. */
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
    <div className="flex flex-col gap-4 lg:gap-5 print:gap-3">
      <PrintHeading animal={animal} />
      <AnimalHeader animal={animal} />
      {animal.active === '1' ? null : (
        <Banner tone="warning" icon={<Archive />}>
          This animal is inactive. No appointments can be booked for it.
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-5 print:flex print:flex-col print:items-stretch print:gap-3">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-5 print:contents">
          <div className="grid items-start gap-4 md:grid-cols-2 lg:gap-5 print:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4 lg:gap-5">
              <MedicalCard animal={animal} />
              <Card title="General Notes">
                <NotesText notes={animal.notes} none="No notes" />
              </Card>
            </div>
            <AnimalInfoCard animal={animal} />
          </div>
          <div ref={history} tabIndex={-1} className="scroll-mt-4 rounded-lg outline-none print:order-last">
            <AppointmentHistoryCard
              title="Appointment History"
              bookings={bookings}
              first={historyLength}
              viewAll={() => 'View All'}
              expanded={allBookings}
              onExpandedChange={setAllBookings}
            />
          </div>
          <FilesCard owner={{ entity_type: 'animal', entity_id: animal.id }} className="print:hidden" />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-5 print:grid print:grid-cols-2 print:*:break-inside-avoid">
          <QuickActionsCard animal={animal} onHistory={showHistory} />
          <OwnerCard animal={animal} owner={owner} />
          <AnimalSummaryCard bookings={bookings} />
          <AnimalRecordCard animal={animal} />
        </div>
      </div>
    </div>
  );
}
