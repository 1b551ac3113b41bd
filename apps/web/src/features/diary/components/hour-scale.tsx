import { timeOf } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import type { DiaryColumn } from '../diary-columns.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The times of the hours, left of the columns. */
export function HourScale({ hourHeight }: { hourHeight: number }) {
  const formats = useFormats();
  return (
    <div className="figures sticky left-0 z-10 w-14 shrink-0 bg-surface text-xs text-ink-soft">
      {hours.slice(1).map((hour) => (
        <span key={hour} className="absolute right-2 -translate-y-1/2" style={{ top: hour * hourHeight }}>
          {formats.time(timeOf(hour * 60))}
        </span>
      ))}
    </div>
  );
}

/** The present time, across today's columns. */
export function NowLine({
  columns,
  today,
  minutes,
  hourHeight,
}: {
  columns: readonly DiaryColumn[];
  today: string;
  minutes: number;
  hourHeight: number;
}) {
  const first = columns.findIndex(({ date }) => date === today);
  if (first === -1) return null;
  const count = columns.filter(({ date }) => date === today).length;
  return (
    <div
      aria-hidden="true"
      data-now
      className="pointer-events-none absolute z-5 border-t-2 border-attention before:absolute before:-top-1.25 before:-left-1 before:size-2 before:rounded-full before:bg-attention"
      style={{
        top: (minutes / 60) * hourHeight - 1,
        left: `${(first / columns.length) * 100}%`,
        width: `${(count / columns.length) * 100}%`,
      }}
    />
  );
}
