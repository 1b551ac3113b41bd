import type { AbsenceRecord } from '@burrow/contracts/absence';
import { dayToDate, daysBetween } from '@burrow/contracts/calendar-day';
import type { AbsenceKind } from '@burrow/contracts/rota-limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changesTo } from '../../../lib/changes-to.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { absenceLabels, absentName, kindOptions, resourceKindOptions } from '../absence-words.ts';
import { sentEnd, shownEnd } from '../rota-days.ts';
import { useRotaCommand, useRotaForm } from '../use-rota-form.tsx';

interface AbsenceValues {
  /** 'staff 5' or 'resource 3'; empty for the whole practice. */
  whose: string;
  from_date: string;
  until_date: string;
  isWholeDay: boolean;
  from_time: string;
  until_time: string;
  kind: AbsenceKind;
  note: string;
}

/** Someone or something that can be absent. */
interface Named {
  id: number;
  name: string;
}

/** What a new absence is of: to choose, or of one room or piece of equipment. */
export type AbsenceChoice = { people: readonly Named[]; resources: readonly Named[] } | { resource: Named };

const isWhole = ({ from_time, until_time }: AbsenceRecord): boolean =>
  from_time === '00:00' && until_time === '24:00';

const ofResource = 'resource ';

const choicesOf = (kind: 'staff' | 'resource', all: readonly Named[]) =>
  all.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }));

function whoseOf(absence: AbsenceRecord | null, choice: AbsenceChoice): string {
  if (absence?.staff_id) return `staff ${absence.staff_id}`;
  const resource = absence?.resource_id ?? ('resource' in choice ? choice.resource.id : null);
  return resource === null ? '' : `${ofResource}${resource}`;
}

/** Whose absence a new one is, and on which day. */
export interface AbsenceBeginning {
  staffId: number;
  date: string;
}

function valuesOf(
  absence: AbsenceRecord | null,
  choice: AbsenceChoice,
  begin: AbsenceBeginning | null,
  today: string,
): AbsenceValues {
  const whole = absence === null || isWhole(absence);
  const whose = begin === null ? whoseOf(absence, choice) : `staff ${begin.staffId}`;
  const isOfResource = whose.startsWith(ofResource);
  return {
    whose,
    from_date: absence?.from_date ?? begin?.date ?? today,
    until_date: absence?.until_date ?? begin?.date ?? today,
    isWholeDay: whole,
    from_time: whole ? '09:00' : absence.from_time,
    until_time: whole ? '17:00' : shownEnd(absence.until_time),
    // A day that has begun is missed, not planned.
    kind: absence?.kind ?? (isOfResource ? 'maintenance' : begin?.date === today ? 'sick' : 'leave'),
    note: absence?.note ?? '',
  };
}

const problemsOf = ({ from_date, until_date, isWholeDay, from_time, until_time }: AbsenceValues) => {
  if (until_date < from_date) return { until_date: 'The last day can’t be before the first.' };
  const isBackwards = !isWholeDay && until_date === from_date && sentEnd(until_time) <= from_time;
  return isBackwards ? { until_time: 'The end must be after the start.' } : {};
};

const inputOf = ({ whose: _whose, isWholeDay, note, ...values }: AbsenceValues) => ({
  ...values,
  ...(isWholeDay ? { from_time: '00:00', until_time: '24:00' } : { until_time: sentEnd(values.until_time) }),
  note: note || null,
});

/** Adds an absence, or sends what was changed in one since `began`: another person may have changed the rest. */
function useAbsenceCommand(absence: AbsenceRecord | null, began: AbsenceValues) {
  const create = useRotaCommand('absence_create');
  const update = useRotaCommand('absence_update');
  const run = (values: AbsenceValues, preview: boolean) => {
    const input = inputOf(values);
    if (absence !== null) {
      const changes = changesTo(inputOf(began), input);
      return update.run({ absence_id: absence.absence_id, ...changes }, preview);
    }
    const [kind, id] = values.whose.split(' ');
    return create.run({ ...input, ...(id === undefined ? {} : { [`${kind}_id`]: id }) }, preview);
  };
  return { busy: create.busy || update.busy, run };
}

