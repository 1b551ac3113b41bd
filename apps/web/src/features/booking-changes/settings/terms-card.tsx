import type { SelfChange } from '@burrow/contracts/booking-terms';
import { Scale } from 'lucide-react';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { exampleInWords } from '../terms-values.ts';
import { selfChangeNames, TermsFields, type TermsForm } from './terms-fields.tsx';

const hints: Readonly<Record<SelfChange, string>> = {
  direct: 'At once, on the terms below. You get a notification.',
  request: 'You accept or decline each request. The terms at the time of the request apply.',
  off: 'The portal shows how to reach you. The terms apply when the desk cancels for a client.',
};

const examplePrice = '40.00';

/** The terms as clients read them before they pay a deposit. */
function Example({ form, deposit }: { form: TermsForm; deposit: string | null }) {
  const formats = useFormats();
  return (
    <p aria-live="polite" className="rounded-md bg-brand-soft px-3 py-2">
      {deposit === null ? (
        'You don’t take deposits, so there’s nothing to keep.'
      ) : (
        <>
          <strong>
            With a deposit of {formats.money(deposit)} and a price of {formats.money(examplePrice)}, clients
            see:
          </strong>{' '}
          “{exampleInWords(form.values, { price: examplePrice, deposit }, formats)}”
        </>
      )}
    </p>
  );
}

/** How clients move and cancel appointments, and on what terms. */
export function TermsCard({
  form,
  deposit,
}: {
  form: TermsForm;
  /** The deposit that is asked for; null without one. */
  deposit: string | null;
}) {
  const warning = usePractice()?.keep_warning ?? null;
  return (
    <Card title="Moving and cancelling">
      <div className="flex flex-col gap-4">
        <RadioGroup
          legend="In the portal, clients can"
          value={form.values.self_change as SelfChange}
          onValueChange={(self_change) => form.set({ self_change })}
          options={(Object.keys(selfChangeNames) as SelfChange[]).map((value) => ({
            value,
            label: selfChangeNames[value],
            hint: hints[value],
          }))}
        />
        <TermsFields form={form} />
        <Example form={form} deposit={deposit} />
        {warning === null ? null : (
          <Banner tone="warning" icon={<Scale />}>
            {warning}
          </Banner>
        )}
        <p className="max-w-prose text-sm text-ink-soft">
          Appointments keep the terms they were booked with. If you cancel, the whole deposit is refunded. You
          can waive the fee at any time, and set other terms for a service under Services.
        </p>
      </div>
    </Card>
  );
}
