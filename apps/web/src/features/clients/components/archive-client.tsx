import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';
import { upcomingOf } from '../upcoming.ts';
import { useRestoreClient } from '../use-restore-client.ts';

/** So many appointments are named; of more it is said how many. */
const mostNamed = 5;

const countOf = (count: number) => `${count} appointment${count === 1 ? '' : 's'}`;

function Upcoming({ bookings }: { bookings: readonly BookingRow[] }) {
  const formats = useFormats();
  return (
    <>
      <p className="mt-3 font-semibold text-ink">
        {bookings.length === 1 ? 'One appointment is' : `${bookings.length} appointments are`} still to come:
      </p>
      <ul aria-label="Appointments still to come" className="mt-1 divide-y divide-line">
        {bookings.slice(0, mostNamed).map((booking) => (
          <li key={booking.id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="figures text-ink">
              {formats.day(booking.booking_date)}, {formats.time(booking.booking_time)}
            </span>
            <span className="min-w-0 wrap-anywhere">
              {[booking.animal_name, booking.service].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {bookings.length > mostNamed ? <p>and {bookings.length - mostNamed} more.</p> : null}
    </>
  );
}

interface ArchiveProps {
  client: ClientRecord;
  bookings: UseQueryResult<BookingRow[]>;
}

/** Archives a client and offers to take that back. */
function useArchiveClient(client: ClientRecord) {
  const archive = useCommand('client_archive');
  const { restore } = useRestoreClient(client.id);
  const send = (cancelBookings: boolean, onDone: () => void) =>
    archive.mutate(
      { client_id: client.id, cancel_bookings: cancelBookings ? '1' : '0' },
      {
        onSuccess: ({ cancelled_bookings: cancelled }) => {
          onDone();
          toast.success('Client archived', {
            ...(cancelled.length > 0
              ? { description: `${countOf(cancelled.length)} cancelled. Undo does not bring them back.` }
              : {}),
            action: { label: 'Undo', onPress: restore },
            about: aboutClient(client.id),
          });
        },
      },
    );
  return { archive, send };
}

/** 'Archive': asks first; the appointments still to come are named, and can be cancelled with it. */
export function ArchiveClient({ client, bookings }: ArchiveProps) {
  const formats = useFormats();
  const { archive, send } = useArchiveClient(client);
  const [asking, setAsking] = useState(false);
  const [cancels, setCancels] = useState(false);
  const upcoming = bookings.data && upcomingOf(bookings.data, formats.now());
  const mayHaveSome = upcoming === undefined ? bookings.isError : upcoming.length > 0;
  const ask = () => {
    archive.reset();
    setCancels(false);
    setAsking(true);
  };
  const close = () => setAsking(false);
  return (
    <>
      <Button
        variant="attention-quiet"
        icon={<Archive aria-hidden="true" className="size-4" />}
        onClick={ask}
      >
        Archive<span className="sr-only"> client</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={close}
        title={`Archive ${client.name}?`}
        confirmLabel="Archive Client"
        busyLabel="Archiving..."
        busy={archive.isPending}
        error={archive.isError ? `Failed to archive client. ${messageOf(archive.error, '')}`.trim() : null}
        onConfirm={() => send(cancels && mayHaveSome, close)}
      >
        <p>
          Nothing is lost, and you can restore them at any time. Until then no appointments can be booked for
          them and they cannot sign in to the portal.
        </p>
        {bookings.isPending ? <Skeleton className="mt-3 h-4 w-48" /> : null}
        {upcoming && upcoming.length > 0 ? <Upcoming bookings={upcoming} /> : null}
        {mayHaveSome ? (
          <Checkbox
            className="mt-3 text-ink"
            label={
              upcoming?.length === 1 ? 'Cancel this appointment' : 'Cancel the appointments still to come'
            }
            hint="Otherwise they stay in the diary."
            checked={cancels}
            disabled={archive.isPending}
            onChange={(event) => setCancels(event.target.checked)}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}
