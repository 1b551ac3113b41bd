import type { TenantRecord } from '@burrow/contracts/tenant';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { WaitlistCard } from '../components/waitlist-card.tsx';
import { TermsCard } from '../../booking-changes/settings/terms-card.tsx';
import { termsErrors, termsOf } from '../../booking-changes/terms-values.ts';
import { SettingsForm } from '../components/settings-form.tsx';
import { usePracticeForm } from '../use-practice-form.ts';

const valuesOf = (practice: TenantRecord) => ({
  slot_minutes: String(practice.slot_minutes),
  grace: String(practice.grace),
  parallel_places: String(practice.parallel_places),
  waitlist_mode: practice.waitlist_mode,
  waitlist_order: practice.waitlist_order,
  deposit_required: practice.deposit_required === '1',
  deposit_amount: practice.deposit_amount,
  step_up_refund_over: practice.step_up_refund_over,
  hide_revenue_from_staff: practice.hide_revenue_from_staff === '1',
  portal_password_minimum: String(practice.portal_password_minimum),
  ...termsOf(practice),
});

type Values = ReturnType<typeof valuesOf>;

const required = {
  slot_minutes: true,
  grace: true,
  parallel_places: true,
  step_up_refund_over: true,
  portal_password_minimum: true,
  cancel_free_hours: true,
  move_limit: true,
  move_notice_hours: true,
};

const check = (values: Values) => ({
  ...termsErrors(values),
  deposit_amount:
    values.deposit_required && Number(values.deposit_amount) === 0 ? 'Enter the deposit amount.' : undefined,
});

/** The rules of an example: minutes, and how many appointments can overlap. */
interface BookingRules {
  slotMinutes: number;
  graceMinutes: number;
  places: number;
}

const example = { opens: 9 * 60, lasts: 60 };

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The first start times offered to a client by a practice that opens at 09:00, HH:MM. */
const offeredTimes = ({ slotMinutes }: BookingRules): string[] =>
  [0, 1, 2].map((step) => clockOf(example.opens + step * slotMinutes));

/** When the next appointment can start after one of an hour at 09:00, HH:MM. */
function nextStart({ slotMinutes, graceMinutes }: BookingRules): string {
  const taken = example.lasts + graceMinutes;
  return clockOf(example.opens + Math.ceil(taken / slotMinutes) * slotMinutes);
}

/** The typed rules; null if one of them is not a number. */
function rulesOf(slot: string, grace: string, places: string): BookingRules | null {
  const [slotMinutes, graceMinutes, count] = [slot, grace, places].map((text) =>
    /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN,
  ) as [number, number, number];
  if (!(slotMinutes >= 5) || !(graceMinutes >= 0) || !(count >= 1)) return null;
  return { slotMinutes, graceMinutes, places: count };
}

/** The rules as an example, for a practice that opens at nine. */
function Example({ values }: { values: Values }) {
  const formats = useFormats();
  const rules = rulesOf(values.slot_minutes, values.grace, values.parallel_places);
  const times = rules === null ? [] : offeredTimes(rules).map(formats.time);
  return (
    <p aria-live="polite" className="rounded-md bg-brand-soft px-3 py-2">
      {rules === null ? null : <strong>For example: </strong>}
      {rules === null
        ? 'Enter all three numbers to see an example.'
        : `if you open at ${times[0]}, clients are offered ${times.join(', ')} and so on. When ${
            rules.places === 1
              ? `a client books ${times[0]} for an hour, the next appointment can start at ${formats.time(nextStart(rules))}.`
              : `${rules.places} clients have booked ${times[0]} for an hour, the next appointment can start at ${formats.time(nextStart(rules))}.`
          }`}
    </p>
  );
}

/** Online appointments, deposit, moving and cancelling, refunds, portal passwords, and who sees revenue. */
export function BookingPanel({ practice }: { practice: TenantRecord }) {
  const form = usePracticeForm(practice, valuesOf, { required, check });
  const { values } = form;
  const setDeposit = (asked: boolean) => {
    // The amount can't be edited without a deposit, so restore it if it was cleared.
    const isEmptied = !asked && values.deposit_amount.trim() === '';
    form.set({
      deposit_required: asked,
      ...(isEmptied ? { deposit_amount: practice.deposit_amount } : {}),
    });
  };
  return (
    <SettingsForm form={form}>
      <Card title="Online appointments">
        <div className="flex flex-col gap-4">
          <p className="max-w-prose text-ink-soft">
            These rules apply to appointments clients request online. At the desk you can book at any quarter
            hour.
          </p>
          <div className="grid gap-4 sm:grid-cols-3">
            <NumberField
              {...form.field('slot_minutes')}
              label="Slot length"
              min={5}
              max={480}
              step={5}
              trailing="min"
              hint="Time between start times"
            />
            <NumberField
              {...form.field('grace')}
              label="Gap between appointments"
              min={0}
              max={240}
              step={5}
              trailing="min"
              hint="Kept free after each appointment"
            />
            <NumberField
              {...form.field('parallel_places')}
              label="Appointments at the same time"
              min={1}
              max={100}
              hint="How many can overlap"
            />
          </div>
          <Example values={values} />
        </div>
      </Card>
      <WaitlistCard form={form} />
      <Card title="Deposit">
        <div className="grid gap-4 sm:grid-cols-2">
          <Checkbox
            label="Ask clients for a deposit"
            hint="Paid by card when they book, and taken off the bill"
            name="deposit_required"
            checked={values.deposit_required}
            onChange={(event) => setDeposit(event.target.checked)}
          />
          <NumberField
            {...form.field('deposit_amount')}
            label={`Amount (${practice.currency})`}
            min={0}
            step={0.01}
            disabled={!values.deposit_required}
          />
        </div>
      </Card>
      <TermsCard form={form} deposit={values.deposit_required ? values.deposit_amount : null} />
      <Card title="Refunds">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            {...form.field('step_up_refund_over')}
            label={`Confirm refunds above (${practice.currency})`}
            min={0}
            step={0.01}
            hint="Staff must confirm it’s them when their refunds in a day add up to more than this"
          />
        </div>
      </Card>
      <Card title="Portal">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            {...form.field('portal_password_minimum')}
            label="Minimum portal password length"
            min={6}
            max={64}
            hint="In characters, for new passwords"
          />
        </div>
      </Card>
      <Card title="Revenue">
        <Checkbox
          {...form.flag('hide_revenue_from_staff')}
          label="Hide revenue from staff"
          hint="Staff won’t see the practice’s earnings, but still see the price of each appointment."
        />
      </Card>
    </SettingsForm>
  );
}
