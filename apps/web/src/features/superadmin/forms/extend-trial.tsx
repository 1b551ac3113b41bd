import { useState } from 'react';
import { addDays } from '@burrow/contracts/calendar-day';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { operatorFormats } from '../operator-formats.ts';
import type { Practice } from '../queries.ts';
import { fieldError, PracticeFormDialog } from './practice-form-dialog.tsx';

/** The days by which a trial is usually made longer, and the one that is proposed. */
const choices = [7, 14, 30] as const;
const proposed = 14;

/** Sets the day with which a practice's trial ends. */
export function ExtendTrial({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const extend = useCommand('superadmin/practice_extend_trial');
  const today = operatorFormats.today();
  const lastDay = practice.trial_end_date?.slice(0, 10) ?? today;
  const begins = lastDay > today ? lastDay : today;
  const [day, setDay] = useState(() => addDays(begins, proposed));
  function save() {
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
    <PracticeFormDialog
      title="Extend trial"
      description={
        ends
          ? `The trial of ${practice.tenant_name} ends on ${operatorFormats.date(ends)}.`
          : `${practice.tenant_name} has no trial.`
      }
      submitLabel="Save"
      busyLabel="Saving..."
      busy={extend.isPending}
      error={extend.error}
      fields={['trial_end_date']}
      onSave={save}
      onMend={extend.reset}
      onClose={onClose}
    >
      <DateInput
        name="trial_end_date"
        label="Trial end date"
        required
        min={today}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={fieldError(extend.error, 'trial_end_date')}
      />
      <div role="group" aria-label="Extend by" className="flex flex-wrap gap-2">
        {choices.map((days) => (
          <Button
            key={days}
            size="small"
            aria-pressed={day === addDays(begins, days)}
            className="aria-pressed:border-brand aria-pressed:bg-brand-soft"
            onClick={() => {
              setDay(addDays(begins, days));
              extend.reset();
            }}
          >
            +{days} days
          </Button>
        ))}
      </div>
    </PracticeFormDialog>
  );
}
