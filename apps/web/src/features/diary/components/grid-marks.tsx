import { timeOf } from '@burrow/contracts/calendar-day';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import type { DiaryColumn } from '../diary-columns.ts';
import { type DeviceChoices, choose } from '../device-choices.ts';
import { classNames } from '../../../ui/class-names.ts';
import { clockOf } from '../day-spans.ts';
import { dayMinutes } from '../snap.ts';
import type { FoundGap } from '../use-first-free.ts';
import { cardWith } from '../use-grid-drag.ts';
import { StageIcon } from '../../attendance/components/stage-icon.tsx';
import { nextStage } from '../../attendance/stage-steps.ts';
import { twoLines } from './booking-card.tsx';
import { leastHeight } from './grid-column.tsx';

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
        // A layer of its own: moving it leaves the hundreds of appointments below as they are.
        'figures pointer-events-none absolute top-0 left-0 z-10 min-h-6 rounded-sm border-2 px-1.5 py-0.5 text-xs leading-4 shadow-pop will-change-transform',
        reasons.length > 0
          ? 'border-attention bg-attention-soft text-attention'
          : 'border-brand bg-brand-soft text-brand',
      )}
      style={{
        // As high as its reasons, if they need more.
        [reasons.length > 0 ? 'minHeight' : 'height']:
          ((Math.min(end, dayMinutes) - start) / 60) * hourHeight,
        width: column < 0 ? '3.5rem' : `${100 / columns}%`,
        // Its own width is that of a column.
        transform: `translate(${column * 100}%, ${(start / 60) * hourHeight}px)`,
      }}
    >
      <strong className="block truncate">
        {formats.time(clockOf(start))}–{formats.time(clockOf(end))} {title}
      </strong>
      {reasons.map((why) => (
        <span key={why} className="block font-semibold">
          {why}
        </span>
      ))}
    </div>
  );
}

/** Marks the client of the card under the mouse as arrived; only for those who are expected. By keyboard: A. */
export function ArriveButton({
  columns,
  hourHeight,
  today,
  cardKey,
}: {
  columns: readonly DiaryColumn[];
  hourHeight: number;
  today: string;
  cardKey: string | undefined;
}) {
  const pointed = cardKey === undefined ? null : cardWith(cardKey, columns);
  if (!pointed || nextStage(pointed.card.booking, today) !== 'arrived') return null;
  const { card, column } = pointed;
  const top = Math.max(card.start, 0);
  const height = Math.max(((Math.min(card.end, dayMinutes) - top) / 60) * hourHeight, leastHeight);
  return (
    <div
      className={classNames(
        '@container pointer-events-none absolute flex justify-end px-1 pb-1.5',
        height < twoLines ? 'items-start' : 'items-end',
      )}
      style={{
        top: (top / 60) * hourHeight,
        height,
        left: `${((column + card.lane / card.lanes) / columns.length) * 100}%`,
        width: `${100 / (columns.length * card.lanes)}%`,
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        data-arrive={cardKey}
        aria-label={`Arrived, ${card.booking.animal_name}`}
        title="Arrived (A)"
        className="pointer-events-auto flex h-6 items-center gap-1 rounded-sm border border-brand bg-surface px-1 text-xs font-semibold text-brand hover:bg-brand-soft @max-[4rem]:hidden"
      >
        <StageIcon stage="arrived" className="size-3.5" />
        <span className="@max-[8rem]:hidden">Arrived</span>
      </button>
    </div>
  );
}

/** Starts above the first hour, so that its label is readable. */
const labelSpace = 12;

/** Scrolls a time into view. */
function reveal(view: HTMLElement | null, minutes: number, hourHeight: number): void {
  const y = (minutes / 60) * hourHeight;
  if (view && (y < view.scrollTop || y > view.scrollTop + view.clientHeight - 2 * hourHeight)) {
    view.scrollTop = Math.max(y - hourHeight, 0);
  }
}

/**
 * Scrolls to the hour that this browser remembers, or to when the practice opens, and remembers later scrolling; and to
 * a gap when it is found.
 */
export function useFirstHour(
  columns: readonly DiaryColumn[],
  { hourHeight, firstHour }: DeviceChoices,
  gap: FoundGap | null,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const opens = Math.min(...columns.flatMap(({ working }) => working.map(({ start }) => start)), 8 * 60);
  const first = firstHour ?? Math.max(Math.floor(opens / 60), 0);
  const begin = useRef(first);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = begin.current * hourHeight - labelSpace;
  }, [hourHeight]);
  useEffect(() => {
    if (gap !== null) reveal(scroller.current, gap.start, hourHeight);
  }, [gap, hourHeight]);
  const onScrollEnd = () => {
    const hour = Math.round((scroller.current?.scrollTop ?? 0) / hourHeight);
    if (hour === begin.current || hour > 23) return;
    begin.current = hour;
    choose({ firstHour: hour });
  };
  return {
    scroller,
    onScrollEnd,
    reveal: (minutes: number) => reveal(scroller.current, minutes, hourHeight),
  };
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
