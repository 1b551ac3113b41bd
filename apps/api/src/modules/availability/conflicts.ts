import { addDays, minutesOf } from '@burrow/contracts/calendar-day';
import { errors, type ErrorBody } from '@burrow/contracts/errors';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { busyInterval, clashesOf, type Clash, type Taken } from './availability.ts';
import { lockDiaryDays } from './diary-lock.ts';

/** The requested place in the diary. */
export interface WantedTime {
  /** The appointment itself when it moves: it does not conflict with itself. */
  booking_id: number | null;
  animal_id: number;
  staff_id: number | null;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
}

type Conflict = NonNullable<ErrorBody['conflicts']>[number];

/** An appointment, or without an id a time held for a pet owner who is paying. */
export type DiaryEntry = Omit<Conflict, 'booking_id'> & {
  booking_id: number | null;
  staff_id: number | null;
  animal_id: number | null;
  /** Whether it is a pending request. */
  waits: boolean;
};

interface DiaryRow {
  places: number;
  people: number;
  grace_minutes: number;
  taken: DiaryEntry[];
  held: DiaryEntry[];
}

/** How many people of the practice `t` take appointments. */
export const peopleColumn = `(select count(*)::int from users u
     where u.tenant_id = t.id and u.takes_bookings and u.disabled_at is null) as people`;

const entryJson = (
  row: string,
  who: string,
): string => `json_build_object('booking_date', ${row}.booking_date,
       'booking_time', to_char(${row}.booking_time, 'HH24:MI'), 'duration_minutes', ${row}.duration_minutes, ${who})`;

/**
 * SQL for the busy entries of the practice `t` during `w.around`, which lies between `w.earliest` and `w.latest`: the
 * appointments `taken`, and `held` for pet owners who are paying.
 * @param which a further condition on the appointments `b` that are not cancelled
 * @param now SQL for the current instant
 * @param more further columns of an appointment, of its animal `a`
 */
export const diaryColumns = (which: string, now: string, more = ''): string => `
     coalesce((select json_agg(${entryJson('b', `'booking_id', b.id, 'staff_id', b.staff_id, 'animal_id', b.animal_id, 'waits', b.is_provisional${more}`)}
         order by b.booking_date, b.booking_time, b.id)
       from bookings b ${more === '' ? '' : 'join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id'}
       where b.tenant_id = $1 and b.status <> 'cancelled' and ${which}
         and (b.booking_date, b.booking_time) > (w.earliest::date, w.earliest::time)
         and (b.booking_date, b.booking_time) < (w.latest::date, w.latest::time)
         and b.during && w.around), '[]') as taken,
     coalesce((select json_agg(${entryJson('h', "'booking_id', null, 'staff_id', null, 'animal_id', null, 'waits', false")}
         order by h.booking_date, h.booking_time)
       from deposits h
       where h.tenant_id = $1 and h.status = 'open' and h.held_until > ${now}
         and h.booking_date >= w.earliest::date and h.booking_date <= w.latest::date
         and tsrange(h.booking_date + h.booking_time,
               h.booking_date + h.booking_time + h.duration_minutes * interval '1 minute') && w.around), '[]') as held`;

/**
 * SQL for the window `w` of {@link diaryColumns} around an interval. An appointment takes a day at most and its gap four
 * hours, which bounds the index range.
 */
export const diaryWindow = (from: string, until: string): string => `cross join lateral (
     select ${from} - interval '28 hours' as earliest, ${until} + interval '4 hours' as latest,
            tsrange(${from} - t.grace_minutes * interval '1 minute',
                    ${until} + t.grace_minutes * interval '1 minute') as around) w`;

// $2 the requested moment on the practice's clock, $3 its minutes, $4 the moving appointment or null, $5 now.
const diaryAround = statement<DiaryRow>(
  'diary_around',
  `select t.parallel_places as places, t.grace_minutes, ${peopleColumn},
     ${diaryColumns('($4::bigint is null or b.id <> $4)', '$5')}
   from tenants t ${diaryWindow('$2::timestamp', "($2::timestamp + $3::int * interval '1 minute')")}
   where t.id = $1`,
);

