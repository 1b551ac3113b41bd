import type { TenantRecord } from '@burrow/contracts/tenant';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { nextStart, offeredTimes, rulesOf } from '../booking-rules.ts';
import { needed, usePracticeForm } from '../use-practice-form.ts';

const valuesOf = (practice: TenantRecord) => ({
  slot_minutes: String(practice.slot_minutes),
  grace: String(practice.grace),
  parallel_places: String(practice.parallel_places),
  deposit_required: practice.deposit_required === '1',
  deposit_amount: practice.deposit_amount,
  hide_revenue_from_staff: practice.hide_revenue_from_staff === '1',
  portal_password_minimum: String(practice.portal_password_minimum),
});

type Values = ReturnType<typeof valuesOf>;

type NumberFieldName =
  'slot_minutes' | 'grace' | 'parallel_places' | 'deposit_amount' | 'portal_password_minimum';

const aNumber = 'Enter a whole number.';
const missing = needed<Values>({
  slot_minutes: aNumber,
  grace: aNumber,
  parallel_places: aNumber,
  portal_password_minimum: aNumber,
});

function check(values: Values): Readonly<Record<string, string>> {
  const found = missing(values);
  return values.deposit_required && Number(values.deposit_amount) === 0
    ? { ...found, deposit_amount: 'Enter the deposit amount.' }
    : found;
}

/** What the rules mean for a practice that opens at nine. */
function Example({ values }: { values: Values }) {
  const formats = useFormats();
  const rules = rulesOf(values.slot_minutes, values.grace, values.parallel_places);
  const times = rules === null ? [] : offeredTimes(rules).map(formats.time);
  return (
    <p aria-live="polite" className="rounded-md bg-brand-soft px-3 py-2">
      <strong>For example: </strong>
      {rules === null
        ? 'enter the three numbers to see an example.'
        : `if you open at ${times[0]}, clients are offered ${times.join(', ')} and so on. When ${
            rules.places === 1
              ? `a client books ${times[0]} for an hour, the next appointment can start at ${formats.time(nextStart(rules))}.`
              : `${rules.places} clients have booked ${times[0]} for an hour, the next appointment can start at ${formats.time(nextStart(rules))}.`
          }`}
    </p>
  );
}

/** How appointments are offered to clients, the deposit, the portal's passwords, and who sees revenue. */
export function BookingPanel({ practice }: { practice: TenantRecord }) {
  const form = usePracticeForm(practice, valuesOf, check);
  const { values, set, errors } = form;
  const number = (field: NumberFieldName) => ({
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });
  const setDeposit = (asked: boolean) => {
    set('deposit_required', asked);
    // Without a deposit nobody can see or mend an amount that was emptied.
    if (!asked && values.deposit_amount.trim() === '') set('deposit_amount', practice.deposit_amount);
  };
  return (
    <SettingsForm form={form}>
      <Card title="Online appointments">
        <div className="flex flex-col gap-4">
          <p className="max-w-prose text-ink-soft">
            These rules apply to appointments clients request online. At the desk you can book any quarter of
            an hour.
          </p>
          <div className="grid gap-4 sm:grid-cols-3">
            <NumberField
              label="Slot length"
              required
              min={5}
              max={480}
              step={5}
              trailing="min"
              hint="Time between offered starts"
              {...number('slot_minutes')}
            />
            <NumberField
              label="Gap between appointments"
              required
              min={0}
              max={240}
              step={5}
              trailing="min"
              hint="Kept free after each appointment"
              {...number('grace')}
            />
            <NumberField
              label="Appointments at the same time"
              required
              min={1}
              max={100}
              hint="How many can overlap"
              {...number('parallel_places')}
            />
          </div>
          <Example values={values} />
        </div>
      </Card>
      <Card title="Deposit">
        <div className="grid gap-4 sm:grid-cols-2">
          <Checkbox
            label="Ask clients for a deposit"
            hint="Paid by card when they book, and taken off the bill"
            checked={values.deposit_required}
            onChange={(event) => setDeposit(event.target.checked)}
          />
          <NumberField
            label={`Amount (${practice.currency})`}
            min={0}
            step={0.01}
            disabled={!values.deposit_required}
            {...number('deposit_amount')}
          />
        </div>
      </Card>
      <Card title="Portal">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label="Minimum portal password length"
            required
            min={6}
            max={64}
            hint="In characters, for new passwords"
            {...number('portal_password_minimum')}
          />
        </div>
      </Card>
      <Card title="Revenue">
        <Checkbox
          label="Hide revenue from staff"
          hint="Only admins then see what the practice has earned. Prices of single appointments stay visible."
          checked={values.hide_revenue_from_staff}
          onChange={(event) => set('hide_revenue_from_staff', event.target.checked)}
        />
      </Card>
    </SettingsForm>
  );
}
