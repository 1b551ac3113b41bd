import { useLayoutEffect, useRef } from 'react';
import { choose, type DeviceChoices } from './device-choices.ts';
import type { DiaryColumn } from './diary-columns.ts';

/** Above the first hour, so that its time can be read. */
const labelSpace = 12;

/** Begins at the hour that this browser remembers, or when the practice opens, and remembers where it is scrolled to. */
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
