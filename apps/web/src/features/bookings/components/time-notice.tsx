import { CalendarX2 } from 'lucide-react';
import { endTime } from '../../../lib/booking-time.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useAskedTime, type AskedTime, type DayOfTimes } from '../queries.ts';
import { ConflictList } from './taken-time-banner.tsx';

/** Why the practice is closed at the time; null when it is open. */
function useClosedSentence({ date, minutes }: DayOfTimes, found: AskedTime | null): string | null {
  const formats = useFormats();
  if (found === null || !found.asked.outside_hours) return null;
  if (found.holiday !== null) return `The practice is closed on ${formats.longDay(date)} (${found.holiday}).`;
  if (found.closed) return `The practice is closed on ${formats.longDay(date)}.`;
  const { time } = found.asked;
  const hours = found.opening.map(({ from, to }) => `${formats.time(from)}–${formats.time(to)}`).join(', ');
  return `${formats.time(time)}–${formats.time(endTime(time, minutes))} is outside opening hours (${hours}).`;
}

/**
 * Warns that the practice is closed at the chosen time, or that it conflicts with other appointments. It can still be
 * booked.
 */
export function TimeNotice({
  day,
  time,
  className,
}: {
  day: DayOfTimes | null;
  time: string;
  className?: string;
}) {
  const found = useAskedTime(day, time);
  const closed = useClosedSentence(day ?? { date: '', minutes: 0, staffId: null }, found);
  const clash = found?.asked.message ?? null;
  const warnings = found?.asked.warnings ?? [];
  return (
    <div aria-live="polite" className={className}>
      {found === null || (closed === null && clash === null && warnings.length === 0) ? null : (
        <Banner tone="warning" icon={<CalendarX2 />}>
          {closed === null ? null : <p className="font-semibold">{closed}</p>}
          {clash === null ? null : <p className="font-semibold">{clash}</p>}
          <ConflictList conflicts={found.asked.conflicts} />
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
          <p className="mt-1 text-sm text-ink-soft">Choose another time, or book anyway.</p>
        </Banner>
      )}
    </div>
  );
}
