import { minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { DiaryAppointment } from '@burrow/contracts/diary';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useNow } from '../../../lib/use-now.ts';
import { missedAfterHours } from '@burrow/contracts/booking-status';
import { classNames } from '../../../ui/class-names.ts';
import { mayEdit } from '../../bookings/booking-moves.ts';
import { skippedTime } from '../day-spans.ts';
import { choose, type DeviceChoices } from '../device-choices.ts';
import type { Diary, DiaryColumn } from '../diary-columns.ts';
import { dropConflicts, type DropPlace } from '../drop-conflicts.ts';
import { targetAfterKey, targetPlace, unassign, type GridTarget } from '../grid-target.ts';
import { dayMinutes, lengthStep } from '../snap.ts';
import { focusNextCard } from '../use-card-keys.ts';
import { cardAt, cardWith, useGridDrag } from '../use-grid-drag.ts';
import { CardDetails } from './card-details.tsx';
import { DropMark } from './drop-mark.tsx';
import { cardKeyOf, GridColumn } from './grid-column.tsx';

/** How long the pointer rests on a card before its details appear. */
const detailsAfterMs = 350;
/** Above the first hour, so that its time can be read. */
const labelSpace = 12;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

export interface FoundGap {
  date: string;
  start: number;
  minutes: number;
  staffId: number | null;
}

interface TimeGridProps {
  diary: Diary;
  columns: readonly DiaryColumn[];
  choices: DeviceChoices;
  /** What the grid shows, for the screen reader. */
  label: string;
  leastWidth: number;
  openId: number | null;
  gap: FoundGap | null;
  /** A column's title, with what it leads to. */
  titleOf: (column: DiaryColumn) => ReactNode;
  onOpen: (id: number | null) => void;
  onBook: (column: DiaryColumn, start: number, minutes: number) => void;
  onMove: (booking: DiaryAppointment, place: DropPlace) => void;
}

/** The details of the card that is pointed at or has the focus. */
function useDetails() {
  const [shown, setShown] = useState<{ cardKey: string; at: DOMRect } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (element: EventTarget, afterMs: number) => {
    clearTimeout(timer.current);
    const card = element instanceof Element ? element.closest('[data-card]') : null;
    const cardKey = card?.getAttribute('data-card');
    if (card === null || cardKey == null) return setShown(null);
    timer.current = setTimeout(() => setShown({ cardKey, at: card.getBoundingClientRect() }), afterMs);
    return undefined;
  };
  const hide = () => {
    clearTimeout(timer.current);
    setShown(null);
  };
  return { shown, show, hide };
}

