import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { upcoming as upcomingIn } from '../../../lib/booking-time.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { plural } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { UpcomingAppointments } from '../../appointment-history/components/upcoming-appointments.tsx';
import { aboutClient } from '../about-client.ts';
import { useRestoreClient } from '../use-restore-client.ts';

interface ArchiveProps {
  client: ClientRecord;
  bookings: UseQueryResult<BookingRow[]>;
}

/** Archives a client, with an Undo. */
function useArchiveClient(client: ClientRecord) {
  const archive = useCommand('client_archive');
  const { restore } = useRestoreClient(client);
  const send = (cancelBookings: boolean, onDone: () => void) =>
    archive.mutate(
      { client_id: client.id, cancel_bookings: cancelBookings ? '1' : '0' },
      {
        onSuccess: ({ cancelled_bookings: cancelled }) => {
          onDone();
          toast.success('Client archived', {
            ...(cancelled.length > 0
              ? {
                  description: `${plural(cancelled.length, 'appointment')} cancelled. Undo doesn’t restore them.`,
                }
              : {}),
            action: { label: 'Undo', onPress: restore },
            about: aboutClient(client.id),
          });
        },
      },
    );
  return { archive, send };
}

/** 'Archive': asks first, lists the upcoming appointments and offers to cancel them. */
export function ArchiveClient({ client, bookings }: ArchiveProps) {
  const formats = useFormats();
  const { archive, send } = useArchiveClient(client);
  const [asking, setAsking] = useState(false);
  const [cancels, setCancels] = useState(false);
  const upcoming = bookings.data && upcomingIn(bookings.data, formats.now());
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
        error={archive.isError ? failureText('Couldn’t archive the client', archive.error) : null}
        onConfirm={() => send(cancels && mayHaveSome, close)}
      >
        <p>
          Their record is kept, and you can restore them at any time. Until then, you can’t book appointments
          for them and they can’t sign in to the portal.
        </p>
        {bookings.isPending ? <Skeleton className="mt-3 h-4 w-48" /> : null}
        {upcoming && upcoming.length > 0 ? (
          <div className="mt-3">
            <UpcomingAppointments bookings={upcoming} withAnimal />
          </div>
        ) : null}
        {mayHaveSome ? (
          <Checkbox
            className="mt-3 text-ink"
            label={upcoming?.length === 1 ? 'Cancel this appointment' : 'Cancel the upcoming appointments'}
            hint="If not ticked, they stay in the diary."
            checked={cancels}
            disabled={archive.isPending}
            onChange={(event) => setCancels(event.target.checked)}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}
