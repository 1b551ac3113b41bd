import { minutesOf } from '@burrow/contracts/calendar-day';
import type { DiaryAppointment } from '@burrow/contracts/diary';
import { useRef, useState, type FocusEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { DeviceChoices } from '../device-choices.ts';
import type { Diary, DiaryColumn } from '../diary-columns.ts';
import type { DropRule } from '../drop-conflicts.ts';
import type { DropPlace } from '../drop-day.ts';
import { targetPlace, unassign, type GridTarget } from '../grid-target.ts';
import { useCardDetails } from './card-details.tsx';
import type { FoundGap } from '../use-first-free.ts';
import { useFirstHour } from './grid-marks.tsx';
import { cardAt, cardWith, useGridDrag } from '../use-grid-drag.ts';
import { useKeyMove } from '../use-key-move.ts';
import { CardDetails } from './card-details.tsx';
import { ColumnTitles } from './column-titles.tsx';
import { cardKeyOf } from './grid-column.tsx';
import { GridDays } from './grid-days.tsx';
import { ArriveButton, DropMark, HourScale, NowLine } from './grid-marks.tsx';

interface TimeGridProps {
  diary: Diary;
  columns: readonly DiaryColumn[];
  /** The columns of days around, rendered out of sight, so that they are there at once. */
  near: readonly (readonly DiaryColumn[])[];
  choices: DeviceChoices;
  /** What the grid shows, for the screen reader. */
  label: string;
  leastWidth: number;
  openId: number | null;
  gap: FoundGap | null;
  /** A column's title, with what it leads to. */
  titleOf: (column: DiaryColumn) => ReactNode;
  onOpen: (id: number | null) => void;
  /** `minutes` is null for a click, which says only when it begins. */
  onBook: (column: DiaryColumn, start: number, minutes: number | null) => void;
  against: DropRule;
  onArrive: (booking: DiaryAppointment) => void;
  onMove: (booking: DiaryAppointment, place: DropPlace) => void;
}

const gapColumnOf = (columns: readonly DiaryColumn[], gap: FoundGap | null): number =>
  columns.findIndex(
    ({ date, staff }) =>
      date === gap?.date && (staff === undefined || gap.freeId === null || staff === gap.freeId),
  );

/** Where a drag, a move by keys or a gap that was found is drawn. */
function Marks({
  against,
  columns,
  hourHeight,
  target,
  gap,
}: Pick<TimeGridProps, 'against' | 'columns' | 'gap'> & { hourHeight: number; target: GridTarget | null }) {
  const gapColumn = gapColumnOf(columns, gap);
  const place = target && targetPlace(columns, target);
  const reasons = target?.card && place ? against(target.card.booking, place).map(({ why }) => why) : [];
  const grid = { columns: columns.length, hourHeight };
  return (
    <>
      {gap !== null && gapColumn >= 0 ? (
        <DropMark
          {...grid}
          column={gapColumn}
          start={gap.start}
          minutes={gap.minutes}
          title="Free"
          reasons={[]}
        />
      ) : null}
      {target ? (
        <DropMark
          {...grid}
          column={target.column}
          start={target.start}
          minutes={target.minutes}
          title={target.card?.booking.animal_name ?? 'New appointment'}
          reasons={reasons}
        />
      ) : null}
    </>
  );
}

/** The details of the card that is pointed at. */
function PointedCard({ diary, columns, shown }: Pick<TimeGridProps, 'diary' | 'columns'> & PointedProps) {
  const booking = shown && cardWith(shown.cardKey, columns)?.card.booking;
  if (!booking) return null;
  return (
    <CardDetails
      booking={booking}
      missed={booking.missed}
      staff={diary.people.find(({ id }) => id === booking.staff_id)?.name ?? null}
      rooms={diary.resources
        .filter(({ id }) => booking.resource_ids.includes(id))
        .map(({ name }) => name)
        .join(', ')}
      at={shown.at}
    />
  );
}

interface PointedProps {
  shown: ReturnType<typeof useCardDetails>['shown'];
}

/** The columns of a day or week with their appointments. */
export function TimeGrid({
  diary,
  columns,
  near,
  choices,
  label,
  leastWidth,
  openId,
  gap,
  titleOf,
  onOpen,
  onBook,
  against,
  onArrive,
  onMove,
}: TimeGridProps) {
  const now = useNow();
  const { hourHeight, step } = choices;
  const layer = useRef<HTMLDivElement>(null);
  const { scroller, onScrollEnd, reveal } = useFirstHour(columns, choices, gap);
  const details = useCardDetails();
  const [reachable, setReachable] = useState<string | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  /** The card under the mouse. */
  const [pointed, setPointed] = useState<string>();

  const drop = (target: GridTarget) => {
    const column = columns[target.column];
    if (target.card === null) {
      if (column) onBook(column, target.start, target.minutes);
      return;
    }
    const place = targetPlace(columns, target);
    if (place) onMove(target.card.booking, place);
  };
  const drag = useGridDrag({
    layer,
    scroller,
    columns,
    hourHeight,
    step,
    onDrop: drop,
    onPoint: ({ column, start }) => {
      const at = columns[column];
      if (at) onBook(at, start, null);
    },
  });
  const keys = useKeyMove({ against, columns, step, reveal, onBegin: details.hide, onDrop: drop, onArrive });
  const target = drag.target ?? keys.target;

  const onClick = (event: MouseEvent) => {
    const arriving = cardAt(event.target, columns, 'data-arrive');
    if (arriving) return onArrive(arriving.card.booking);
    if (drag.wasDragged()) return;
    const hit = cardAt(event.target, columns);
    if (hit) {
      details.hide();
      setOpenKey(hit.cardKey);
      return onOpen(hit.card.booking.id);
    }
    // A mouse has booked when it was released; a tap is a click.
    const pointer = event.nativeEvent;
    if (pointer instanceof globalThis.PointerEvent && pointer.pointerType === 'touch')
      drag.point(event.clientX, event.clientY);
    return undefined;
  };
  const firstCard =
    columns.flatMap((column) => column.cards.map((card) => cardKeyOf(column, card)))[0] ?? null;
  const isThere = reachable !== null && cardWith(reachable, columns) !== null;
  const tabStop = isThere ? reachable : firstCard;
  // The panel shows the same.
  const isOpen = openId !== null && details.shown?.cardKey === openKey;
  const today = now.slice(0, 10);
  const nowMinutes = minutesOf(now.slice(11));

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
          <ColumnTitles
            columns={columns}
            today={today}
            corner={target?.column === unassign ? 'Unassign' : null}
            titleOf={titleOf}
          />
          <div className="flex" style={{ height: 24 * hourHeight }}>
            <HourScale hourHeight={hourHeight} />
            {/* The cards in it are buttons; empty time is also booked by New Appointment. */}
            <div
              ref={layer}
              role="presentation"
              className={classNames(
                'diary-lines relative flex min-w-0 flex-1',
                drag.target && 'diary-dragging',
              )}
              style={{ backgroundSize: `100% ${hourHeight}px` }}
              onPointerDown={(event) => {
                details.hide();
                drag.onPointerDown(event);
              }}
              onPointerOver={(event: PointerEvent) => {
                if (event.pointerType === 'touch') return;
                details.point(event.target);
                setPointed(
                  (cardAt(event.target, columns, 'data-arrive') ?? cardAt(event.target, columns))?.cardKey,
                );
              }}
              onPointerLeave={() => {
                details.hide();
                setPointed(undefined);
              }}
              onContextMenu={drag.onContextMenu}
              onFocus={(event: FocusEvent) => {
                const hit = cardAt(event.target, columns);
                if (!hit) return;
                setReachable(hit.cardKey);
                if (event.target.matches(':focus-visible')) details.show(event.target);
              }}
              onBlur={() => {
                details.hide();
                keys.forget();
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape') details.hide();
                keys.onKeyDown(event);
              }}
              onClick={onClick}
            >
              <GridDays
                {...{ columns, near, hourHeight, today, nowMinutes }}
                reachable={tabStop}
                open={openId === null ? null : openKey}
                gripped={drag.gripped}
                faded={target?.cardKey ?? null}
              />
              <NowLine columns={columns} today={today} minutes={nowMinutes} hourHeight={hourHeight} />
              {/* Nothing below it lights up or is searched for the pointer. */}
              {drag.target ? <div className="absolute inset-0 z-20 cursor-grabbing" /> : null}
              {drag.target ? null : <ArriveButton {...{ columns, hourHeight, today }} cardKey={pointed} />}
              <Marks {...{ against, columns, hourHeight, target, gap }} />
            </div>
          </div>
        </div>
      </div>
      <p aria-live="assertive" className="sr-only">
        {keys.said}
      </p>
      <PointedCard diary={diary} columns={columns} shown={target || isOpen ? null : details.shown} />
    </>
  );
}
