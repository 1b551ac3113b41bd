import type { ClientDetail, ClientRecord } from '@burrow/contracts/client';
import { Archive, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { AppointmentHistoryCard } from '../../appointment-history/components/appointment-history-card.tsx';
import { FilesCard } from '../../files/components/files-card.tsx';
import { aboutClient } from '../about-client.ts';
import { useAnimalsOfClient, useBookingsOfClient } from '../queries.ts';
import { AccountCard } from './account-card.tsx';
import { ClientAlert } from './client-alert.tsx';
import { ClientAnimalsCard } from './client-animals-card.tsx';
import { ClientHeader } from './client-header.tsx';
import { ClientInfoCard, ClientSummaryCard } from './client-summary.tsx';
import { ContactCard } from './contact-card.tsx';

const historyLength = 10;

/** Says why an archived or erased client cannot be booked for. */
function Standing({ client }: { client: ClientDetail }) {
  if (client.erased === '1') {
    return (
      <Banner tone="warning" icon={<UserRoundX />}>
        This client’s data was permanently erased. Appointments, payments and issued invoices are kept.
      </Banner>
    );
  }
  if (client.active === '1') return null;
  return (
    <Banner tone="warning" icon={<Archive />}>
      This client is archived. No appointments can be booked for them.
    </Banner>
  );
}

/** The practice's notes about a client, edited in place. */
function ClientNotesCard({ client }: { client: ClientRecord }) {
  const update = useCommand('client_update');
  return (
    <EditableNotes
      title="Notes"
      label="Client notes"
      hint="Visible to staff only"
      notes={client.notes}
      placeholder="Anything worth knowing about this client"
      maxLength={maxLengthOf('client_update', 'notes')}
      save={(notes) => update.mutateAsync({ client_id: client.id, notes })}
      failure="Failed to update client details"
      about={aboutClient(client.id)}
    />
  );
}

/** Everything about a client: contact and notes, then animals, appointments and files, then the record. */
export function ClientView({ client }: { client: ClientDetail }) {
  const animals = useAnimalsOfClient(client.id);
  const bookings = useBookingsOfClient(client.id);
  const [allBookings, setAllBookings] = useState(false);
  const isErased = client.erased === '1';
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <ClientHeader client={client} bookings={bookings} />
      <Standing client={client} />
      <ClientAlert alert={client.alert} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-5">
        {isErased ? null : (
          <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:gap-5">
            <ContactCard client={client} />
            <ClientNotesCard client={client} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:gap-5">
          <ClientAnimalsCard client={client} animals={animals} />
          <AccountCard clientId={client.id} />
          <AppointmentHistoryCard
            title="Booking History"
            bookings={bookings}
            first={historyLength}
            viewAll={(count) => `View All ${count} Bookings`}
            withAnimal
            expanded={allBookings}
            onExpandedChange={setAllBookings}
          />
          {isErased ? null : <FilesCard owner={{ entity_type: 'client', entity_id: client.id }} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:gap-5">
          <ClientSummaryCard client={client} animals={animals} bookings={bookings} />
          <ClientInfoCard client={client} />
        </div>
      </div>
    </div>
  );
}
