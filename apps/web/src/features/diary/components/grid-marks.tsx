import { timeOf } from '@burrow/contracts/calendar-day';
import { useLayoutEffect, useRef } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import type { DiaryColumn } from '../diary-columns.ts';
import { type DeviceChoices, choose } from '../device-choices.ts';
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

/** Starts above the first hour, so that its label is readable. */
const labelSpace = 12;

/** Scrolls to the hour that this browser remembers, or to when the practice opens, and remembers later scrolling. */
export function useFirstHour(columns: readonly DiaryColumn[], { hourHeight, firstHour }: DeviceChoices) {
  const scroller = useRef<HTMLDivElement>(null);
  const opens = Math.min(...columns.flatMap(({ working }) => working.map(({ start }) => start)), 8 * 60);
  const first = firstHour ?? Math.max(Math.floor(opens / 60), 0);
  const begin = useRef(first);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = begin.current * hourHeight - labelSpace;
  }, [hourHeight]);
  const onScrollEnd = () => {
    const hour = Math.round((scroller.current?.scrollTop ?? 0) / hourHeight);
    if (hour === begin.current || hour > 23) return;
    begin.current = hour;
    choose({ firstHour: hour });
  };
  /** Scrolls a time into view. */
  const reveal = (minutes: number) => {
    const view = scroller.current;
    const y = (minutes / 60) * hourHeight;
    if (view && (y < view.scrollTop || y > view.scrollTop + view.clientHeight - 2 * hourHeight)) {
      view.scrollTop = Math.max(y - hourHeight, 0);
    }
  };
  return { scroller, onScrollEnd, reveal };
}

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

/** The current time, across today's columns. */
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
