import type { DiaryAppointment } from '@burrow/contracts/diary';
import type { ColumnPlace, DiaryColumn, PlacedCard } from './diary-columns.ts';
import type { DropPlace } from './drop-day.ts';

/** To the left of the first person: dropping an appointment there unassigns it. */
export const unassign = -1;

/** The card or empty time that is dragged, or moved by keyboard, and its new place. */
export interface GridTarget {
  kind: 'move' | 'resize' | 'select';
  /** Null for empty time. */
  card: PlacedCard | null;
  cardKey: string | null;
  /** The column it came from. */
  from: number;
  /** The column it would go to, or {@link unassign}. */
  column: number;
  start: number;
  minutes: number;
  byKeys: boolean;
}

/** A card about to be moved or resized from where it is. */
export const moveTarget = (
  { card, column, cardKey }: { card: PlacedCard; column: number; cardKey: string },
  kind: 'move' | 'resize',
  byKeys: boolean,
): GridTarget => ({
  kind,
  card,
  cardKey,
  from: column,
  column,
  start: card.start,
  minutes: card.booking.duration_minutes,
  byKeys,
});

/** Whether appointments of these columns can be unassigned by moving them to the left. */
export const canUnassign = (columns: readonly DiaryColumn[]): boolean =>
  columns.some(({ staff }) => typeof staff === 'number') && columns.every(({ staff }) => staff !== null);

/** The position of a column, or of the strip left of the first. */
export const columnPlace = (columns: readonly DiaryColumn[], column: number): ColumnPlace | null => {
  if (column !== unassign) return columns[column] ?? null;
  const first = columns[0];
  return first ? { date: first.date, staff: null, resource: undefined } : null;
};

/** The rooms of an appointment that moves from one room's column to another's. Archived ones can't be taken along. */
function movedRooms(
  before: readonly number[],
  from: ColumnPlace,
  to: ColumnPlace,
  rooms: ReadonlySet<number>,
) {
  if (to.resource === undefined || to.resource === from.resource) return before;
  const rest = before.filter((id) => rooms.has(id) && id !== from.resource && id !== to.resource);
  return to.resource === null ? rest : [to.resource, ...rest];
}

/**
 * The place of an appointment that is dropped into the column `to`; what the column doesn't say stays.
 * @param rooms the rooms that have a column
 */
export const placeIn = (
  booking: Pick<DiaryAppointment, 'staff_id' | 'resource_ids'>,
  { from, to, rooms }: { from: ColumnPlace; to: ColumnPlace; rooms: ReadonlySet<number> },
  { start, minutes }: { start: number; minutes: number },
): DropPlace => ({
  date: to.date,
  start,
  minutes,
  staffId: to.staff === undefined ? booking.staff_id : to.staff,
  resourceIds: movedRooms(booking.resource_ids, from, to, rooms),
});

/** The place in the diary of a target; null for empty time and without a column. */
export function targetPlace(columns: readonly DiaryColumn[], target: GridTarget): DropPlace | null {
  const to = columnPlace(columns, target.column);
  const from = columnPlace(columns, target.from);
  if (!to || !from || !target.card) return null;
  const rooms = new Set(columns.flatMap(({ resource }) => (resource == null ? [] : [resource])));
  return placeIn(target.card.booking, { from, to, rooms }, target);
}

/** The column and start after an arrow key in the move mode; Shift with up or down changes the length. */
export function targetAfterKey(
  target: GridTarget,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { columns, step, lengthStep }: { columns: readonly DiaryColumn[]; step: number; lengthStep: number },
): GridTarget | null {
  const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by === undefined) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const least = canUnassign(columns) ? unassign : 0;
    return { ...target, column: Math.min(Math.max(target.column + by, least), columns.length - 1) };
  }
  if (shiftKey) {
    return { ...target, minutes: Math.min(Math.max(target.minutes + by * lengthStep, lengthStep), 1440) };
  }
  // The first step aligns it to the grid.
  const next = by > 0 ? Math.floor(target.start / step) + 1 : Math.ceil(target.start / step) - 1;
  return { ...target, start: Math.min(Math.max(next * step, 0), 1440 - step) };
}
