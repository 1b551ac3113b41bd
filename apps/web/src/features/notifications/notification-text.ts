import type { NotificationRecord } from '@burrow/contracts/notification';
import type { Formats } from '../../lib/format.ts';

/** The parts of a notification's sentence: subject and event. */
export interface NotificationText {
  animal: string | null;
  client: string;
  /** Follows the client directly, with its own space or punctuation. */
  what: string;
}

type Described = Pick<
  NotificationRecord,
  | 'kind'
  | 'client_name'
  | 'animal_name'
  | 'service'
  | 'booking_date'
  | 'booking_time'
  | 'amount'
  | 'actor_name'
  | 'webhook_host'
  | 'text'
  | 'waiting'
>;

/** The sentence of a notification: 'Biscuit', 'Ann Baker', ' asked for Vaccination, Tue 24 Nov 10:00'. */
export function notificationText(
  notification: Described,
  { shortDay, time, money }: Pick<Formats, 'shortDay' | 'time' | 'money'>,
): NotificationText {
  const {
    kind,
    animal_name: animal,
    client_name,
    service,
    booking_date,
    booking_time,
    amount,
  } = notification;
  const { actor_name: actor, waiting } = notification;
  const name = service ?? 'an appointment';
  const when = booking_date && booking_time ? `, ${shortDay(booking_date)} ${time(booking_time)}` : '';
  const sentences: Record<Described['kind'], string> = {
    booking_request: ` requested ${name}${when}${amount === null ? '' : ` and paid a deposit of ${money(amount)}`}`,
    client_text: `: “${notification.text ?? ''}”`,
    booking_cancelled:
      actor === null ? ` cancelled ${name}${when}` : `: ${name}${when} was cancelled by ${actor}`,
    booking_moved: ` moved ${name} to${when.replace(',', '')}`,
    change_asked: ` asked to change ${name}${when}`,
    payment: ` paid ${amount === null ? '' : `${money(amount)} `}for ${name}${when}${actor === null ? '' : `, taken by ${actor}`}`,
    message_failed:
      booking_date === null ? ' did not get your message' : ` could not be reached about ${name}${when}`,
    refund_failed: `: the refund ${amount === null ? '' : `of ${money(amount)} `}for ${name}${when} was not confirmed by the card provider`,
    client_confirmed: ` confirmed ${name}${when}`,
    deposit_returned: `: the deposit ${amount === null ? '' : `of ${money(amount)} `}is being refunded to their card, because ${name}${when} could not be booked`,
    webhook_off: ' was turned off after repeated failures. Turn it on again in Settings',
    offer_taken: ` accepted the time offered for ${name}${when}${amount === null ? '' : ` and paid a deposit of ${money(amount)}`}`,
    time_freed: ` has come free. It suits ${waiting === 1 ? 'one client' : `${waiting ?? 0} clients`} on the waitlist`,
    deposit_unsettled: `: the card payment ${amount === null ? '' : `of ${money(amount)} `}for ${name}${when} could not be confirmed. Please ask your system administrator to look into it`,
  };
  const whom =
    kind === 'time_freed'
      ? `The time${when.replace(',', '')}`
      : kind === 'webhook_off'
        ? `The webhook to ${notification.webhook_host ?? 'another system'}`
        : 'A client';
  return { animal, client: client_name ?? whom, what: sentences[kind] };
}
