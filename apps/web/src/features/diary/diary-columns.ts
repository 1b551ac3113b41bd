import type { DiaryAppointment, DiaryColumnDay } from '@burrow/contracts/diary';
import type { OutputOf } from '../../lib/api.ts';
import { asSpans, covers, overlap, spanOn } from './day-spans.ts';
import type { DiaryView, DiaryWho } from './diary-view.ts';
import { lanesOf, type Lane, type Spanned } from './overlap-layout.ts';
import { dayMinutes } from './snap.ts';

export type Diary = OutputOf<'diary'>;

/** A part of a column that is not usually booked, and why. */
export interface Shade extends Spanned {
  why: string;
  /** An absence or closure that was entered, as opposed to closed hours. */
  isNamed: boolean;
}

/** An appointment in a column, in minutes of the column's day. */
export interface PlacedCard extends Spanned, Lane {
  booking: DiaryAppointment;
}

export interface DiaryColumn {
  key: string;
  date: string;
  title: string;
  color: string | null;
  /** The person of this column: null for unassigned; undefined if it is not by person. */
  staff: number | null | undefined;
  /** The room of this column: null for none; undefined if the column doesn't say. */
  resource: number | null | undefined;
  working: Spanned[];
  shades: Shade[];
  cards: PlacedCard[];
  held: (Spanned & { held: Diary['held'][number] })[];
}

/** The day, person and room of a column's appointments, as far as the column decides them. */
export type ColumnPlace = Pick<DiaryColumn, 'date' | 'staff' | 'resource'>;

export interface Shown {
  /** Includes people who don't work and have no appointments. */
  everyone: boolean;
  cancelled: boolean;
  /** The minimum height of a card, in minutes. */
  leastMinutes: number;
}

const absenceWords: Readonly<Record<string, string>> = {
  leave: 'On leave',
  sick: 'Off sick',
  training: 'Training',
  meeting: 'Meeting',
  break: 'Break',
  maintenance: 'Out of use',
  closed: 'Closed',
};

const absenceText = ({ kind, note }: { kind: string; note: string | null }): string =>
  [absenceWords[kind] ?? 'Away', note].filter(Boolean).join(': ');

type DayOfPractice = Diary['days'][number];

/** The time of a day that is not working time: own absences first, then the practice's, closed hours, and time off. */
export function shadesOf(
  day: DayOfPractice,
  own: Pick<DiaryColumnDay, 'working' | 'away'>,
  off: string,
): Shade[] {
  const named = [...own.away, ...day.away].map((absence) => ({
    ...(asSpans([absence])[0] ?? { start: 0, end: 0 }),
    why: absenceText(absence),
  }));
  const working = asSpans(own.working);
  const opening = asSpans(day.opening);
  const edges = [...named, ...working, ...opening].flatMap(({ start, end }) => [start, end]);
  const points = [...new Set([0, ...edges, dayMinutes])].toSorted((a, b) => a - b);
  const shades: Shade[] = [];
  points.slice(1).forEach((end, n) => {
    const piece = { start: points[n] ?? 0, end };
    if (covers(working, piece)) return;
    const absence = named.find((span) => overlap(span, piece));
    const why = absence?.why ?? (covers(opening, piece) ? off : (day.holiday ?? 'Closed'));
    const last = shades.at(-1);
    if (last?.end === piece.start && last.why === why) last.end = end;
    else shades.push({ ...piece, why, isNamed: absence !== undefined || day.holiday !== null });
  });
  return shades;
}

interface Part {
  key: string;
  title: string;
  color: string | null;
  staff: DiaryColumn['staff'];
  resource: DiaryColumn['resource'];
  day: DayOfPractice;
  own: Pick<DiaryColumnDay, 'working' | 'away'>;
}

type Placed = Pick<DiaryAppointment, 'staff_id' | 'resource_ids'>;

/** Whether a column has an appointment. One whose rooms are all archived has no room. */
const isIn =
  ({ staff, resource }: Pick<Part, 'staff' | 'resource'>, { resources }: Diary) =>
  ({ staff_id, resource_ids }: Placed): boolean =>
    (staff === undefined || staff_id === staff) &&
    (resource === undefined ||
      (resource === null
        ? !resources.some(({ id }) => resource_ids.includes(id))
        : resource_ids.includes(resource)));

