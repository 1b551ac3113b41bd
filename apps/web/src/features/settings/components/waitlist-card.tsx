import type { TenantRecord } from '@burrow/contracts/tenant';
import { maxOffersADay, offerNoticeMinutes } from '@burrow/contracts/waitlist-limits';
import type { FormOf } from '../../../lib/use-form.ts';
import { Card } from '../../../ui/card.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

type Values = Pick<TenantRecord, 'waitlist_mode' | 'waitlist_order'>;

const modes = [
  { value: 'off', label: 'Off', hint: 'Clients can’t join the waitlist.' },
  {
    value: 'automatic',
    label: 'Offer times automatically',
    hint: 'Each time is offered by text or email to one client after another, and held for a limited time.',
  },
  {
    value: 'staff',
    label: 'Staff choose',
    hint: 'You’re notified when a time comes free, and choose who to offer it to.',
  },
] as const;

const orders = [
  { value: 'longest', label: 'Longest waiting first' },
  { value: 'value', label: 'Highest price first' },
] as const;

/** Whether the practice has a waitlist, and who is offered a time first. */
export function WaitlistCard({ form }: { form: FormOf<Values> }) {
  const { waitlist_mode: mode, waitlist_order: order } = form.values;
  return (
    <Card title="Waitlist">
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-soft">
          Clients can ask for a message when something earlier comes free: after a cancellation, a move, or a
          change to your hours or rota.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <RadioGroup
            legend="When a time comes free"
            options={modes}
            value={mode}
            onValueChange={(next) => form.set({ waitlist_mode: next })}
          />
          {mode === 'off' ? null : (
            <RadioGroup
              legend="Order"
              options={orders}
              value={order}
              onValueChange={(next) => form.set({ waitlist_order: next })}
            />
          )}
        </div>
        {mode === 'off' ? null : (
          <p className="rounded-md bg-brand-soft px-3 py-2">
            Clients have 15 minutes to answer if the time is within a day, 45 minutes if it is within three
            days, and 2 hours otherwise. They get up to {maxOffersADay} offers a day for each entry. No offers
            are made for times that start within {offerNoticeMinutes / 60} hours, or during your quiet hours.
          </p>
        )}
      </div>
    </Card>
  );
}
