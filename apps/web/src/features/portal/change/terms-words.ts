import type { OfferedTerms } from '@burrow/contracts/booking-terms';
import type { ChangePreview } from '@burrow/contracts/portal-booking-change';
import { plural, type Formats } from '../../../lib/format.ts';

/** The deposit or what is kept of it differs from what was shown. */
export const changedDeposit =
  'The deposit or its terms have changed since you opened this page. Check them above, then continue.';

type Money = Pick<Formats, 'money'>;
type Words = Pick<Formats, 'money' | 'nearMoment'>;

const isSome = (amount: string): boolean => Number(amount) > 0;

/** '2 days', '36 hours'. One day is '24 hours', which can't be mistaken for the day before. */
export const noticeInWords = (hours: number): string =>
  hours > 24 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');

/** When the free time of an appointment ends. */
interface FreeUntil {
  /** In words; null if the appointment's time is not known. */
  at: string | null;
  isOver: boolean;
}

/** The terms of an appointment with a deposit, before it is requested. */
export function offeredInWords(terms: OfferedTerms, free: FreeUntil, { money }: Money): string {
  const { cancel_free_hours: hours, late_kept: late, no_show_kept: missed } = terms;
  const keepsLate = isSome(late) && hours > 0;
  const isSame = keepsLate && late === missed;
  return [
    keepsLate
      ? lateInWords(terms, free, { money })
      : 'You can cancel free of charge until the appointment starts.',
    isSome(missed) && !isSame
      ? `If you don’t attend, the practice keeps ${money(missed)} of your deposit.`
      : '',
    terms.self_change === 'off' ? 'To cancel, please contact the practice.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Until when cancelling is free, and what is kept after that; with not attending, if that costs the same. */
function lateInWords(
  { cancel_free_hours: hours, late_kept: late, no_show_kept: missed }: OfferedTerms,
  free: FreeUntil,
  { money }: Money,
): string {
  const notice = noticeInWords(hours);
  const keeps = `the practice keeps ${money(late)} of your deposit.`;
  if (free.isOver) {
    const absent = late === missed ? ' or don’t attend' : '';
    return `This appointment is in less than ${notice}. If you cancel it${absent}, ${keeps}`;
  }
  const absent = late === missed ? ', or if you don’t attend' : '';
  return `You can cancel free of charge until ${free.at ?? `${notice} before the appointment`}. After that${absent}, ${keeps}`;
}

/** What cancelling an appointment costs, now and later; '' if its client can do neither here. */
export function termsInWords(preview: ChangePreview, { money, nearMoment }: Words): string {
  const {
    is_request: isRequest,
    is_free: isFree,
    free_until: until,
    kept,
    refund,
    kept_late: late,
  } = preview;
  if (preview.may_cancel === 'no') return '';
  const isPaid = isSome(kept) || isSome(refund);
  if (isRequest)
    return `Cancelling is free of charge. ${isPaid ? `Your deposit of ${money(refund)} is refunded to your card.` : ''}`.trim();
  if (!isFree && isSome(kept))
    return `${keptNow(preview, { money })} ${absentInWords(preview, { money })}`.trim();
  if (until === null || !isSome(late))
    return `Cancelling is free of charge. ${absentInWords(preview, { money })}`.trim();
  return `You can cancel free of charge until ${nearMoment(until)}. After that the practice keeps ${money(late)} of your deposit. ${absentInWords(preview, { money })}`.trim();
}

/** What not attending costs, if it differs from cancelling late. */
function absentInWords({ kept_late: late, kept_no_show: missed }: ChangePreview, { money }: Money): string {
  return !isSome(missed) || missed === late
    ? ''
    : `If you don’t attend, the practice keeps ${money(missed)} of your deposit.`;
}

const keptNow = ({ kept, refund }: ChangePreview, { money }: Money): string =>
  isSome(refund)
    ? `If you cancel now, the practice keeps ${money(kept)} of your deposit and ${money(refund)} is refunded to your card.`
    : `If you cancel now, the practice keeps your deposit of ${money(kept)}.`;

/** What cancelling now does to the money, in the dialog that asks. */
export function cancellingInWords(preview: ChangePreview, { money }: Money): string {
  const { kept, refund } = preview;
  if (isSome(kept)) return keptNow(preview, { money });
  return isSome(refund)
    ? `Your deposit of ${money(refund)} is refunded to your card.`
    : 'Cancelling is free of charge.';
}

type NewTime = NonNullable<ChangePreview['new_time']>;

/** The parts of a previewed move on which its terms depend. */
interface PreviewedMove extends Pick<ChangePreview, 'is_free' | 'kept_late'> {
  new_time: Pick<NewTime, 'free' | 'is_free' | 'free_until'> | null;
}

/** What the terms of a moved appointment are; `preview` has the new time. */
export function movedTermsInWords(preview: PreviewedMove, { money, nearMoment }: Words): string {
  const { new_time: place, kept_late: late, is_free: isFreeBefore } = preview;
  if (place === null || !place.free || !isSome(late)) return '';
  if (place.is_free) {
    return place.free_until === null
      ? ''
      : `After moving, you can cancel free of charge until ${nearMoment(place.free_until)}.`;
  }
  return isFreeBefore
    ? `After moving, you can no longer cancel free of charge. If you cancel later, the practice keeps ${money(late)} of your deposit.`
    : `It’s too late to cancel free of charge, and moving doesn’t change that. If you cancel later, the practice keeps ${money(late)} of your deposit.`;
}

type LastChange = NonNullable<ChangePreview['last_change']>;
type DayAndTime = Pick<Formats, 'shortDay' | 'time'>;

/** What happened to the appointment last; null for what its client sees anyway. */
export function lastChangeInWords(change: LastChange, { shortDay, time }: DayAndTime): string | null {
  const { kind, state, by } = change;
  const from = `${shortDay(change.from_date)}, ${time(change.from_time)}`;
  const to = change.to_date === null ? '' : `${shortDay(change.to_date)}, ${time(change.to_time ?? '')}`;
  const who = by === 'client' ? 'You' : 'The practice';
  const wish = kind === 'move' ? `move this appointment to ${to}` : 'cancel this appointment';
  if (state === 'declined') return `The practice declined your request to ${wish}.`;
  if (state === 'lapsed') return `Your request to ${wish} wasn’t answered in time.`;
  const done: Record<LastChange['kind'], string> = {
    move: `${who} moved this appointment from ${from}.`,
    cancel: `${who} cancelled this appointment.`,
    decline: 'The practice declined this request.',
    no_show: 'The practice recorded that you didn’t attend.',
    waive: 'The practice waived the cancellation fee.',
  };
  return done[kind];
}