function columnOf(diary: Diary, part: Part, shown: Shown): DiaryColumn {
  const { date } = part.day;
  const wholeDay = { start: 0, end: dayMinutes };
  const belongs = isIn(part, diary);
  const spans = diary.appointments
    .filter((booking) => belongs(booking) && (shown.cancelled || booking.status !== 'cancelled'))
    .map((booking) => ({ booking, ...spanOn(date, booking) }))
    .filter((span) => overlap(span, wholeDay));
  const lanes = lanesOf(spans, shown.leastMinutes);
  const { day, own, ...rest } = part;
  return {
    ...rest,
    date,
    working: asSpans(own.working),
    shades: shadesOf(day, own, part.resource === undefined ? 'Not in' : 'Closed'),
    cards: spans.map((span, n) => ({ ...span, ...(lanes[n] ?? { lane: 0, lanes: 1 }) })),
    held: diary.held
      .filter(belongs)
      .map((held) => ({ held, ...spanOn(date, held) }))
      .filter((span) => overlap(span, wholeDay)),
  };
}

const noHours: Pick<DiaryColumnDay, 'working' | 'away'> = { working: [], away: [] };

const whenOpen = ({ opening }: DayOfPractice) => ({ working: opening, away: [] });

/** The columns of one day, one for each person: those who work or have appointments then, or all if none does. */
function peopleParts(diary: Diary, day: DayOfPractice, everyone: boolean): Part[] {
  const parts = diary.people.map((person) => ({
    key: `p${person.id}`,
    title: person.name,
    color: person.color,
    staff: person.id,
    resource: undefined,
    day,
    own: person.days.find(({ date }) => date === day.date) ?? noHours,
  }));
  const isBusy = ({ staff }: Part) =>
    [...diary.appointments, ...diary.held].some(({ staff_id: id }) => id === staff);
  const present = everyone ? parts : parts.filter((part) => part.own.working.length > 0 || isBusy(part));
  return present.length > 0 ? present : parts;
}

const roomParts = (diary: Diary, day: DayOfPractice): Part[] =>
  diary.resources.map((room) => ({
    key: `r${room.id}`,
    title: room.name,
    color: null,
    staff: undefined,
    resource: room.id,
    day,
    own: room.days.find(({ date }) => date === day.date) ?? noHours,
  }));

function dayColumns(diary: Diary, view: Pick<DiaryView, 'by'>, shown: Shown): DiaryColumn[] {
  const [day] = diary.days;
  if (!day) return [];
  const byRoom = view.by === 'rooms';
  const parts = byRoom ? roomParts(diary, day) : peopleParts(diary, day, shown.everyone);
  const rest: Part = {
    key: 'none',
    title: byRoom ? 'No room' : 'Unassigned',
    color: null,
    staff: byRoom ? undefined : null,
    resource: byRoom ? null : undefined,
    day,
    own: whenOpen(day),
  };
  const restColumn = columnOf(diary, rest, shown);
  const hasRest = restColumn.cards.length > 0 || restColumn.held.length > 0 || parts.length === 0;
  const columns = parts.map((part) => columnOf(diary, part, shown));
  return hasRest ? [restColumn, ...columns] : columns;
}

function weekColumns(
  diary: Diary,
  { by, who }: Pick<DiaryView, 'by' | 'who'>,
  shown: Shown,
  titleOf: (date: string) => string,
) {
  const one = (by === 'rooms' ? diary.resources : diary.people).find(({ id }) => id === who);
  const isRest = who === 'unassigned';
  const of = one ? one.id : isRest ? null : undefined;
  return diary.days.map((day) =>
    columnOf(
      diary,
      {
        key: `d${day.date}`,
        title: titleOf(day.date),
        color: null,
        staff: by === 'rooms' ? undefined : of,
        resource: by === 'rooms' ? of : undefined,
        day,
        own: one ? (one.days.find(({ date }) => date === day.date) ?? noHours) : whenOpen(day),
      },
      shown,
    ),
  );
}

/** The columns of a view, from left to right. `titleOf` names a day of a week. */
export const columnsOf = (
  diary: Diary,
  view: Omit<DiaryView, 'date'>,
  shown: Shown,
  titleOf: (date: string) => string,
): DiaryColumn[] =>
  view.span === 'week' ? weekColumns(diary, view, shown, titleOf) : dayColumns(diary, view, shown);

/** Like {@link columnsOf}: the same columns for the same diary, so that what is drawn is not drawn again. */
export function steadyColumns(
  view: Omit<DiaryView, 'date'>,
  shown: Shown,
  titleOf: (date: string) => string,
) {
  const known = new WeakMap<Diary, DiaryColumn[]>();
  return (diary: Diary): DiaryColumn[] => {
    const columns = known.get(diary) ?? columnsOf(diary, view, shown, titleOf);
    known.set(diary, columns);
    return columns;
  };
}

/** The columns to choose from, for a week or on a phone. */
export function whoChoices(diary: Diary, by: DiaryView['by']): { value: DiaryWho; label: string }[] {
  const rows = by === 'rooms' ? diary.resources : diary.people;
  return [
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
    { value: 'unassigned' as const, label: by === 'rooms' ? 'No room' : 'Unassigned' },
  ];
}
