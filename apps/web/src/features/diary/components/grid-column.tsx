import { memo } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { mayEdit } from '../../bookings/booking-moves.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { DiaryColumn, PlacedCard } from '../diary-columns.ts';
import type { ClockChange } from '../clock-change.ts';
import { dayMinutes } from '../snap.ts';
import { BookingCard } from './booking-card.tsx';

export const cardKeyOf = (column: { key: string }, { booking }: { booking: { id: number } }): string =>
  `${column.key}:${booking.id}`;

/** The minimum height of a card, in pixels. */
export const leastHeight = 25;

interface GridColumnProps {
  column: DiaryColumn;
  /** The height of an hour. */
  hourHeight: number;
  clocks: ClockChange | null;
  /** Cards of this column with a state; null for those of others. */
  reachable: string | null;
  open: string | null;
  gripped: string | null;
  faded: string | null;
  missedBefore: number;
}

const labelClass =
  'm-0.5 inline-block max-w-[calc(100%-0.25rem)] truncate rounded-sm bg-surface px-1 text-xs text-ink-soft';

/** The times kept free before and after appointments, as thin hatching. */
function Buffers({ cards, toPx }: { cards: readonly PlacedCard[]; toPx: (minutes: number) => number }) {
  return cards.map(({ booking, start, end }) => {
    const { before_minutes: before, after_minutes: after } = booking;
    if ((before === 0 && after === 0) || booking.status === 'cancelled') return null;
    return (
      <div
        key={booking.id}
        className="diary-buffer absolute inset-x-0"
        style={{ top: toPx(start - before), height: toPx(end - start + before + after) }}
      />
    );
  });
}

/** A column for a person, a room or a day: closed hours, held times, and the appointments. */
export const GridColumn = memo(function GridColumn({
  column,
  hourHeight,
  clocks,
  reachable,
  open,
  gripped,
  faded,
  missedBefore,
}: GridColumnProps) {
  const formats = useFormats();
  const toPx = (minutes: number) => (minutes / 60) * hourHeight;
  const shades =
    clocks?.kind === 'skipped'
      ? [...column.shades, { ...clocks, why: 'Clocks go forward', isNamed: true }]
      : column.shades;
  return (
    <div
      role="group"
      aria-label={`${column.title}, ${column.cards.length === 1 ? '1 appointment' : `${column.cards.length || 'no'} appointments`}`}
      className="diary-column @container relative min-w-0 flex-1 border-l border-line"
    >
      {shades.map(({ start, end, why, isNamed }) => (
        <div
          key={`${start} ${why}`}
          className={classNames(
            'diary-shade absolute inset-x-0 overflow-clip',
            isNamed && 'border-y border-edge/40',
          )}
          style={{ top: toPx(start), height: toPx(end - start) }}
        >
          {toPx(end - start) >= 16 ? (
            <span className={classNames('sticky top-11', labelClass)}>{why}</span>
          ) : (
            <span className="sr-only">{why}</span>
          )}
        </div>
      ))}
      {clocks?.kind === 'repeated' ? (
        <div
          className="absolute inset-x-0 border-y border-dashed border-edge"
          style={{ top: toPx(clocks.start), height: toPx(clocks.end - clocks.start) }}
        >
          <span className={labelClass}>Clocks go back</span>
        </div>
      ) : null}
      <div aria-hidden="true">
        <Buffers cards={column.cards} toPx={toPx} />
      </div>
      {column.held.map(({ start, end, held }) => (
        <div
          key={start}
          className="absolute inset-x-0.5 rounded-sm border border-dashed border-edge bg-surface px-1.5 text-xs text-ink-soft"
          style={{ top: toPx(start), height: toPx(end - start) - 1 }}
        >
          {held.kind === 'offer'
            ? `Held for ${held.client_name} until ${formats.timeOf(held.held_until)}`
            : 'Held for a deposit'}
        </div>
      ))}
      <ul>
        {column.cards.map((card) => {
          const cardKey = cardKeyOf(column, card);
          const start = Math.max(card.start, 0);
          const end = Math.min(card.end, dayMinutes);
          return (
            <BookingCard
              key={cardKey}
              cardKey={cardKey}
              booking={card.booking}
              formats={formats}
              top={toPx(start)}
              height={Math.max(toPx(end - start), leastHeight)}
              lane={card.lane}
              lanes={card.lanes}
              reachable={reachable === cardKey}
              isOpen={open === cardKey}
              isGripped={gripped === cardKey}
              isFaded={faded === cardKey}
              missed={
                card.booking.missed ||
                (card.booking.stage === null &&
                  ['pending', 'confirmed'].includes(card.booking.status) &&
                  card.start < missedBefore)
              }
              // The lower edge of an appointment past midnight is not its end.
              canResize={mayEdit(card.booking) && card.end <= dayMinutes}
            />
          );
        })}
      </ul>
    </div>
  );
});
