import type { HolidayRecord } from '@burrow/contracts/holiday';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { emptyHoliday, holidayProblems, holidaySent, valuesOfHoliday } from '../holiday-days.ts';

/** Adds a holiday, or changes `holiday`. */
export function HolidayDialog({
  holiday,
  onSaved,
  onClose,
}: {
  holiday: HolidayRecord | null;
  /** Called with the name, and with how many appointments were made before the holiday was. */
  onSaved: (name: string, bookings: number) => void;
  onClose: () => void;
}) {
  const form = useActionForm(holiday === null ? 'holiday_create' : 'holiday_update', {
    values: holiday === null ? emptyHoliday : valuesOfHoliday(holiday),
    rulesOf: 'holiday_create',
    check: holidayProblems,
    input: (values) => ({ ...holidaySent(values), ...(holiday === null ? {} : { holiday_id: holiday.id }) }),
    onSaved: (answer, values) => {
      const name = values.holiday_name.trim();
      toast.success(`${name} saved`, { about: 'holidays' });
      onSaved(name, 'bookings' in answer ? answer.bookings : 0);
    },
    failure: 'Failed to save the holiday',
  });
  return (
    <FormDialog
      form={form}
      title={holiday === null ? 'Add holiday' : 'Edit holiday'}
      width="small"
      className="grid gap-4 sm:grid-cols-2"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('holiday_name')} label="Name" className="sm:col-span-2" />
      <DateInput {...form.field('start_date')} label="First day" />
      <DateInput
        {...form.field('end_date')}
        label="Last day"
        min={form.values.start_date}
        hint="Leave empty for one day"
      />
      <Checkbox
        {...form.flag('is_recurring')}
        className="sm:col-span-2"
        label="Every year"
        hint="On the same dates each year, such as Christmas"
      />
    </FormDialog>
  );
}