/** Whose absence it is, and why. A room is out of use for other reasons than a person is absent. */
function WhoseFields({ form, choice }: { form: FormOf<AbsenceValues>; choice: AbsenceChoice | null }) {
  const { whose, kind } = form.values;
  const isResource = whose.startsWith(ofResource);
  const choose = (next: string) => {
    const isNextResource = next.startsWith(ofResource);
    form.set({
      whose: next,
      ...(isNextResource === isResource ? {} : { kind: isNextResource ? 'maintenance' : 'leave' }),
    });
  };
  const kinds = isResource ? resourceKindOptions : kindOptions;
  return (
    <>
      {choice !== null && 'people' in choice ? (
        <Select
          {...form.field('whose')}
          label="Who or what"
          className="col-span-2"
          emptyLabel="The whole practice"
          onChange={({ target }) => choose(target.value)}
          options={[...choicesOf('staff', choice.people), ...choicesOf('resource', choice.resources)]}
        />
      ) : null}
      <Select
        {...form.field('kind')}
        label="Reason"
        className="col-span-2"
        options={
          kinds.some(({ value }) => value === kind)
            ? kinds
            : [...kinds, { value: kind, label: absenceLabels[kind] }]
        }
      />
    </>
  );
}

function titleOf(absence: AbsenceRecord | null, choice: AbsenceChoice): string {
  if (absence !== null) {
    const isResource = absence.resource_id !== null;
    return isResource ? `Out of use: ${absentName(absence)}` : `Edit absence: ${absentName(absence)}`;
  }
  return 'resource' in choice ? `Out of use: ${choice.resource.name}` : 'Add absence';
}

/** The last day that one request for the rota reaches. */
const maxDays = 35;

/** The holidays in a period, on which the practice is closed anyway. */
function HolidaysWithin({ from, until }: { from: string; until: string }) {
  const formats = useFormats();
  const isPeriod = dayToDate(from) !== null && dayToDate(until) !== null && until >= from;
  const days = isPeriod ? Math.min(daysBetween(from, until) + 1, maxDays) : 1;
  const { data } = useQuery({ ...actionQuery('rota', { from, days }), enabled: isPeriod });
  const holidays = (data?.practice ?? []).filter(({ holiday }) => holiday !== null);
  if (!isPeriod || holidays.length === 0) return null;
  const named = holidays.map(({ date, holiday }) => `${formats.shortDay(date)} (${holiday})`);
  return <p className="col-span-2 text-sm text-ink-soft">Already closed: {named.join(', ')}</p>;
}

/** Adds an absence, or changes `absence`. */
export function AbsenceDialog({
  absence,
  begin = null,
  choice,
  onClose,
}: {
  absence: AbsenceRecord | null;
  begin?: AbsenceBeginning | null;
  choice: AbsenceChoice;
  onClose: () => void;
}) {
  const formats = useFormats();
  const [began] = useState(() => valuesOf(absence, choice, begin, formats.today()));
  const { form, question } = useRotaForm({
    draft: `absence ${absence?.absence_id ?? JSON.stringify(begin)}`,
    values: began,
    rules: rulesOfCommand('absence_create'),
    check: problemsOf,
    ...useAbsenceCommand(absence, began),
    onSaved: () => {
      toast.success('Absence saved', { about: 'rota' });
      onClose();
    },
    failure: 'Couldn’t save the absence',
  });
  return (
    <FormDialog
      form={form}
      title={titleOf(absence, choice)}
      width="small"
      className="grid grid-cols-2 gap-4"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      after={question}
    >
      <WhoseFields form={form} choice={absence === null ? choice : null} />
      <DateInput {...form.field('from_date')} label="First day" />
      <DateInput {...form.field('until_date')} label="Last day" min={form.values.from_date} required />
      <HolidaysWithin from={form.values.from_date} until={form.values.until_date} />
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
