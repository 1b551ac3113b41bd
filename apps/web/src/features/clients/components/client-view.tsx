import type { ClientRecord } from '@burrow/contracts/client';
import { Archive, CalendarPlus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { NotesText } from '../../../ui/notes-text.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AppointmentHistoryCard } from '../../appointment-history/components/appointment-history-card.tsx';
import { FilesCard } from '../../files/components/files-card.tsx';
import { useAnimalsOfClient, useBookingsOfClient } from '../queries.ts';
import { ClientAnimalsCard } from './client-animals-card.tsx';
import { ClientBadge } from './client-badge.tsx';
import { ClientInfoCard, ClientSummaryCard } from './client-summary.tsx';
import { ContactCard } from './contact-card.tsx';

const historyLength = 10;

function Header({ client }: { client: ClientRecord }) {
  const formats = useFormats();
  return (
    <PageHeader
      leading={
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
        >
          <UserRound className="size-6" />
        </span>
      }
      title={client.name}
      badges={<ClientBadge active={client.active} />}
      subtitle={`Client since ${formats.date(client.created_at)}`}
      actions={
        client.active === '1' ? (
          <ButtonLink
            variant="primary"
            icon={<CalendarPlus aria-hidden="true" className="size-4" />}
            to={paths.bookingCreate({ client_id: client.id })}
          >
            Schedule Appointment
          </ButtonLink>
        ) : null
      }
    />
  );
}

/** All there is about a client: contact and notes, then animals, appointments and files, then the record. */
export function ClientView({ client }: { client: ClientRecord }) {
  const animals = useAnimalsOfClient(client.id);
  const bookings = useBookingsOfClient(client.id);
  const [allBookings, setAllBookings] = useState(false);
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <Header client={client} />
      {client.active === '1' ? null : (
        <Banner tone="warning" icon={<Archive />}>
          This client is archived. No appointments can be booked for them.
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-5">
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:gap-5">
          <ContactCard client={client} />
          <Card title="Notes">
            <NotesText notes={client.notes} none="No notes" />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:gap-5">
          <ClientAnimalsCard animals={animals} />
          <AppointmentHistoryCard
            title="Booking History"
            bookings={bookings}
            first={historyLength}
            viewAll={(count) => `View All ${count} Bookings`}
            withAnimal
            expanded={allBookings}
            onExpandedChange={setAllBookings}
          />
          <FilesCard owner={{ entity_type: 'client', entity_id: client.id }} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:gap-5">
          <ClientSummaryCard animals={animals} bookings={bookings} />
          <ClientInfoCard client={client} />
        </div>
      </div>
    </div>
  );
}
