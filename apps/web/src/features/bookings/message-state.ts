import type { BookingDetail } from '@burrow/contracts/booking';
import type { Formats } from '../../lib/format.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export type LoggedMessage = BookingDetail['comms_log'][number];

/** How a message stands, in words and a colour. */
export interface MessageState {
  tone: BadgeTone;
  label: string;
}

/** A message due within seconds counts as being sent; two clocks do not agree more exactly than that. */
const aMoment = 5_000;

type Waiting = Pick<LoggedMessage, 'due_at' | 'last_error'>;

/** The state of a queued message: 'Scheduled for 08:00', 'Retrying 22 Nov 2026, 08:00', or 'Being sent'. */
function waiting(
  { due_at: due, last_error: lastError }: Waiting,
  now: Date,
  formats: Pick<Formats, 'timeOf' | 'date' | 'dateTime'>,
): string {
  if (due === null || Date.parse(due) - now.getTime() < aMoment) return 'Being sent';
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

/** How a message to a client stands at a moment. */
export const messageState = (
  message: Pick<LoggedMessage, 'status'> & Waiting,
  now: Date,
  formats: Pick<Formats, 'timeOf' | 'date' | 'dateTime'>,
): MessageState =>
  message.status === 'pending'
    ? { tone: 'pending', label: waiting(message, now, formats) }
    : outcomes[message.status];
