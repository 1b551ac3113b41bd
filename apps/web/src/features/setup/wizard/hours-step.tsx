import type { Weekday } from '@burrow/contracts/weekdays';
import { useId } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { daysFromMonday } from '../../rota/pattern-draft.ts';
import type { PersonHours, useTeamHours } from './team-hours.ts';

/** The days of the week, each to be chosen. */
function DayChoice({
  days,
  disabled,
  onChange,
}: {
  days: readonly Weekday[];
  disabled: boolean;
  onChange: (days: readonly Weekday[]) => void;
}) {
  const { weekdays } = useFormats();
  const toggle = (day: Weekday) =>
    onChange(daysFromMonday.filter((other) => days.includes(other) !== (other === day)));
  return (
    <div role="group" aria-label="Working days" className="grid w-full grid-cols-7 gap-1 sm:flex sm:w-auto">
      {daysFromMonday.map((day, place) => {
        const { short, long } = weekdays[(place + 1) % 7] ?? { short: day, long: day };
        return (
          <label
            key={day}
            className="relative grid min-h-9 min-w-0 cursor-pointer place-items-center rounded-md border border-edge/70 bg-surface text-sm font-semibold select-none has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand sm:min-w-12 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
              aria-label={long}
              checked={days.includes(day)}
              disabled={disabled}
              onChange={() => toggle(day)}
            />
            <span aria-hidden="true">{short}</span>
          </label>
        );
      })}
    </div>
  );
}

function PersonRow({
  person,
  problem,
  disabled,
  onChange,
}: {
  person: PersonHours;
  problem: string | null;
  disabled: boolean;
  onChange: (edit: Partial<PersonHours>) => void;
}) {
  const problemId = useId();
  return (
    <fieldset
      aria-describedby={problem === null ? undefined : problemId}
      className="rounded-md border border-line px-3 pt-1 pb-3"
    >
      <legend className="max-w-full px-1 text-sm font-semibold wrap-anywhere">{person.name}</legend>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <DayChoice days={person.days} disabled={disabled} onChange={(days) => onChange({ days })} />
        <div className="grid w-full grid-cols-2 gap-3 sm:w-auto sm:grid-cols-[8rem_8rem]">
          <TimeInput
            label="From"
            value={person.from}
            disabled={disabled}
            onChange={({ target }) => onChange({ from: target.value })}
          />
          <TimeInput
            label="Until"
            value={person.to}
            disabled={disabled}
            onChange={({ target }) => onChange({ to: target.value })}
          />
        </div>
      </div>
      {problem === null ? null : (
        <p id={problemId} role="alert" className="mt-1.5 text-sm font-medium text-attention">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** The optional step of the guided setup: the working days and hours of each person. */
export function HoursStep({ hours, busy }: { hours: ReturnType<typeof useTeamHours>; busy: boolean }) {
  const { rota, team, others } = hours;
  return (
    <QueryView query={rota} skeleton={<SkeletonRows rows={2} />} failure="Couldn’t load the team">
      {() => (
        <div className="flex flex-col gap-3">
          {team.map((person) => (
            <PersonRow
              key={person.staffId}
              person={person}
              problem={hours.problemOf(person)}
              disabled={busy}
              onChange={(edit) => hours.change(person.staffId, edit)}
            />
          ))}
          {others.length > 0 ? (
            <p className="text-ink-soft">Working hours already set: {others.join(', ')}.</p>
          ) : null}
          <p className="text-sm text-ink-soft">
            Clients can then request appointments only while someone is working. Breaks, cycles of several
            weeks and absences are under Settings → Rota.
          </p>
        </div>
      )}
    </QueryView>
  );
}
