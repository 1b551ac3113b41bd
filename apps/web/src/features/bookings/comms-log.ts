import type { BookingDetail } from '@burrow/contracts/booking';
import type { Formats } from '../../lib/format.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export type LoggedMessage = BookingDetail['comms_log'][number];

/** The status of a message, in words and a colour. */
export interface MessageState {
  tone: BadgeTone;
  label: string;
}

/** A message due within seconds counts as being sent, because two clocks differ by about that much. */
const aMoment = 5_000;

type Waiting = Pick<LoggedMessage, 'due_at' | 'last_error'>;
type MessageBooking = Pick<BookingDetail, 'status' | 'is_provisional'>;

/** Why a queued message will not be sent, as the server decides when it is due; null if it will be. */
function whyNotSent(kind: LoggedMessage['kind'], { status, is_provisional }: MessageBooking): string | null {
  if (kind === 'booking_cancellation' || kind === 'deposit_returned') return null;
  if (status === 'cancelled') return 'Not sent: appointment cancelled';
  return kind === 'request_received' && is_provisional === 0 ? 'Not sent: request answered' : null;
}

/** The state of a queued message: 'Scheduled for 08:00', 'Retrying 22 Nov 2026, 08:00', or 'Sending'. */
function waiting(
  { due_at: due, last_error: lastError }: Waiting,
  now: Date,
  formats: Pick<Formats, 'timeOf' | 'date' | 'dateTime'>,
): string {
  if (due === null || Date.parse(due) - now.getTime() < aMoment) return 'Sending';
  const isToday = formats.date(due) === formats.date(now.toISOString());
  const when = isToday ? formats.timeOf(due) : formats.dateTime(due);
  if (lastError === null) return `Scheduled for ${when}`;
  return isToday ? `Retrying at ${when}` : `Retrying ${when}`;
}

const outcomes: Readonly<Record<Exclude<LoggedMessage['status'], 'pending'>, MessageState>> = {
  sent: { tone: 'progress', label: 'Sent' },
  confirmed: { tone: 'confirmed', label: 'Delivered' },
  failed: { tone: 'attention', label: 'Failed' },
};

/** The status of a message about an appointment at a moment. */
export function messageState(
  message: Pick<LoggedMessage, 'status' | 'kind'> & Waiting,
  booking: MessageBooking,
  now: Date,
  formats: Pick<Formats, 'timeOf' | 'date' | 'dateTime'>,
): MessageState {
  if (message.status !== 'pending') return outcomes[message.status];
  const label = waiting(message, now, formats);
  const isUnderWay = label === 'Sending';
  return { tone: 'pending', label: (isUnderWay ? null : whyNotSent(message.kind, booking)) ?? label };
}

/** When the client was last notified that the animal is ready, as instants; null if never. */
export function lastReadyCall({
  comms_log: messages,
}: Pick<BookingDetail, 'comms_log'>): { created: string; sent: string } | null {
  const last = messages.find(
    ({ kind, direction, status }) =>
      kind === 'ready_for_collection' && direction === 'out' && status !== 'failed',
  );
  return last === undefined ? null : { created: last.created_at, sent: last.sent_at ?? last.created_at };
}

/** The server sends one notification for two requests within this time. */
const sameNotification = 60_000;

/** Whether another request at `now` sends no second notification. */
export const isStillFresh = (call: { created: string } | null, now: Date): call is { created: string } =>
  call !== null && now.getTime() - Date.parse(call.created) < sameNotification;
