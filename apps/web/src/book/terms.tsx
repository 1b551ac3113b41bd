import type { BookablePractice, BookableService } from '@burrow/contracts/booking-page';
import { depositTerms } from '../features/portal/appointments/deposit-terms.ts';
import { offeredInWords } from '../features/portal/change/terms-words.ts';
import { formatsOf } from '../lib/format.ts';
import { zonedInstant } from '../lib/zoned-instant.ts';

/** Whether the appointment is requested by paying a deposit. */
export const asksForDeposit = ({
  deposit_required: isRequired,
  deposit_payable: isPayable,
}: BookablePractice): boolean => isRequired === '1' && isPayable;

/** The deposit of a service and its terms, to compare. */
export const depositOf = (
  { deposit_amount: amount, currency, services }: BookablePractice,
  serviceId: number | null,
): string => JSON.stringify([amount, currency, services.find(({ id }) => id === serviceId)?.terms]);

const hourMs = 3_600_000;

/** The service's terms, with the end of the free time. */
function writtenTerms(
  practice: BookablePractice,
  { terms }: BookableService,
  when: { date: string; time: string },
): string {
  const formats = formatsOf(practice);
  const start = zonedInstant(when.date, when.time, practice.time_zone);
  const end = start && new Date(start.getTime() - terms.cancel_free_hours * hourMs);
  const free = {
    at: end && formats.nearMoment(end.toISOString()),
    isOver: end !== null && end.getTime() <= Date.now(),
  };
  return offeredInWords(terms, free, formats);
}

/** What the visitor agrees to before they send the request: the deposit, and what happens to it. */
export function Terms({
  practice,
  service,
  when,
}: {
  practice: BookablePractice;
  service: BookableService;
  when: { date: string; time: string };
}) {
  if (!asksForDeposit(practice)) {
    return (
      <p className="text-sm text-ink-soft">
        This sends a request. {practice.tenant_name} then confirms your appointment.
      </p>
    );
  }
  return (
    <section aria-label="Deposit" className="flex flex-col gap-1.5 rounded-md bg-brand-soft px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        Deposit to pay now{' '}
        <span className="figures text-xl font-bold">
          {formatsOf(practice).money(practice.deposit_amount)}
        </span>
      </p>
      <p className="text-sm">{depositTerms.request}</p>
      <p className="text-sm">{writtenTerms(practice, service, when)}</p>
      <p className="text-sm text-ink-soft">{depositTerms.money}</p>
    </section>
  );
}