/** An entry of the diary as a busy interval of `date`. */
export const takenOn = (
  taken: DiaryEntry,
  date: string,
  label: string | null,
): Taken & { entry: DiaryEntry } => ({
  ...busyInterval(taken, date, label),
  staffId: taken.staff_id,
  animalId: taken.animal_id,
  takesPlace: true,
  entry: taken,
});

export type DeskClash = Clash<Taken & { entry: DiaryEntry }>;

/** The days that an appointment with its gap can touch. */
function daysTouched({
  booking_date: date,
  booking_time: time,
  duration_minutes: minutes,
}: WantedTime): string[] {
  const longestGrace = 240;
  const last = Math.floor((minutesOf(time) + minutes + longestGrace - 1) / 1440);
  return Array.from({ length: last + 1 }, (_, n) => addDays(date, n));
}

/**
 * Locks the requested days and reads their busy people and animals.
 * @param isAcceptance of a client's request: other pending ones take no place, because the desk chooses which of them it
 * accepts. A time held for a payment does: it was promised to its owner, who may have paid already
 */
export async function findClashes(ctx: Ctx, wanted: WantedTime, isAcceptance = false): Promise<DeskClash[]> {
  const { tx, tenantId, now } = ctx;
  const { booking_date: date, booking_time: time, duration_minutes: minutes } = wanted;
  const [, diary] = await Promise.all([
    lockDiaryDays(tx, tenantId, daysTouched(wanted)),
    tx.row(diaryAround, [tenantId, `${date} ${time}`, minutes, wanted.booking_id, now]),
  ]);
  if (!diary) throw new Error('The practice of this session is not there.');
  const start = minutesOf(time);
  return clashesOf(
    [...diary.taken, ...diary.held].map((taken) => ({
      ...takenOn(taken, date, null),
      takesPlace: !(taken.waits && isAcceptance),
    })),
    { start, end: start + minutes, staffId: wanted.staff_id, animalId: wanted.animal_id },
    { places: diary.places, people: diary.people, graceMinutes: diary.grace_minutes },
  );
}

/**
 * Refuses a clash. An allowed one is recorded in the audit log instead.
 * @param isAcceptance of a client's request: a full practice is `slot_taken` then
 * @returns whether there was a clash to allow
 * @throws AppError `staff_busy`, `animal_busy`, `practice_full` or `slot_taken`, with the conflicting appointments
 */
export function refuseClashes(
  ctx: Ctx,
  clashes: readonly DeskClash[],
  overlapAllowed: boolean,
  isAcceptance = false,
): boolean {
  if (clashes.length === 0) return false;
  const conflicts = conflictsOf(clashes);
  if (!overlapAllowed) throw refusal(clashes, conflicts, isAcceptance);
  ctx.auditDetails({ allowed_overlap_with: conflicts.map((conflict) => conflict.booking_id) });
  return true;
}

/** Further conflicts add no information, and each allowed overlap would record them all. */
const maxConflicts = 10;

/** The first conflicting appointments, each once, soonest first. */
export function conflictsOf(clashes: readonly DeskClash[]): Conflict[] {
  const entries = new Set(clashes.flatMap(({ inTheWay }) => inTheWay).toSorted((a, b) => a.start - b.start));
  return [...entries]
    .flatMap(({ entry: { booking_id: id, booking_date, booking_time, duration_minutes } }) =>
      id === null ? [] : [{ booking_id: id, booking_date, booking_time, duration_minutes }],
    )
    .slice(0, maxConflicts);
}

const heldMessage = 'That time is held for a client who is paying a deposit.';

/** Why a time is busy, in a sentence for each reason. */
export const clashMessage = (clashes: readonly DeskClash[]): string =>
  clashes
    .map(({ code, inTheWay }) => {
      if (code === 'animal_busy') return 'This animal already has an appointment at that time.';
      const isHeld = inTheWay.some(({ entry }) => entry.booking_id === null);
      return code === 'practice_full' && isHeld ? heldMessage : errors[code].message;
    })
    .join(' ');

/** The refusal under the code of the first reason; its message includes them all. */
function refusal(clashes: readonly DeskClash[], conflicts: Conflict[], isAcceptance: boolean): AppError {
  const code = clashes[0]?.code ?? 'practice_full';
  return new AppError(code === 'practice_full' && isAcceptance ? 'slot_taken' : code, {
    conflicts,
    message: clashMessage(clashes),
  });
}
