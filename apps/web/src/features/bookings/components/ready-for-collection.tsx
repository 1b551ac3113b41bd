import type { BookingDetail } from '@burrow/contracts/booking';
import { PawPrint } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../about-booking.ts';

const channelWords = { sms: 'SMS', email: 'email' } as const;

/** When the client was last told, in a line; null when they never were. */
function useLastTold({ comms_log: messages }: BookingDetail): string | null {
  const { dateTime } = useFormats();
  const last = messages.find(
    ({ kind, direction, status }) =>
      kind === 'ready_for_collection' && direction === 'out' && status !== 'failed',
  );
  return last === undefined ? null : `Told ${dateTime(last.sent_at ?? last.created_at)}`;
}

/** Tells the client that their animal can be fetched. */
export function ReadyForCollection({ booking }: { booking: BookingDetail }) {
  const ready = useCommand('booking_ready_collect');
  const { tenantId, tenantName } = useSession();
  const practice = usePractice();
  const lastTold = useLastTold(booking);
  const tell = () =>
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
        onSuccess: ({ channels }) =>
          toast.success('Pet is now ready for collection notification sent!', {
            about: aboutBooking(booking.id),
            description: `${booking.client_name} gets it by ${channels.map((channel) => channelWords[channel]).join(' and ')}.`,
          }),
      },
    );
  return (
    <div className="flex flex-col gap-1">
      <Button
        icon={<PawPrint aria-hidden="true" className="size-4" />}
        disabled={booking.status === 'cancelled'}
        busy={ready.isPending}
        busyLabel="Sending..."
        onClick={tell}
      >
        Ready for Collection
      </Button>
      {ready.isError ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {messageOf(ready.error, 'Failed to send ready for collection notification')}
        </p>
      ) : lastTold === null ? null : (
        <p className="figures text-center text-sm text-ink-soft">{lastTold}</p>
      )}
    </div>
  );
}
