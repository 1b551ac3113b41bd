import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientDetail } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { CalendarPlus, UserRound } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EditClient } from '../forms/edit-client.tsx';
import { ArchiveClient } from './archive-client.tsx';
import { ClientBadge } from './client-badge.tsx';
import { ClientDataMenu } from './client-data-menu.tsx';
import { RestoreClient } from './restore-client.tsx';

/** Who it is, whether they are in use, and what can be done. */
export function ClientHeader({
  client,
  bookings,
}: {
  client: ClientDetail;
  bookings: UseQueryResult<BookingRow[]>;
}) {
  const formats = useFormats();
  return (
    <KeepFocus className="outline-none">
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
        badges={<ClientBadge active={client.active} erased={client.erased} />}
        subtitle={`Client since ${formats.date(client.created_at)}`}
        actions={
          client.erased === '1' ? null : (
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
              {client.active === '1' ? (
                <ButtonLink
                  variant="primary"
                  className="max-sm:basis-full"
                  icon={<CalendarPlus aria-hidden="true" className="size-4" />}
                  to={paths.bookingCreate({ client_id: client.id })}
                >
                  Schedule Appointment
                </ButtonLink>
              ) : (
                <RestoreClient client={client} />
              )}
              <EditClient client={client} />
              {client.active === '1' ? <ArchiveClient client={client} bookings={bookings} /> : null}
              <ClientDataMenu client={client} />
            </div>
          )
        }
      />
    </KeepFocus>
  );
}
