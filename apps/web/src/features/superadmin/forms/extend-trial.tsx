import { addDays } from '../../../lib/calendar-day.ts';
import { formText } from '../../../lib/form-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { operatorFormats } from '../operator-formats.ts';
import type { Practice } from '../queries.ts';
import { fieldError, FormDialog } from './form-dialog.tsx';

const proposedDays = 30;

/** Sets the day with which a practice's trial ends. */
export function ExtendTrial({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const extend = useCommand('superadmin/practice_extend_trial');
  const today = operatorFormats.today();
  function save(form: FormData) {
    const day = formText(form, 'trial_end_date');
    extend.mutate(
      { practice_id: practice.id, trial_end_date: day },
      {
        onSuccess: () => {
          onClose();
          toast.success(`The trial of ${practice.tenant_name} ends on ${operatorFormats.day(day)}`);
        },
      },
    );
  }
  const ends = practice.trial_end_date;
  return (
    <FormDialog
      title="Extend trial"
      description={
        ends
          ? `The trial of ${practice.tenant_name} ends on ${operatorFormats.date(ends)}.`
          : `${practice.tenant_name} has no trial.`
      }
      saveLabel="Save"
      busyLabel="Saving..."
      busy={extend.isPending}
      error={extend.error}
      fields={['trial_end_date']}
      onSave={save}
      onClose={onClose}
    >
      <DateInput
        name="trial_end_date"
        label="Last day of the trial"
        required
        min={today}
        defaultValue={addDays(today, proposedDays)}
        error={fieldError(extend.error, 'trial_end_date')}
      />
    </FormDialog>
  );
}
