import type { RotaPerson, RotaPersonDay } from '@burrow/contracts/rota';
import type { AbsenceKind } from '@burrow/contracts/rota-limits';
import { useFormats } from '../../../lib/practice.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { kindOptions } from '../absence-words.ts';
import { HoursFields } from '../components/hours-fields.tsx';
import { draftsOf, hoursProblem, nextHours, sentEnd, sentHours, type HoursDraft } from '../rota-days.ts';
import { useRotaCommand, useRotaForm } from '../use-rota-form.tsx';

type Choice = 'hours' | 'off' | 'pattern' | 'absence';

interface DayValues {
  choice: Choice;
  ranges: HoursDraft[];
  kind: AbsenceKind;
  isWholeDay: boolean;
  from_time: string;
  until_time: string;
  note: string;
}

const choiceOf = ({ source, ranges }: RotaPersonDay): Choice => {
  if (source !== 'shift') return 'hours';
  return ranges.length === 0 ? 'off' : 'hours';
};

const valuesOf = (day: RotaPersonDay): DayValues => ({
  choice: choiceOf(day),
  ranges: day.ranges.length > 0 ? draftsOf(day.ranges) : [nextHours([])],
  kind: 'leave',
  isWholeDay: true,
  from_time: '09:00',
  until_time: '17:00',
  note: '',
});

function problemsOf({ choice, ranges, isWholeDay, from_time, until_time }: DayValues) {
  if (choice === 'hours') {
    const problem = ranges.length === 0 ? 'Add hours, or choose a day off.' : hoursProblem(ranges);
    return problem === null ? {} : { ranges: problem };
  }
  if (choice === 'absence' && !isWholeDay && sentEnd(until_time) <= from_time) {
    return { until_time: 'The end must be after the start.' };
  }
  return {};
}

/** Sends what was chosen for the day. */
function useDayCommand({ staff_id }: RotaPerson, { date }: RotaPersonDay) {
  const shifts = useRotaCommand('shifts_set');
  const absence = useRotaCommand('absence_create');
  const run = (values: DayValues, preview: boolean) => {
    const { choice, ranges, kind, isWholeDay, from_time, until_time, note } = values;
    if (choice === 'absence') {
      const times = isWholeDay ? {} : { from_time, until_time: sentEnd(until_time) };
      return absence.run({ staff_id, from_date: date, kind, note: note || null, ...times }, preview);
    }
    const day = { staff_id, dates: [date] };
    if (choice === 'pattern') return shifts.run({ ...day, clear: '1' }, preview);
    return shifts.run({ ...day, ranges: choice === 'off' ? [] : sentHours(ranges) }, preview);
  };
  return { busy: shifts.busy || absence.busy, run };
}

/** Sets one day of a person: other hours, a day off, an absence, or their pattern again. */
export function DayDialog({
  person,
  day,
  holiday,
  onClose,
}: {
  person: RotaPerson;
  day: RotaPersonDay;
  /** The name of the holiday on this day; null for none. */
  holiday: string | null;
  onClose: () => void;
}) {
  const formats = useFormats();
  const { form, question } = useRotaForm({
    draft: `day ${day.date} of ${person.staff_id}`,
    values: valuesOf(day),
    rules: rulesOfCommand('absence_create'),
    check: problemsOf,
    ...useDayCommand(person, day),
    onSaved: () => {
      toast.success(`${person.name}, ${formats.shortDay(day.date)} saved`, { about: 'rota' });
      onClose();
    },
    failure: 'Couldn’t save the day',
  });
  const { choice, ranges, isWholeDay } = form.values;
  const options: { value: Choice; label: string }[] = [
    { value: 'hours', label: 'These hours' },
    { value: 'off', label: 'Day off' },
    { value: 'absence', label: 'Add an absence' },
    ...(day.source === 'shift' ? [{ value: 'pattern', label: 'Usual working hours' } as const] : []),
  ];
  return (
    <FormDialog
      form={form}
      title={`${person.name}, ${formats.shortDay(day.date)}`}
      description={
        holiday === null
          ? undefined
          : `The practice is closed: ${holiday}. Hours take effect only if you delete the holiday.`
      }
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      after={question}
    >
      <RadioGroup
        legend="On this day"
        options={options}
        value={choice}
        onValueChange={(next) => form.set({ choice: next })}
      />
      {choice === 'hours' ? (
        <HoursFields
          name={formats.shortDay(day.date)}
          hours={ranges}
          error={form.errors.ranges}
          onChange={(next) => form.set({ ranges: next })}
        />
      ) : null}
      {choice === 'absence' ? (
        <>
          <Select {...form.field('kind')} label="Reason" options={kindOptions} />
          <Checkbox {...form.flag('isWholeDay')} label="Whole day" />
          {isWholeDay ? null : (
            <div className="grid grid-cols-2 gap-4">
              <TimeInput {...form.field('from_time')} label="From" />
              <TimeInput {...form.field('until_time')} label="Until" />
            </div>
          )}
          <TextArea {...form.field('note')} label="Note" rows={2} />
        </>
      ) : null}
    </FormDialog>
  );
}
