import { addDays, minutesOf } from '@burrow/contracts/calendar-day';
import { errors } from '@burrow/contracts/errors';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { deskDay, type DeskDay } from './desk-check.ts';
import { heldMessage, outsideCodes, type DeskClash } from './desk-clash.ts';
import { lockDiaryDays } from './diary-lock.ts';
import { diarySql, type Conflict, type DiaryRow } from './diary-read-model.ts';

/** The requested place in the diary. */
export interface WantedTime {
  /** The appointment itself when it moves: it does not conflict with itself. */
  booking_id: number | null;
  animal_id: number;
  service_id: number | null;
  /**
   * A person; `anyone`: the person who is free and has the fewest booked minutes that day, whom it needs; `free`: the
   * same, or no one.
   */
  staff_id: number | 'anyone' | 'free' | null;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  /** Whether a person takes their own time for the service instead, where it differs. */
  own_length?: boolean;
  /** Requested rooms and equipment. Those outside the service's needs are always used, the others if they are free. */
  resource_ids: readonly number[];
  /** The appointment's current ones: requested again, an archived one is dropped instead of refused. */
  kept_resource_ids?: readonly number[];
}

/** The values to store if there are no clashes, or they are allowed. */
export interface FoundTime {
  clashes: DeskClash[];
  /** Null also when no one is free. */
  staffId: number | null;
  /** How long the appointment takes. */
  minutes: number;
  resourceIds: number[];
  /** Minutes kept free before and after, of the service. */
  beforeMinutes: number;
  afterMinutes: number;
  /** What the person charges for the service, in pence; null for the service's price. */
  ownPricePence: number | null;
}

/** The clashes that the desk overrides. */
export interface Allowed {
  /** Over other appointments. */
  overlap?: boolean | undefined;
  /** Outside the rota, or with a person who does not provide the service. */
  outside?: boolean | undefined;
}

const around = diarySql({
  from: '$2::timestamp',
  until: "($2::timestamp + $3::int * interval '1 minute')",
  which: '($4::bigint is null or b.id <> $4)',
  now: '$5',
  service: '$6::bigint',
  resources: '$7::bigint[]',
});

// $2 the requested moment on the practice's clock, $3 its minutes, $4 the moving appointment or null, $5 now, $6 the
// service or null, $7 the requested resources.
const diaryAround = statement<DiaryRow>(
  'diary_around',
  `select ${around.columns} from ${around.from} where t.id = $1`,
);

/** As many as the parts of an appointment can hold. */
const maxResources = 5;

/** An appointment takes a day at most. */
const maxMinutes = 1440;

type Length = Pick<WantedTime, 'duration_minutes' | 'own_length'>;

/** How long the appointment can take: a person's own time is known only once the diary is read. */
const longest = ({ duration_minutes: minutes, own_length: isOwn = false }: Length): number =>
  isOwn ? maxMinutes : minutes;

/** The days that an appointment with its gap can touch, which are locked while it is checked and written. */
export function daysTouched(wanted: Pick<WantedTime, 'booking_date' | 'booking_time'> & Length): string[] {
  const { booking_date: date, booking_time: time } = wanted;
  const maxGrace = 240;
  const last = Math.floor((minutesOf(time) + longest(wanted) + maxGrace - 1) / 1440);
  return Array.from({ length: last + 1 }, (_, n) => addDays(date, n));
}

/** How a time is looked for. */
interface Finding {
  /**
   * Of a client's request: other pending ones take no place, because the desk chooses which of them it accepts. A time
   * held for a payment does: it was promised to its owner, who may have paid already.
   */
  isAcceptance?: boolean;
  /** Whether a statement sent before has locked {@link daysTouched}. */
  isLocked?: boolean;
}

/**
 * Locks the requested days and reads their busy people, animals, rooms and equipment.
 * @throws AppError `not_found` for an unknown resource
 */
export async function findTime(
  ctx: Ctx,
  wanted: WantedTime,
  { isAcceptance = false, isLocked = false }: Finding = {},
): Promise<FoundTime> {
  const { tx, tenantId, now } = ctx;
  const { booking_date: date, booking_time: time, duration_minutes: minutes } = wanted;
  const start = minutesOf(time);
  // Who is free, or has the fewest booked minutes, depends on the whole day.
  const [from, length] =
    typeof wanted.staff_id === 'number'
      ? [`${date} ${time}`, longest(wanted)]
      : [`${date} 00:00`, Math.max(1440, start + longest(wanted))];
  const [, diary] = await Promise.all([
    isLocked ? undefined : lockDiaryDays(tx, tenantId, daysTouched(wanted)),
    tx.row(diaryAround, [
      tenantId,
      from,
      length,
      wanted.booking_id,
      now,
      wanted.service_id,
      wanted.resource_ids,
    ]),
  ]);
  if (!diary) throw new Error('The practice of this session was not found.');
  refuseUnknown(diary, wanted);
  const day = deskDay(diary, {
    date,
    named: hasScope(ctx.session, 'appointments:read'),
    isAcceptance,
    ownLength: wanted.own_length ?? false,
  });
  const wish = {
    start,
    end: start + minutes,
    animalId: wanted.animal_id,
    resourceIds: wanted.resource_ids,
  };
  const found = findPerson(day, wish, wanted.staff_id);
  if (found.resourceIds.length > maxResources) {
    throw invalidField(
      'resource_ids',
      `An appointment can use up to ${maxResources} rooms and pieces of equipment.`,
    );
  }
  return {
    ...found,
    beforeMinutes: diary.service?.before_minutes ?? 0,
    afterMinutes: diary.service?.after_minutes ?? 0,
    ownPricePence: diary.service?.staff.find((one) => one.user_id === found.staffId)?.price_pence ?? null,
  };
}

