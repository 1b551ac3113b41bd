import { timeOf } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { dayMinutes } from '../snap.ts';

/** The new place of a dragged card or empty time, with its conflicts. */
export function DropMark({
  column,
  columns,
  start,
  minutes,
  hourHeight,
  title,
  reasons,
}: {
  /** -1 for the strip left of the first. */
  column: number;
  columns: number;
  start: number;
  minutes: number;
  hourHeight: number;
  title: string;
  reasons: readonly string[];
}) {
  const formats = useFormats();
  const end = start + minutes;
  return (
    <div
      aria-hidden="true"
      data-drop-mark={reasons.length > 0 ? 'conflict' : 'free'}
      className={classNames(
        'figures pointer-events-none absolute z-10 min-h-6 rounded-sm border-2 px-1.5 py-0.5 text-xs leading-4 shadow-pop',
        reasons.length > 0
          ? 'border-attention bg-attention-soft text-attention'
          : 'border-brand bg-brand-soft text-brand',
      )}
      style={{
        top: (start / 60) * hourHeight,
        height: ((Math.min(end, dayMinutes) - start) / 60) * hourHeight,
        ...(column < 0
          ? { left: '-3.5rem', width: '3.5rem' }
          : { left: `${(column / columns) * 100}%`, width: `${100 / columns}%` }),
      }}
    >
      <strong className="block truncate">
        {formats.time(timeOf(start))}–{formats.time(timeOf(end % dayMinutes))} {title}
      </strong>
      {reasons.map((why) => (
        <span key={why} className="block font-semibold">
          {why}
        </span>
      ))}
    </div>
  );
}
