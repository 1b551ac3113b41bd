import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import {
  daysFromMonday,
  problemOfDay,
  withFirstWeekCopied,
  withMondayCopied,
  type WeekDraft,
} from '../pattern-draft.ts';
import { HoursFields } from './hours-fields.tsx';

/** Which week of the cycle is edited. */
function WeekTabs({
  count,
  current,
  onChange,
}: {
  count: number;
  current: number;
  onChange: (week: number) => void;
}) {
  return (
    <div role="group" aria-label="Week" className="flex rounded-md border border-edge/70 p-0.5">
      {Array.from({ length: count }, (_, n) => n + 1).map((week) => (
        <button
          key={week}
          type="button"
          aria-pressed={current === week - 1}
          onClick={() => onChange(week - 1)}
          className={classNames(
            'min-h-7 rounded-sm px-2.5 text-sm font-semibold pointer-coarse:min-h-9',
            current === week - 1 ? 'bg-brand text-on-brand' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          Week {week}
        </button>
      ))}
    </div>
  );
}

/** The hours of a week, day by day from Monday. */
function WeekFields({
  week,
  errorOf,
  onChange,
}: {
  week: WeekDraft;
  errorOf: (day: (typeof daysFromMonday)[number]) => string | undefined;
  onChange: (week: WeekDraft) => void;
}) {
  const { weekdays } = useFormats();
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {daysFromMonday.map((day, n) => (
        <li key={day} className="grid gap-x-4 gap-y-1.5 px-3 py-2 sm:grid-cols-[7rem_1fr]">
          <p className="font-medium sm:pt-1.5">{weekdays[(n + 1) % 7]?.long}</p>
          <HoursFields
            name={weekdays[(n + 1) % 7]?.long ?? day}
            hours={week[day]}
            error={errorOf(day)}
            onChange={(hours) => onChange({ ...week, [day]: hours })}
          />
        </li>
      ))}
    </ul>
  );
}

/** The weeks of a cycle of working hours, one at a time. */
export function PatternWeeks({
  weeks,
  count,
  errors,
  onChange,
}: {
  weeks: readonly WeekDraft[];
  /** How many of them the cycle has. */
  count: number;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (weeks: WeekDraft[]) => void;
}) {
  const [current, setCurrent] = useState(0);
  const shown = Math.min(current, count - 1);
  const week = weeks[shown];
  const setShown = (next: WeekDraft) => onChange(weeks.map((one, n) => (n === shown ? next : one)));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {count > 1 ? <WeekTabs count={count} current={shown} onChange={setCurrent} /> : null}
        <div className="ml-auto flex flex-wrap gap-1">
          <Button
            size="small"
            variant="quiet"
            icon={<Copy aria-hidden="true" className="size-4" />}
            onClick={() => (week ? setShown(withMondayCopied(week)) : undefined)}
          >
            Copy Monday to weekdays
          </Button>
          {count > 1 ? (
            <Button
              size="small"
              variant="quiet"
              icon={<Copy aria-hidden="true" className="size-4" />}
              onClick={() => onChange(withFirstWeekCopied(weeks))}
            >
              Copy week 1 to the others
            </Button>
          ) : null}
        </div>
      </div>
      {week ? (
        <WeekFields week={week} errorOf={(day) => problemOfDay(errors, shown, day)} onChange={setShown} />
      ) : null}
      {errors['hours'] ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {errors['hours']}
        </p>
      ) : null}
    </>
  );
}
