import type { PortalDay } from '@burrow/contracts/portal-booking';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { DayCalendarSkeleton } from '../../../ui/day-calendar-skeleton.tsx';
import { markClass, type DayMark } from '../../../ui/day-mark.ts';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import type { Availability } from './use-availability.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

// The rest of the form can be filled in while the calendar's script loads.
const DayCalendar = lazyComponent(
  async () => (await import('../../../ui/day-calendar.tsx')).DayCalendar,
  ({ month = '', weekStartsOn }) => <DayCalendarSkeleton month={month} weekStartsOn={weekStartsOn} />,
);

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

/** The legend of the dots. For screen readers, each day says it in words. */
const Legend = () => (
  <ul aria-hidden="true" className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm text-ink-soft">
    {legend.map(({ kind, text }) => (
      <li key={kind} className="flex items-center gap-1.5">
        <span className={classNames('relative size-1.5 after:absolute after:inset-0', markClass[kind])} />
        {text}
      </li>
    ))}
  </ul>
);

/** Why the day that has the focus or was pressed can't be chosen. */
function ShutDay({ date, day }: { date: string; day: PortalDay | undefined }) {
  const { longDay } = usePortalFormats();
  const isShut = day?.state === 'closed' || day?.state === 'holiday';
  return (
    <p role="status" className="mt-2 text-center text-sm wrap-anywhere empty:mt-0">
      {isShut ? `${longDay(date)} – ${markOf(day)?.note ?? ''}` : ''}
    </p>
  );
}

/** The practice's month, to choose a day. */
export function MonthCalendar({
  availability,
  month,
  date,
  onMonthChange,
  onDateChange,
}: {
  /** The days of the visible month. */
  availability: Availability;
  month: string;
  date: string;
  onMonthChange: (month: string) => void;
  onDateChange: (date: string) => void;
}) {
  const formats = usePortalFormats();
  const practice = usePortalPractice();
  const today = availability.data?.today ?? formats.today();
  const [pointed, setPointed] = useState('');
  const weekStartsOn = practice?.week_starts_on === 'monday' ? 1 : 0;
  return (
    <div aria-busy={availability.isFetching || undefined}>
      <DayCalendar
        full
        label="Day of the appointment"
        day={date}
        onDayChange={onDateChange}
        onDayPoint={setPointed}
        today={today}
        earliest={today}
        {...(availability.data && { latest: availability.data.latest })}
        month={month}
        onMonthChange={onMonthChange}
        markOf={(day) => markOf(availability.dayOf(day))}
        weekStartsOn={weekStartsOn}
        formats={formats}
      />
      <Legend />
      <ShutDay date={pointed} day={availability.dayOf(pointed)} />
    </div>
  );
}
