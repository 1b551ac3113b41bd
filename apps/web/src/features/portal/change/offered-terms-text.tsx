import type { OfferedTerms } from '@burrow/contracts/booking-terms';
import { defaultPracticeLocale, wallClock } from '../../../lib/format.ts';
import { zonedInstant } from '../../../lib/zoned-instant.ts';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import type { ChosenTime } from '../request/use-availability.ts';
import { usePortalNow } from '../use-portal-now.ts';
import { offeredInWords } from './terms-words.ts';

const hourMs = 3_600_000;

/** The terms that an appointment will have; with the end of the free time once its time is chosen. */
export function OfferedTermsText({ terms, when }: { terms: OfferedTerms; when: ChosenTime }) {
  const formats = usePortalFormats();
  const { time_zone: timeZone } = usePortalPractice() ?? defaultPracticeLocale;
  const now = usePortalNow();
  const start = when.time === '' ? null : zonedInstant(when.date, when.time, timeZone);
  const end = start && new Date(start.getTime() - terms.cancel_free_hours * hourMs);
  const free = {
    at: end && formats.nearMoment(end.toISOString()),
    isOver: end !== null && wallClock(timeZone)(end) <= now,
  };
  return <>{offeredInWords(terms, free, formats)}</>;
}
