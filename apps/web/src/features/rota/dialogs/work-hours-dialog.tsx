import type { RotaPerson, WorkPatternRecord } from '@burrow/contracts/rota';
import { maxPatternWeeks } from '@burrow/contracts/rota-limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { OutsideList, rotaWords } from '../components/outside-list.tsx';
import { PatternWeeks } from '../components/pattern-weeks.tsx';
import {
  draftOfPattern,
  newPattern,
  patternProblems,
  sentPattern,
  type PatternDraft,
} from '../pattern-draft.ts';
import { useRotaCommand, useRotaForm } from '../use-rota-form.tsx';

const weekChoices = Array.from({ length: maxPatternWeeks }, (_, n) => ({
  value: String(n + 1),
  label: n === 0 ? 'Every week' : `Every ${n + 1} weeks`,
}));

interface Chosen {
  person: RotaPerson;
  /** Null for new working hours. */
  pattern: WorkPatternRecord | null;
  others: readonly WorkPatternRecord[];
  choose: (patternId: number | null) => void;
  onClose: () => void;
}

const periodOf = (
  { valid_from: from, valid_until: until }: WorkPatternRecord,
  day: (date: string) => string,
): string => (until === null ? `From ${day(from)}` : `${day(from)} – ${day(until)}`);

/** Deletes the hours that are shown, after showing which appointments that leaves outside the rota. */
function DeletePattern({
  person: { name },
  pattern,
  others,
  onClose,
}: Omit<Chosen, 'choose'> & { pattern: WorkPatternRecord }) {
  const input = { pattern_id: pattern.pattern_id };
  const { run } = useRotaCommand('work_pattern_delete');
  const preview = useMutation({ mutationFn: () => run(input, true) });
  const { data: outcome, error } = preview;
  return (
    <>
      <Button
        variant="attention-quiet"
        size="small"
        className="self-start"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        busy={preview.isPending}
        onClick={() => preview.mutate()}
      >
        Delete these hours
      </Button>
      <FormProblem>
        {error === null ? null : messageOf(error, 'Couldn’t check which appointments this affects.')}
      </FormProblem>
      {outcome ? (
        <ConfirmCommand
          command="work_pattern_delete"
          input={input}
          title={`Delete these working hours of ${name}?`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          done="Working hours deleted"
          about="rota"
          failure="Couldn’t delete the working hours."
          onClose={() => preview.reset()}
          onDone={onClose}
          questions={<OutsideList {...outcome} label={rotaWords.list} />}
        >
          {others.length > 0
            ? `${name} will have no working hours on these days.`
            : `Without working hours, ${name} is treated as working whenever you’re open.`}{' '}
          {outcome.outside > 0 ? `${rotaWords.title(outcome.outside)}. ${rotaWords.advice}` : null}
        </ConfirmCommand>
      ) : null}
    </>
  );
}

/** Chooses among the person's periods; nothing while there is only the new one. */
function PeriodSelect({
  pattern,
  others,
  choose,
  disabled,
}: Omit<Chosen, 'person' | 'onClose'> & { disabled: boolean }) {
  const formats = useFormats();
  if (others.length === 0 && pattern === null) return null;
  return (
    <Select
      label="Period"
      className="sm:col-span-2"
      value={pattern === null ? '' : String(pattern.pattern_id)}
      onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
      disabled={disabled}
      hint={disabled ? 'Save or cancel your changes to choose another period.' : undefined}
      options={[
        ...[...others, ...(pattern === null ? [] : [pattern])]
          .toSorted((a, b) => a.valid_from.localeCompare(b.valid_from))
          .map((one) => ({ value: String(one.pattern_id), label: periodOf(one, formats.day) })),
        { value: '', label: 'New working hours' },
      ]}
    />
  );
}

function PatternForm({ person, pattern, others, choose, onClose }: Chosen) {
  const formats = useFormats();
  const { run, busy } = useRotaCommand('work_pattern_set');
  const { form, question } = useRotaForm<PatternDraft, Awaited<ReturnType<typeof run>>>({
    draft: `hours ${pattern?.pattern_id ?? 'new'} of ${person.staff_id}`,
    values: pattern === null ? newPattern(formats.today()) : draftOfPattern(pattern),
    rules: rulesOfCommand('work_pattern_set'),
    check: patternProblems,
    busy,
    run: (values, preview) =>
      run(
        {
          staff_id: person.staff_id,
          ...(pattern === null ? {} : { pattern_id: pattern.pattern_id }),
          ...sentPattern(values),
        },
        preview,
      ),
    onSaved: () => {
      toast.success(`Working hours of ${person.name} saved`, { about: 'rota' });
      onClose();
    },
    failure: 'Couldn’t save the working hours',
    blames: { pattern_overlap: 'valid_from' },
  });
  const count = Number(form.values.weeks);
  return (
    <FormDialog
      form={form}
      title={`Working hours: ${person.name}`}
      width="large"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      after={
        <>
          {pattern === null ? null : <DeletePattern {...{ person, pattern, others, onClose }} />}
          {question}
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <PeriodSelect {...{ pattern, others, choose }} disabled={form.changed} />
        <DateInput {...form.field('valid_from')} label="First day" />
        <DateInput
          {...form.field('valid_until')}
          label="Last day"
          min={form.values.valid_from}
          hint="Leave empty for no end"
        />
        <Select {...form.field('weeks')} label="Repeats" options={weekChoices} />
        {count > 1 ? (
          <DateInput {...form.field('anchor')} label="Week 1 begins on" hint="The Monday of that week" />
        ) : null}
      </div>
      <PatternWeeks
        weeks={form.values.hours}
        count={count}
        errors={form.errors}
        onChange={(hours) => form.set({ hours })}
      />
    </FormDialog>
  );
}

/** The pattern that is valid today, or else the next, or else the last. */
const currentPattern = (
  patterns: readonly WorkPatternRecord[],
  today: string,
): WorkPatternRecord | undefined =>
  patterns.find(({ valid_until: until }) => until === null || until >= today) ?? patterns.at(-1);

/** A person's working hours: a cycle of one to four weeks, for a period. */
export function WorkHoursDialog({ person, onClose }: { person: RotaPerson; onClose: () => void }) {
  const formats = useFormats();
  const query = useQuery(actionQuery('work_patterns', { staff_id: person.staff_id }));
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  if (query.data === undefined) {
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title={`Working hours: ${person.name}`}
        width="large"
      >
        {query.isError ? (
          <QueryError query={query} title="Couldn’t load the working hours" />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Dialog>
    );
  }
  const pattern =
    chosen === undefined
      ? currentPattern(query.data, formats.today())
      : query.data.find(({ pattern_id: id }) => id === chosen);
  return (
    <PatternForm
      key={pattern?.pattern_id ?? 'new'}
      person={person}
      pattern={pattern ?? null}
      others={query.data.filter((one) => one !== pattern)}
      choose={setChosen}
      onClose={onClose}
    />
  );
}