/** Begins at the hour that this browser remembers, or when the practice opens, and remembers where it is scrolled to. */
function useFirstHour(columns: readonly DiaryColumn[], { hourHeight, firstHour }: DeviceChoices) {
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

/** The columns of a day or week with their appointments. */
export function TimeGrid({
  diary,
  columns,
  choices,
  label,
  leastWidth,
  openId,
  gap,
  titleOf,
  onOpen,
  onBook,
  onMove,
}: TimeGridProps) {
  const formats = useFormats();
  const timeZone = usePractice()?.time_zone ?? 'Europe/London';
  const now = useNow();
  const { hourHeight, step } = choices;
  const layer = useRef<HTMLDivElement>(null);
  const { scroller, onScrollEnd, reveal } = useFirstHour(columns, choices);
  const details = useDetails();
  const [reachable, setReachable] = useState<string | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [keyTarget, setKeyTarget] = useState<GridTarget | null>(null);
  const [said, setSaid] = useState('');

  const drop = (target: GridTarget) => {
    const column = columns[target.column];
    if (target.card === null) {
      if (column) onBook(column, target.start, target.minutes);
      return;
    }
    const place = targetPlace(columns, target);
    if (place) onMove(target.card.booking, place);
  };
  const drag = useGridDrag({ layer, scroller, columns, hourHeight, step, onDrop: drop });
  const target = drag.target ?? keyTarget;
  const place = target && targetPlace(columns, target);
  const reasons = useMemo(
    () =>
      target?.card && place ? dropConflicts(diary, target.card.booking, place).map(({ why }) => why) : [],
    [diary, target, place],
  );
  const skipped = useMemo(
    () =>
      new Map(
        [...new Set(columns.map(({ date }) => date))].map((date) => [date, skippedTime(date, timeZone)]),
      ),
    [columns, timeZone],
  );

  const nameOf = (target_: GridTarget) =>
    target_.column === unassign ? 'Unassigned' : (columns[target_.column]?.title ?? '');
  const announce = (next: GridTarget) => {
    const to = targetPlace(columns, next);
    const against = to && next.card ? dropConflicts(diary, next.card.booking, to) : [];
    const end = timeOf((next.start + next.minutes) % dayMinutes);
    setSaid(
      `${nameOf(next)}, ${formats.time(timeOf(next.start))} to ${formats.time(end)}. ${against.map(({ why }) => why).join('. ') || 'Free'}`,
    );
  };
  const beginMove = (cardKey: string) => {
    const hit = cardWith(cardKey, columns);
    if (!hit || !mayEdit(hit.card.booking)) return;
    const { card, column } = hit;
    details.hide();
    setKeyTarget({
      kind: 'move',
      card,
      cardKey,
      from: column,
      column,
      start: card.start,
      minutes: card.booking.duration_minutes,
      byKeys: true,
    });
    setSaid(
      `Moving ${card.booking.animal_name}. Arrow keys change time and column, Shift with up or down the length. Enter moves it, Escape cancels.`,
    );
  };
  const onMoveKey = (event: KeyboardEvent<HTMLElement>, moving: GridTarget) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setKeyTarget(null);
      setSaid('Not moved');
      return;
    }
    if (event.key === 'Enter') {
      setKeyTarget(null);
      setSaid('');
      drop(moving);
      return;
    }
    const next = targetAfterKey(moving, event, { columns, step, lengthStep });
    if (!next) return;
    setKeyTarget(next);
    announce(next);
    reveal(next.start);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (keyTarget) return onMoveKey(event, keyTarget);
    if (event.key === 'Escape') details.hide();
    const hit = cardAt(event.target, columns);
    if (!hit || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key.toLowerCase() === 'm') {
      event.preventDefault();
      event.stopPropagation();
      return beginMove(hit.cardKey);
    }
    focusNextCard(event, columns, hit.cardKey);
    return undefined;
  };
  const open = (cardKey: string, id: number) => {
    details.hide();
    setOpenKey(cardKey);
    onOpen(id);
  };

  const firstCard =
    columns.flatMap((column) => column.cards.map((card) => cardKeyOf(column, card)))[0] ?? null;
  const isThere = reachable !== null && cardWith(reachable, columns) !== null;
  const tabStop = isThere ? reachable : firstCard;
  const of = (cardKey: string | null, column: DiaryColumn) =>
    cardKey?.startsWith(`${column.key}:`) === true ? cardKey : null;
  const today = now.slice(0, 10);
  const nowMinutes = minutesOf(now.slice(11));
  const pointed = details.shown && !target ? cardWith(details.shown.cardKey, columns) : null;
  const gapColumn =
    gap === null
      ? -1
      : columns.findIndex(
          ({ date, staff }) =>
            date === gap.date && (staff === undefined || gap.staffId === null || staff === gap.staffId),
        );
  const staffName = (id: number | null) => diary.people.find((person) => person.id === id)?.name ?? null;

  return (
    <>
      <div
        ref={scroller}
        role="region"
        aria-label={label}
        onScrollEnd={onScrollEnd}
        onScroll={details.shown ? details.hide : undefined}
        className="diary-scroller relative min-w-0 flex-1 overflow-auto rounded-lg border border-line bg-surface shadow-card select-none print:hidden"
      >
        <div style={{ minWidth: 56 + columns.length * leastWidth }}>
          <div className="sticky top-0 z-20 flex border-b border-line bg-surface">
            <div className="sticky left-0 z-10 grid w-14 shrink-0 place-items-center bg-surface text-[0.6875rem] text-ink-soft">
              {target?.column === unassign ? 'Unassign' : null}
            </div>
            {columns.map((column) => (
              <div
                key={column.key}
                className={classNames(
                  'flex min-h-11 min-w-0 flex-1 items-center gap-2 border-l border-line px-2',
                  column.key === `d${today}` && 'text-brand',
                )}
              >
                {column.color === null ? null : (
                  <span
                    aria-hidden="true"
                    className="size-2.5 shrink-0 rounded-full"
                    style={{ backgroundColor: column.color }}
                  />
                )}
                {titleOf(column)}
                <span aria-hidden="true" className="figures ml-auto text-xs text-ink-soft">
                  {column.cards.length || null}
                </span>
              </div>
            ))}
          </div>
          <div className="flex" style={{ height: 24 * hourHeight }}>
            <div className="figures sticky left-0 z-10 w-14 shrink-0 bg-surface text-xs text-ink-soft">
              {hours.slice(1).map((hour) => (
                <span
                  key={hour}
                  className="absolute right-2 -translate-y-1/2"
                  style={{ top: hour * hourHeight }}
                >
                  {formats.time(timeOf(hour * 60))}
                </span>
              ))}
            </div>
            {/* The cards in it are buttons; empty time is also booked by New Appointment. */}
            <div
              ref={layer}
              role="presentation"
              className={classNames(
                'diary-lines relative flex min-w-0 flex-1',
                drag.target && 'cursor-grabbing',
              )}
              style={{ backgroundSize: `100% ${hourHeight}px` }}
              onPointerDown={(event) => {
                details.hide();
                drag.onPointerDown(event);
              }}
              onPointerOver={(event: PointerEvent) => {
                if (event.pointerType !== 'touch') details.show(event.target, detailsAfterMs);
              }}
              onPointerLeave={details.hide}
              onFocus={(event: FocusEvent) => {
                const hit = cardAt(event.target, columns);
                if (!hit) return;
                setReachable(hit.cardKey);
                if (event.target.matches(':focus-visible')) details.show(event.target, 0);
              }}
              onBlur={() => {
                details.hide();
                setKeyTarget(null);
              }}
              onKeyDown={onKeyDown}
              onClick={(event) => {
                if (drag.wasDragged()) return;
                const hit = cardAt(event.target, columns);
                if (hit) return open(hit.cardKey, hit.card.booking.id);
                // A mouse has booked when it was released; a tap is a click.
                const pointer = event.nativeEvent;
                if (pointer instanceof globalThis.PointerEvent && pointer.pointerType === 'touch')
                  tapped(event.clientX, event.clientY);
                return undefined;
              }}
            >
              {columns.map((column) => (
                <GridColumn
                  key={column.key}
                  column={column}
                  hourHeight={hourHeight}
                  skipped={skipped.get(column.date) ?? null}
                  reachable={of(tabStop, column)}
                  open={openId === null ? null : of(openKey, column)}
                  faded={of(target?.cardKey ?? null, column)}
                  missedBefore={column.date === today ? nowMinutes - missedAfterHours * 60 : -Infinity}
                />
              ))}
              <NowLine columns={columns} today={today} minutes={nowMinutes} hourHeight={hourHeight} />
              {gap !== null && gapColumn >= 0 ? (
                <DropMark
                  column={gapColumn}
                  columns={columns.length}
                  start={gap.start}
                  minutes={gap.minutes}
                  hourHeight={hourHeight}
                  title="Free"
                  reasons={[]}
                />
              ) : null}
              {target ? (
                <DropMark
                  column={target.column}
                  columns={columns.length}
                  start={target.start}
                  minutes={target.minutes}
                  hourHeight={hourHeight}
                  title={target.card?.booking.animal_name ?? 'New appointment'}
                  reasons={reasons}
                />
              ) : null}
            </div>
          </div>
        </div>
      </div>
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
      {pointed && details.shown ? (
        <CardDetails
          booking={pointed.card.booking}
          missed={pointed.card.booking.missed}
          staff={staffName(pointed.card.booking.staff_id)}
          rooms={diary.resources
            .filter(({ id }) => pointed.card.booking.resource_ids.includes(id))
            .map(({ name }) => name)
            .join(', ')}
          at={details.shown.at}
        />
      ) : null}
    </>
  );

  function tapped(x: number, y: number) {
    const rect = layer.current?.getBoundingClientRect();
    if (!rect) return;
    const column = columns[Math.floor(((x - rect.left) / rect.width) * columns.length)];
    const minutes = ((y - rect.top) / hourHeight) * 60;
    if (column) onBook(column, Math.floor(minutes / step) * step, 30);
  }
}

/** The present time, across today's columns. */
function NowLine({
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