function findPerson(
  day: DeskDay,
  wish: Omit<Parameters<DeskDay['check']>[0], 'staffId'>,
  wanted: WantedTime['staff_id'],
): ReturnType<DeskDay['checkAnyone']> {
  if (wanted === 'anyone') return day.checkAnyone({ ...wish, staffId: null });
  if (wanted === 'free') return day.checkFree({ ...wish, staffId: null });
  return day.check({ ...wish, staffId: wanted });
}

/** @throws AppError `not_found` if a resource is archived or does not exist, and the appointment doesn't have it yet */
function refuseUnknown(
  { resources }: DiaryRow,
  { resource_ids: ids, kept_resource_ids: kept = [] }: WantedTime,
): void {
  const known = new Set([...kept, ...resources.map(({ id }) => id)]);
  if (ids.every((id) => known.has(id))) return;
  const message = 'This room or equipment isn’t available. Choose another.';
  throw new AppError('not_found', { message, fields: { resource_ids: message } });
}

/** Whether a reason is about the rota rather than about other appointments. */
export const isOutside = ({ code }: DeskClash): boolean => outsideCodes.some((one) => one === code);

/**
 * Refuses a clash. An allowed one is recorded in the audit log instead.
 * @param isAcceptance of a client's request: a full practice is `slot_taken` then
 * @returns whether it overlaps other appointments
 * @throws AppError `staff_busy`, `animal_busy`, `practice_full`, `resource_busy`, `staff_absent`, `staff_not_offering` or
 * `slot_taken`, with the conflicting appointments
 */
export function refuseClashes(
  ctx: Ctx,
  clashes: readonly DeskClash[],
  allowed: Allowed,
  isAcceptance = false,
): boolean {
  const refused = clashes.filter((clash) => !(isOutside(clash) ? allowed.outside : allowed.overlap));
  if (refused.length > 0) throw refusal(refused, isAcceptance);
  const overlaps = clashes.filter((clash) => !isOutside(clash));
  if (overlaps.length > 0) {
    ctx.auditDetails({ allowed_overlap_with: conflictsOf(overlaps).map((conflict) => conflict.booking_id) });
  }
  if (clashes.some(isOutside)) {
    ctx.auditDetails({ allowed_outside: clashes.filter(isOutside).map(({ code }) => code) });
  }
  return overlaps.length > 0;
}

/** Further conflicts add no information, and each allowed overlap would record them all. */
const maxConflicts = 10;

/** The first conflicting appointments, each once, soonest first. */
export function conflictsOf(clashes: readonly DeskClash[]): Conflict[] {
  const entries = new Map(
    clashes.flatMap(({ inTheWay }) => inTheWay).map((taken) => [taken.entry, taken] as const),
  );
  return [...entries.values()]
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ entry: { booking_id: id, booking_date, booking_time, duration_minutes } }) =>
      id === null ? [] : [{ booking_id: id, booking_date, booking_time, duration_minutes }],
    )
    .slice(0, maxConflicts);
}

/** Why a time is busy, in a sentence for each reason. */
export const clashMessage = (clashes: readonly DeskClash[]): string =>
  clashes
    .map(({ code, inTheWay, message }) => {
      if (code === 'animal_busy') return 'This animal already has an appointment at that time.';
      const held = inTheWay.find(({ entry }) => entry.booking_id === null);
      const isHeld = code === 'practice_full' || inTheWay.every(({ entry }) => entry.booking_id === null);
      return message ?? (held && isHeld ? heldMessage(held) : errors[code].message);
    })
    .join(' ');

/** The refusal under the code of the first reason; its message includes them all. */
function refusal(clashes: readonly DeskClash[], isAcceptance: boolean): AppError {
  const code = clashes[0]?.code ?? 'practice_full';
  return new AppError(code === 'practice_full' && isAcceptance ? 'slot_taken' : code, {
    conflicts: conflictsOf(clashes),
    message: clashMessage(clashes),
  });
}
