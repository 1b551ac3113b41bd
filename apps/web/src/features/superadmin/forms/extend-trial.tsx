import { messageOf } from '../../../lib/api-error.ts';
import { addDays } from '@burrow/contracts/calendar-day';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { operatorFormats } from '../operator-formats.ts';
import type { Practice } from '../queries.ts';

/** The days by which a trial is usually made longer, and the one that is proposed. */
const choices = [7, 14, 30] as const;
const proposed = 14;

/** Sets the day with which a practice's trial ends. */
export function ExtendTrial({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const today = operatorFormats.today();
  const ends = practice.trial_end_date;
  const lastDay = ends?.slice(0, 10) ?? today;
  const begins = lastDay > today ? lastDay : today;
  const form = useActionForm('superadmin/practice_extend_trial', {
    values: { trial_end_date: addDays(begins, proposed) },
    input: (values) => ({ practice_id: practice.id, ...values }),
    onSaved: (_answer, { trial_end_date: day }) => {
      onClose();
      toast.success(`The trial of ${practice.tenant_name} ends on ${operatorFormats.day(day)}`);
    },
    failure: (error) => messageOf(error, 'Couldn’t save this. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title="Extend trial"
      description={
        ends
          ? `The trial of ${practice.tenant_name} ends on ${operatorFormats.date(ends)}.`
          : `${practice.tenant_name} has no trial.`
      }
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <DateInput {...form.field('trial_end_date')} label="Trial end date" min={today} />
      <div role="group" aria-label="Extend by" className="flex flex-wrap gap-2">
        {choices.map((days) => (
          <Button
            key={days}
            size="small"
            aria-pressed={form.values.trial_end_date === addDays(begins, days)}
            className="aria-pressed:border-brand aria-pressed:bg-brand-soft"
            onClick={() => form.set({ trial_end_date: addDays(begins, days) })}
          >
            +{days} days
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}
