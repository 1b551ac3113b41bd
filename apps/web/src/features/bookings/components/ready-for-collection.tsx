import type { BookingDetail } from '@burrow/contracts/booking';
import { PawPrint } from 'lucide-react';
import { useId, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../about-booking.ts';
import { isRequest, tooEarlyToCollect, whenInWords } from '../booking-moves.ts';
import { isStillFresh, lastReadyCall } from '../comms-log.ts';

const channelWords = { sms: 'SMS', email: 'email' } as const;
const failed = 'Failed to send ready for collection notification';

/** Notifies the client and confirms it; or says when they were notified, if that was just now. */
function useTelling(booking: BookingDetail) {
  const ready = useCommand('booking_ready_collect');
  const { tenantId, tenantName } = useSession();
  const practice = usePractice();
  const { timeOf } = useFormats();
  const about = aboutBooking(booking.id);
  const tell = (onDone?: () => void) => {
    const call = lastReadyCall(booking);
    const toldAt = isStillFresh(call, new Date()) ? call.created : null;
    ready.mutate(
      {
        tenant_name: practice?.tenant_name ?? tenantName,
        ...(tenantId === null ? {} : { tenant_id: tenantId }),
        booking_id: booking.id,
        client_id: booking.client_id,
        animal_name: booking.animal_name,
        phone: booking.client_phone ?? '',
      },
      {
        onSuccess: ({ channels }) => {
          onDone?.();
          if (toldAt !== null) {
            toast.success(`Client already notified at ${timeOf(toldAt)}.`, { about });
            return;
          }
          toast.success('Pet is now ready for collection notification sent!', {
            about,
            description: `${booking.client_name} will get it by ${channels.map((channel) => channelWords[channel]).join(' and ')}.`,
          });
        },
      },
    );
  };
  return { ready, tell };
}

/** Notifies the client that their animal is ready; asks first when that seems too early. */
export function ReadyForCollection({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  const noteId = useId();
  const { ready, tell } = useTelling(booking);
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    ready.reset();
  };
  const call = lastReadyCall(booking);
  const mustBeAnswered = isRequest(booking);
  const note = mustBeAnswered
    ? 'Accept the request before sending a collection message.'
    : call === null
      ? null
      : `Notified ${formats.dateTime(call.sent)}`;
  const problem = ready.isError ? failureText(failed, ready.error) : null;
  return (
    <div className="flex flex-col gap-1">
      <Button
        icon={<PawPrint aria-hidden="true" className="size-4" />}
        disabled={booking.status === 'cancelled' || mustBeAnswered}
        aria-describedby={note === null ? undefined : noteId}
        busy={ready.isPending && !asking}
        busyLabel="Sending..."
        onClick={() => {
          ready.reset();
          if (tooEarlyToCollect(booking, formats.now()) === null) tell();
          else setAsking(true);
        }}
      >
        Ready for Collection
      </Button>
      {problem !== null && !asking ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {problem}
        </p>
      ) : note === null ? null : (
        <p id={noteId} className="figures text-center text-sm text-ink-soft">
          {note}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={close}
        tone="primary"
        title="Ready for collection already?"
        confirmLabel="Notify client"
        busyLabel="Sending..."
        busy={ready.isPending}
        error={problem}
        onConfirm={() => tell(close)}
      >
        {whenInWords(booking, formats)} Notify the client now that {booking.animal_name} is ready?
      </ConfirmDialog>
    </div>
  );
}
