import type { BookablePractice } from '@burrow/contracts/booking-page';
import { depositTerms } from '../features/portal/appointments/deposit-terms.ts';
import type { Formats } from '../lib/format.ts';

/** Whether the appointment is requested by paying a deposit. */
export const asksForDeposit = ({
  deposit_required: isRequired,
  deposit_payable: isPayable,
}: BookablePractice): boolean => isRequired === '1' && isPayable;

/** What the visitor agrees to before they send the request: the deposit, and what becomes of it. */
export function Terms({ practice, formats }: { practice: BookablePractice; formats: Formats }) {
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
        <span className="figures text-xl font-bold">{formats.money(practice.deposit_amount)}</span>
      </p>
      <p className="text-sm">{depositTerms.request}</p>
      <p className="text-sm text-ink-soft">{depositTerms.money}</p>
    </section>
  );
}
