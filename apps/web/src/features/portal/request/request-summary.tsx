import { CalendarCheck } from 'lucide-react';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';

/** The day and time that are chosen, and for which pet: its field shows no more than the beginning of a long name. */
export const SelectedAppointment = ({ when, petName }: { when: string; petName: string | undefined }) => (
  <section
    aria-label="Selected Appointment"
    className="flex items-center gap-3 rounded-lg border border-brand/30 bg-brand-soft px-4 py-3"
  >
    <CalendarCheck aria-hidden="true" className="size-6 shrink-0 text-brand" />
    <div className="min-w-0">
      <h2 className="text-sm font-semibold text-ink-soft">Selected Appointment</h2>
      <p className="figures font-bold">{when}</p>
      {petName === undefined ? null : <p className="wrap-anywhere">for {petName}</p>}
    </div>
  </section>
);

/** What a practice asks for beforehand; nothing where it asks for no deposit. */
export function Deposit() {
  const practice = usePortalPractice();
  const { money } = usePortalFormats();
  if (practice?.deposit_required !== '1') return null;
  return (
    <p className="text-sm text-ink-soft">
      This practice asks for a deposit of {money(practice.deposit_amount)}
      {practice.deposit_payable
        ? ', which you pay by card in the next step.'
        : '. Please ask the practice how to pay it.'}
    </p>
  );
}
