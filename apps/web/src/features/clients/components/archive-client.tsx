import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { upcoming as upcomingIn } from '../../../lib/booking-time.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { plural } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { UpcomingAppointments } from '../../appointment-history/components/upcoming-appointments.tsx';
import { aboutClient } from '../about-client.ts';
import { useRestoreClient } from '../use-restore-client.ts';

interface ArchiveProps {
  client: ClientRecord;
  bookings: UseQueryResult<BookingRow[]>;
}

/** The upcoming appointments, and the offer to cancel them. */
function UpcomingQuestion({
  bookings,
  upcoming,
  cancels,
  onCancelsChange,
}: Pick<ArchiveProps, 'bookings'> & {
  upcoming: readonly BookingRow[] | undefined;
  /** Null without any to cancel. */
  cancels: boolean | null;
  onCancelsChange: (cancels: boolean) => void;
}) {
  return (
    <>
      {bookings.isPending ? <Skeleton className="mt-3 h-4 w-48" /> : null}
      {bookings.isError && !bookings.data ? (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          Couldn’t load the upcoming appointments.
          <Button size="small" busy={bookings.isFetching} onClick={() => void bookings.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
      {upcoming && upcoming.length > 0 ? (
        <div className="mt-3">
          <UpcomingAppointments bookings={upcoming} withAnimal />
        </div>
      ) : null}
      {cancels === null ? null : (
        <Checkbox
          className="mt-3 text-ink"
          label={upcoming?.length === 1 ? 'Cancel this appointment' : 'Cancel the upcoming appointments'}
          hint="If not ticked, they stay in the diary."
          checked={cancels}
          onChange={(event) => onCancelsChange(event.target.checked)}
        />
      )}
    </>
  );
}

/** 'Archive': asks first, lists the upcoming appointments and offers to cancel them. */
export function ArchiveClient({ client, bookings }: ArchiveProps) {
  const formats = useFormats();
  const { restore } = useRestoreClient(client);
  const [asking, setAsking] = useState(false);
  const [cancels, setCancels] = useState(false);
  const upcoming = bookings.data && upcomingIn(bookings.data, formats.now());
  const mayHaveSome = upcoming === undefined ? bookings.isError : upcoming.length > 0;
  const ask = () => {
    setCancels(false);
    setAsking(true);
  };
  const announce = ({ cancelled_bookings: cancelled }: OutputOf<'client_archive'>) =>
    toast.success('Client archived', {
      ...(cancelled.length > 0
        ? { description: `${plural(cancelled.length, 'appointment')} cancelled. Undo doesn’t restore them.` }
        : {}),
      undo: restore,
      about: aboutClient(client.id),
    });
  return (
    <>
      <Button
        variant="attention-quiet"
        icon={<Archive aria-hidden="true" className="size-4" />}
        onClick={ask}
      >
        Archive<span className="sr-only"> client</span>
      </Button>
      <ConfirmCommand
        command="client_archive"
        input={{ client_id: client.id, cancel_bookings: cancels && mayHaveSome ? '1' : '0' }}
        open={asking}
        onClose={() => setAsking(false)}
        title={`Archive ${client.name}?`}
        confirmLabel="Archive Client"
        busyLabel="Archiving..."
        disabled={bookings.isPending}
        onDone={announce}
        failure={(error) => failureText('Couldn’t archive the client', error)}
      >
        <p>
          Their record is kept, and you can restore them at any time. Until then, you can’t book appointments
          for them and they can’t sign in to the portal.
        </p>
        <UpcomingQuestion
          bookings={bookings}
          upcoming={upcoming}
          cancels={mayHaveSome ? cancels : null}
          onCancelsChange={setCancels}
        />
      </ConfirmCommand>
    </>
  );
}
