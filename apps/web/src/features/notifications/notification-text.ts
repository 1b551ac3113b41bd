import type { NotificationRecord } from '@burrow/contracts/notification';
import type { Formats } from '../../lib/format.ts';

/** What a notification says: whom or what it is about, and what happened. */
export interface NotificationText {
  animal: string | null;
  client: string;
  /** Goes on right after the client, with what is between them. */
  what: string;
}

type Told = Pick<
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
>;

/** Says a notification in a sentence: 'Biscuit', 'Ann Baker', ' asked for Vaccination, Tue 24 Nov 10:00'. */
export function notificationText(
  notification: Told,
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
  const { actor_name: actor } = notification;
  const name = service ?? 'an appointment';
  const when = booking_date && booking_time ? `, ${shortDay(booking_date)} ${time(booking_time)}` : '';
  const sentences: Record<Told['kind'], string> = {
    booking_request: ` requested ${name}${when}${amount === null ? '' : ` and paid a deposit of ${money(amount)}`}`,
    client_text: `: “${notification.text ?? ''}”`,
    booking_cancelled:
      actor === null ? ` cancelled ${name}${when}` : `: ${name}${when} was cancelled by ${actor}`,
    payment: ` paid ${amount === null ? '' : `${money(amount)} `}for ${name}${when}${actor === null ? '' : `, taken by ${actor}`}`,
    message_failed: ` could not be reached about ${name}${when}`,
    refund_failed: `: the refund ${amount === null ? '' : `of ${money(amount)} `}for ${name}${when} was not confirmed by the card provider`,
    client_confirmed: ` confirmed ${name}${when}`,
    deposit_returned: `: the deposit ${amount === null ? '' : `of ${money(amount)} `}is being refunded to their card, because ${name}${when} could not be booked`,
    webhook_off: ' was turned off after repeated failures. Turn it on again in Settings',
    deposit_unsettled: `: the card payment ${amount === null ? '' : `of ${money(amount)} `}for ${name}${when} could not be confirmed. Please ask your system administrator to look into it`,
  };
  const whom =
    kind === 'webhook_off' ? `The webhook to ${notification.webhook_host ?? 'another system'}` : 'A client';
  return { animal, client: client_name ?? whom, what: sentences[kind] };
}
