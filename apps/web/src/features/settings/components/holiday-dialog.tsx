import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { holidayProblems, type HolidayValues } from '../holiday-days.ts';

/** The name and days of a holiday, new or known. */
export function HolidayDialog({
  title,
  values: given,
  onClose,
  onSend,
}: {
  title: string;
  values: HolidayValues;
  onClose: () => void;
  /** Saves; when it rejects, the form says what is wrong. */
  onSend: (values: HolidayValues) => Promise<void>;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(given);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (edit: Partial<HolidayValues>) => {
    setValues((before) => ({ ...before, ...edit }));
    setErrors({});
  };
  useFocusFirstWrong(form, errors);
  const send = async () => {
    const found = holidayProblems(values);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSend(values);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(failureText('Failed to save the holiday', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      width="small"
      formId={formId}
      submitLabel="Save"
      busyLabel="Saving..."
      busy={busy}
      error={problem}
      onClose={onClose}
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label="Name"
          name="holiday_name"
          required
          className="sm:col-span-2"
          maxLength={100}
          value={values.holiday_name}
          error={errors['holiday_name']}
          onChange={(event) => set({ holiday_name: event.target.value })}
        />
        <DateInput
          label="First day"
          name="start_date"
          required
          value={values.start_date}
          error={errors['start_date']}
          onChange={(event) => set({ start_date: event.target.value })}
        />
        <DateInput
          label="Last day"
          name="end_date"
          min={values.start_date}
          hint="Empty for one day"
          value={values.end_date}
          error={errors['end_date']}
          onChange={(event) => set({ end_date: event.target.value })}
        />
        <Checkbox
          className="sm:col-span-2"
          label="Every year"
          hint="On the same days of the month, like Christmas"
          checked={values.is_recurring}
          onChange={(event) => set({ is_recurring: event.target.checked })}
        />
      </form>
    </FormDialog>
  );
}
