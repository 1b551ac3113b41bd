import type { BookingChange } from '@burrow/contracts/booking';
import type { OpenChange } from '@burrow/contracts/booking-change';
import type { Formats } from '../../lib/format.ts';

type DayAndTime = Pick<Formats, 'shortDay' | 'time'>;

const moment = (day: string, time: string, formats: DayAndTime): string =>
  `${formats.shortDay(day)}, ${formats.time(time)}`;

/** Where a client wants to move an appointment: 'Thu 5 Mar, 11:00 with Jo'; the person only if another. */
export function wishedPlace(
  { to_date: day, to_time: time, staff_id: staffId, to_staff_id: toStaffId, to_staff_member: to }: OpenChange,
  formats: DayAndTime,
): string {
  const who = to !== null && toStaffId !== staffId ? ` with ${to}` : '';
  return `${moment(day ?? '', time ?? '', formats)}${who}`;
}

const isMoved = ({ from_date, from_time, to_date, to_time }: BookingChange): boolean =>
  from_date !== to_date || from_time !== to_time;

/** 'from Tue 3 Mar, 10:00 to Thu 5 Mar, 11:00', and the people if they differ. */
function routeOf(change: BookingChange, formats: DayAndTime): string {
  const { from_staff_member: before, to_staff_member: after } = change;
  const places = isMoved(change)
    ? `from ${moment(change.from_date, change.from_time, formats)} to ${moment(change.to_date ?? '', change.to_time ?? '', formats)}`
    : '';
  const people =
    before === after
      ? ''
      : after === null
        ? `with no staff member instead of ${before}`
        : `with ${after}${before === null ? '' : ` instead of ${before}`}`;
  return [places, people].filter(Boolean).join(', ');
}

const results: Readonly<Record<BookingChange['state'], string>> = {
  asked: 'waiting for your answer',
  done: '',
  declined: 'declined',
  withdrawn: 'withdrawn by the client',
  lapsed: 'not answered in time',
};

/** What was done or asked for: 'Moved from … to …'. */
export function changeInWords(change: BookingChange, formats: DayAndTime): string {
  const { kind, state } = change;
  if (kind === 'move') {
    const route = routeOf(change, formats);
    return state === 'done' ? `Moved ${route}` : `Request to move ${route}: ${results[state]}`;
  }
  if (kind === 'cancel') {
    return state === 'done' ? 'Cancelled' : `Request to cancel: ${results[state]}`;
  }
  return { decline: 'Request declined', no_show: 'Did not attend', waive: 'Cancellation fee waived' }[kind];
}

/** Who did it, who asked for it and who answered: 'Asked for by Grace, accepted by Ada'. */
export function peopleInWords(change: BookingChange, client: string): string {
  const { by, user, state, answered_by: answerer } = change;
  const who = by === 'client' ? client : (user ?? 'Burrow');
  // What clients do at once in the portal is answered without a person.
  const isAnswered = by === 'client' && answerer !== null && (state === 'done' || state === 'declined');
  if (isAnswered) return `Asked for by ${who}, ${state === 'done' ? 'accepted' : 'declined'} by ${answerer}`;
  return state === 'done' ? `By ${who}` : `Asked for by ${who}`;
}

/** What happened to the deposit: '£10.00 kept, £15.00 refunded'; '' without one. */
export function moneyInWords({ state, kept, refunded }: BookingChange, money: Formats['money']): string {
  if (state !== 'done') return '';
  return [
    Number(kept) > 0 ? `${money(kept)} kept` : '',
    Number(refunded) > 0 ? `${money(refunded)} refunded` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
