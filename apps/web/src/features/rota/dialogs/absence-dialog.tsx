import type { AbsenceRecord } from '@burrow/contracts/rota';
import type { AbsenceKind } from '@burrow/contracts/rota-limits';
import { useFormats } from '../../../lib/practice.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { absentName, kindOptions } from '../absence-words.ts';
import { sentEnd, shownEnd } from '../rota-days.ts';
import { useRotaCommand, useRotaForm } from '../use-rota-form.tsx';

interface AbsenceValues {
  /** Empty for the whole practice. */
  staff_id: string;
  from_date: string;
  until_date: string;
  isWholeDay: boolean;
  from_time: string;
  until_time: string;
  kind: AbsenceKind;
  note: string;
}

const isWhole = ({ from_time, until_time }: AbsenceRecord): boolean =>
  from_time === '00:00' && until_time === '24:00';

/** Whose absence a new one is, and on which day. */
export interface AbsenceBeginning {
  staffId: number;
  date: string;
}

function valuesOf(
  absence: AbsenceRecord | null,
  begin: AbsenceBeginning | null,
  today: string,
): AbsenceValues {
  const whole = absence === null || isWhole(absence);
  return {
    staff_id: String(absence?.staff_id ?? begin?.staffId ?? ''),
    from_date: absence?.from_date ?? begin?.date ?? today,
    until_date: absence?.until_date ?? begin?.date ?? today,
    isWholeDay: whole,
    from_time: whole ? '09:00' : absence.from_time,
    until_time: whole ? '17:00' : shownEnd(absence.until_time),
    // A day that has begun is missed, not planned.
    kind: absence?.kind ?? (begin?.date === today ? 'sick' : 'leave'),
    note: absence?.note ?? '',
  };
}

const problemsOf = ({ from_date, until_date, isWholeDay, from_time, until_time }: AbsenceValues) => {
  if (until_date < from_date) return { until_date: 'The last day can’t be before the first.' };
  const isBackwards = !isWholeDay && until_date === from_date && sentEnd(until_time) <= from_time;
  return isBackwards ? { until_time: 'The end must be after the start.' } : {};
};

function useAbsenceCommand(absence: AbsenceRecord | null) {
  const create = useRotaCommand('absence_create');
  const update = useRotaCommand('absence_update');
  const run = ({ staff_id, isWholeDay, note, ...values }: AbsenceValues, preview: boolean) => {
    const times = isWholeDay
      ? { from_time: '00:00', until_time: '24:00' }
      : { until_time: sentEnd(values.until_time) };
    const input = { ...values, ...times, note: note || null };
    if (absence !== null) return update.run({ absence_id: absence.absence_id, ...input }, preview);
    return create.run({ ...input, ...(staff_id === '' ? {} : { staff_id }) }, preview);
  };
  return { busy: create.busy || update.busy, run };
}

/** Adds an absence, or changes `absence`. */
export function AbsenceDialog({
  absence,
  begin = null,
  people,
  onClose,
}: {
  absence: AbsenceRecord | null;
  begin?: AbsenceBeginning | null;
  people: readonly { staff_id: number; name: string }[];
  onClose: () => void;
}) {
  const formats = useFormats();
  const { form, question } = useRotaForm({
    values: valuesOf(absence, begin, formats.today()),
    rules: rulesOfCommand('absence_create'),
    check: problemsOf,
    ...useAbsenceCommand(absence),
    onSaved: () => {
      toast.success('Absence saved', { about: 'rota' });
      onClose();
    },
    failure: 'Couldn’t save the absence',
  });
  return (
    <FormDialog
      form={form}
      title={absence === null ? 'Add absence' : `Edit absence: ${absentName(absence)}`}
      width="small"
      className="grid grid-cols-2 gap-4"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      after={question}
    >
      {absence === null ? (
        <Select
          {...form.field('staff_id')}
          label="Who"
          className="col-span-2"
          emptyLabel="The whole practice"
          options={people.map(({ staff_id, name }) => ({ value: String(staff_id), label: name }))}
        />
      ) : null}
      <Select {...form.field('kind')} label="Reason" className="col-span-2" options={kindOptions} />
      <DateInput {...form.field('from_date')} label="First day" />
      <DateInput {...form.field('until_date')} label="Last day" min={form.values.from_date} required />
      <Checkbox {...form.flag('isWholeDay')} label="Whole days" className="col-span-2" />
      {form.values.isWholeDay ? null : (
        <>
          <TimeInput {...form.field('from_time')} label="From" />
          <TimeInput {...form.field('until_time')} label="Until" />
        </>
      )}
      <TextArea {...form.field('note')} label="Note" className="col-span-2" rows={2} />
    </FormDialog>
  );
}
