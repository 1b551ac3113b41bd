import { addDays } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { plural } from '../../../lib/format.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { mondayOf } from '../rota-days.ts';
import { useRotaCommand, useRotaForm } from '../use-rota-form.tsx';

/** Copies the hours of the shown week to another. */
export function CopyWeekDialog({ week, onClose }: { week: string; onClose: () => void }) {
  const formats = useFormats();
  const { run, busy } = useRotaCommand('shifts_copy');
  const { form, question } = useRotaForm({
    values: { to_week: addDays(week, 7) },
    rules: rulesOfCommand('shifts_copy'),
    check: ({ to_week }) =>
      to_week !== '' && mondayOf(to_week) === week ? { to_week: 'Choose another week than this one.' } : {},
    busy,
    run: ({ to_week }, preview) =>
      run({ from_week: week, to_week: mondayOf(to_week), replace: '1' }, preview),
    onSaved: ({ changed_days }) => {
      const done = `Week copied: ${plural(changed_days, 'day')} changed`;
      toast.success(changed_days === 0 ? 'The weeks are the same already' : done, { about: 'rota' });
      onClose();
    },
    failure: 'Failed to copy the week',
  });
  return (
    <FormDialog
      form={form}
      title="Copy week"
      description={`Copies everyone’s hours in the week of ${formats.shortDay(week)}. Absences are not copied.`}
      width="small"
      submitLabel="Copy"
      busyLabel="Copying..."
      onClose={onClose}
      after={question}
    >
      <DateInput
        {...form.field('to_week')}
        label="To the week of"
        hint={
          form.values.to_week === ''
            ? undefined
            : `Monday is ${formats.shortDay(mondayOf(form.values.to_week))}`
        }
      />
    </FormDialog>
  );
}
