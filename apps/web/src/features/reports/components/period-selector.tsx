import { type ReportPeriodName } from '@burrow/contracts/report-period';
import { useId } from 'react';
import { useDayDrafts } from '../../../lib/use-day-drafts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import type { ShownPeriod } from '../use-period.ts';
import { RangeChoices } from './range-choices.tsx';

const periods: readonly { name: ReportPeriodName; label: string; className: string }[] = [
  { name: 'today', label: 'Today', className: 'max-sm:col-span-2' },
  { name: 'week', label: 'This Week', className: 'max-sm:col-span-2' },
  { name: 'month', label: 'This Month', className: 'max-sm:col-span-2' },
  { name: 'year', label: 'This Year', className: 'max-sm:col-span-3' },
  { name: 'custom', label: 'Custom Range', className: 'max-sm:col-span-3' },
];

/** A row of toggle buttons, of which one is selected; two rows on a phone. */
function PeriodChoices({ asked, choose }: Pick<ShownPeriod, 'asked' | 'choose'>) {
  const group = useId();
  return (
    <fieldset className="min-w-0 max-sm:w-full">
      <legend className="sr-only">Period</legend>
      <div className="rounded-md border border-edge/70 bg-surface p-0.5 max-sm:grid max-sm:grid-cols-6 sm:inline-flex">
        {periods.map(({ name, label, className }) => (
          <label
            key={name}
            className={classNames(
              'inline-flex min-h-8 cursor-pointer items-center justify-center rounded-sm px-3 text-sm font-semibold whitespace-nowrap select-none pointer-coarse:min-h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              name === asked.period
                ? 'bg-brand text-on-brand'
                : 'text-ink-soft hover:bg-sunken hover:text-ink',
              className,
            )}
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === asked.period}
              onChange={() => choose(name)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The first and last day of a custom range, with the error. */
function RangeFields(shown: ShownPeriod) {
  const { today, problem, asked, changeRange } = shown;
  const [range, change] = useDayDrafts({ start: asked.start, end: asked.end }, changeRange);
  const wrong = (end: 'start' | 'end') => (problem?.ends[0] === end ? problem.message : undefined);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5 max-sm:w-full">
      <legend className="sr-only">Custom range</legend>
      <div className="flex items-start gap-3">
        <DateInput
          label="From"
          className="max-sm:flex-1 sm:w-44"
          value={range.start}
          max={today}
          error={wrong('start')}
          onChange={({ target }) => change({ start: target.value })}
        />
        <DateInput
          label="To"
          className="max-sm:flex-1 sm:w-44"
          value={range.end}
          min={range.start}
          max={today}
          error={wrong('end')}
          onChange={({ target }) => change({ end: target.value })}
        />
      </div>
      <RangeChoices onChoose={({ from, to }) => change({ start: from, end: to })} />
    </fieldset>
  );
}

/** Selects the period of all figures on the page. */
export function PeriodSelector({ period }: { period: ShownPeriod }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-3 max-sm:w-full print:hidden">
      <PeriodChoices {...period} />
      {period.asked.period === 'custom' ? <RangeFields {...period} /> : null}
    </div>
  );
}
