import { useState } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { useActivity } from '../queries.ts';

type Week = OutputOf<'superadmin/activity'>[number];

const series = [
  { name: 'new_bookings', label: 'New appointments', bar: 'bg-brand' },
  { name: 'active_practices', label: 'Active practices', bar: 'bg-progress' },
  { name: 'new_practices', label: 'New practices', bar: 'bg-confirmed' },
] as const;

type Series = (typeof series)[number];

/** One bar for each week. Hidden from screen readers: the table has the same numbers. */
function Bars({ weeks, of: { name, label, bar } }: { weeks: readonly Week[]; of: Series }) {
  const highest = Math.max(1, ...weeks.map((week) => week[name]));
  const last = weeks.at(-1);
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-sm font-semibold">{label}</h3>
        <p className="figures text-sm text-ink-soft">{operatorFormats.number(last?.[name] ?? 0)} this week</p>
      </div>
      <div aria-hidden="true" className="mt-2 flex h-24 items-end gap-0.5 border-b border-edge">
        {weeks.map((week) => (
          <div
            key={week.week}
            title={`${operatorFormats.day(week.week)}: ${operatorFormats.number(week[name])}`}
            className="flex h-full min-w-0 flex-1 items-end hover:bg-sunken"
          >
            <div
              className={`w-full rounded-t-sm ${bar}`}
              style={{ height: week[name] === 0 ? 0 : `max(2px, ${(100 * week[name]) / highest}%)` }}
            />
          </div>
        ))}
      </div>
      <p aria-hidden="true" className="figures mt-1 flex justify-between text-xs text-ink-soft">
        <span>{operatorFormats.day(weeks[0]?.week)}</span>
        <span>{operatorFormats.day(last?.week)}</span>
      </p>
    </div>
  );
}

function WeekTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <Table caption="Activity by week, the latest first">
      <thead>
        <tr>
          <Th>Week from</Th>
          {series.map(({ name, label }) => (
            <Th key={name} className="text-right whitespace-normal">
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((week) => (
          <Tr key={week.week}>
            <Td className="figures whitespace-nowrap">{operatorFormats.day(week.week)}</Td>
            {series.map(({ name }) => (
              <Td key={name} className="figures text-right">
                {operatorFormats.number(week[name])}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The activity of the last weeks: bars, and a table of the numbers. */
export function ActivityCard() {
  const activity = useActivity();
  const [open, setOpen] = useState(false);
  const { data } = activity;
  return (
    <Card
      title="Activity"
      aside={<span className="text-sm text-ink-soft">by week</span>}
      actions={
        data ? (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide table' : 'Show table'}
          </Button>
        ) : null
      }
    >
      <QueryView
        query={activity}
        skeleton={
          <div role="status">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-32" />
          </div>
        }
        failure="Couldn’t load the activity"
      >
        {(weeks) => (
          <div className="grid gap-x-8 gap-y-5 md:grid-cols-3">
            {series.map((one) => (
              <Bars key={one.name} weeks={weeks} of={one} />
            ))}
          </div>
        )}
      </QueryView>
      {data && open ? (
        <div className="mt-4 border-t border-line pt-3">
          <WeekTable weeks={data} />
        </div>
      ) : null}
    </Card>
  );
}
