import { maxFreeHours, maxMoves, type KeepRule, type SelfChange } from '@burrow/contracts/booking-terms';
import { usePractice } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { TermsValues } from '../terms-values.ts';

export type TermsForm = Pick<FormOf<TermsValues>, 'values' | 'errors' | 'set' | 'field'>;

/** What clients can do in the portal. */
export const selfChangeNames: Readonly<Record<SelfChange, string>> = {
  direct: 'Move and cancel appointments',
  request: 'Ask to move or cancel',
  off: 'Neither',
};

const keepNames: Readonly<Record<KeepRule, string>> = {
  nothing: 'Keep nothing',
  sum: 'Keep an amount',
  percent: 'Keep a percentage of the price',
};
const keepOptions = (Object.keys(keepNames) as KeepRule[]).map((value) => ({
  value,
  label: keepNames[value],
}));

/** What is kept of the deposit, and how much; '' is as the practice. */
function Keep({
  form,
  of,
  label,
  inherits,
}: {
  form: TermsForm;
  of: 'cancel_keep' | 'no_show_keep';
  label: string;
  inherits: boolean;
}) {
  const practice = usePractice();
  const keep = form.values[of];
  const value = form.field(`${of}_value`);
  const before = practice?.[of];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3">
      <Select
        {...form.field(of)}
        label={label}
        options={keepOptions}
        {...(inherits && before
          ? { emptyLabel: `Same as the practice: ${keepNames[before].toLowerCase()}` }
          : {})}
        // An empty amount of a rule that has none could not be saved.
        onChange={({ target }) =>
          form.set({
            [of]: target.value,
            ...(target.value === 'sum' || target.value === 'percent' ? {} : { [`${of}_value`]: '0' }),
          })
        }
      />
      {keep === 'sum' || keep === 'percent' ? (
        <NumberField
          {...value}
          label={keep === 'sum' ? `Amount (${practice?.currency ?? 'GBP'})` : 'Percentage'}
          min={0}
          step={keep === 'sum' ? 0.01 : 1}
          {...(keep === 'percent' ? { max: 100, trailing: '%' } : {})}
        />
      ) : null}
    </div>
  );
}

/** The limits of cancelling and moving, and what is kept. `inherits`: of a service, whose empty fields are as the practice. */
export function TermsFields({ form, inherits = false }: { form: TermsForm; inherits?: boolean }) {
  const practice = usePractice();
  const orPractices = (hint: string, value: number | undefined) =>
    inherits && value !== undefined ? `Leave empty for the practice’s ${value}` : hint;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        {...form.field('cancel_free_hours')}
        label="Free to cancel until (hours before)"
        min={0}
        max={maxFreeHours}
        hint={orPractices('Enter 0 to allow it until the appointment starts', practice?.cancel_free_hours)}
      />
      <Keep form={form} of="cancel_keep" label="If a client cancels later" inherits={inherits} />
      <NumberField
        {...form.field('move_notice_hours')}
        label="Move without asking until (hours before)"
        min={0}
        max={maxFreeHours}
        hint={orPractices('Later, clients ask and you answer', practice?.move_notice_hours)}
      />
      <Keep form={form} of="no_show_keep" label="If a client doesn’t attend" inherits={inherits} />
      <NumberField
        {...form.field('move_limit')}
        label="Moves per appointment"
        min={0}
        max={maxMoves}
        hint={orPractices('How often a client can move it online', practice?.move_limit)}
      />
    </div>
  );
}
