import type { PortalDay } from '@burrow/contracts/portal';
import { addMonths, monthOf } from '../../../lib/calendar-day.ts';
import { classNames } from '../../../ui/class-names.ts';
import { DayCalendar, markClass, type DayMark } from '../../../ui/day-calendar.tsx';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import type { Availability } from './use-availability.ts';

/** How far ahead can be asked, in months. */
const monthsAhead = 24;

function markOf(day: PortalDay | undefined): DayMark | undefined {
  if (day?.state === 'closed') return { kind: 'closed', note: 'Business closed' };
  if (day?.state === 'holiday') return { kind: 'holiday', note: `Holiday: ${day.holiday}` };
  if (day?.state === 'full') return { kind: 'full', note: 'No free times' };
  return undefined;
}

const legend: readonly { kind: DayMark['kind']; text: string }[] = [
  { kind: 'closed', text: 'Business closed' },
  { kind: 'holiday', text: 'Holiday' },
  { kind: 'full', text: 'No free times' },
];

/** What the dots mean, for the eye; each day says it in words too. */
const Legend = () => (
  <ul aria-hidden="true" className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm text-ink-soft">
    {legend.map(({ kind, text }) => (
      <li key={kind} className="flex items-center gap-1.5">
        <span
          className={classNames(
            'relative size-1.5 after:absolute after:inset-0 after:rounded-full',
            markClass[kind],
          )}
        />
        {text}
      </li>
    ))}
  </ul>
);

/** The practice's month, to choose a day from. */
export function MonthCalendar({
  availability,
  month,
  date,
  onMonthChange,
  onDateChange,
}: {
  /** Of the month that is shown. */
  availability: Availability;
  month: string;
  date: string;
  onMonthChange: (month: string) => void;
  onDateChange: (date: string) => void;
}) {
  const formats = usePortalFormats();
  const practice = usePortalPractice();
  const today = availability.data?.today ?? formats.today();
  return (
    <div aria-busy={availability.isFetching || undefined}>
      <DayCalendar
        full
        label="Day of the appointment"
        day={date}
        onDayChange={onDateChange}
        today={today}
        earliest={today}
        latest={`${addMonths(monthOf(today), monthsAhead)}${today.slice(7)}`}
        month={month}
        onMonthChange={onMonthChange}
        markOf={(day) => markOf(availability.dayOf(day))}
        weekStartsOn={practice?.week_starts_on === 'monday' ? 1 : 0}
        formats={formats}
      />
      <Legend />
    </div>
  );
}
