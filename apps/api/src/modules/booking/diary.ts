import type { ErrorBody } from '@burrow/contracts/errors';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { addDays } from '../../lib/clock.ts';
import type { Ctx } from '../../lib/context.ts';
import { heldTimes } from './days-read-model.ts';
import { busyInterval, mostAtOnce } from './availability.ts';
import { lockStaffDiary } from './repository.ts';

/** A place in the diary that an appointment wants. */
export interface WantedTime {
  /** The appointment itself when it moves: it does not stand in its own way. */
  booking_id: number | null;
  staff_id: number | null;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
}

type Conflict = NonNullable<ErrorBody['conflicts']>[number];

// The days beside the wanted one are read too: an appointment may reach over midnight, either way.
const overlapping = `b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
     and b.during && tsrange($4::timestamp, $4::timestamp + $5::int * interval '1 minute')
     and ($6::bigint is null or b.id <> $6)`;
const conflictColumns = 'b.id as booking_id, b.booking_date, b.booking_time, b.duration_minutes';

const staffOverlaps = statement<Conflict>(
  'staff_overlaps',
  `select ${conflictColumns} from bookings b
   where ${overlapping} and b.staff_id = $7
   order by b.booking_date, b.booking_time limit 10`,
);

/** An appointment, or without an id a time that a pet owner has while they pay. */
type PlaceTaken = Omit<Conflict, 'booking_id'> & { booking_id: number | null; parallel_places: number };

// $7 now. Requests that wait do not count: it is for the desk to say which of them it accepts. What is held does: its
// owner was promised the time a moment ago and may have paid by now. It is no more than a promise, so the desk may
// overrule it as it may an appointment; what was paid in vain then goes back.
const practiceOverlaps = statement<PlaceTaken>(
  'practice_overlaps',
  `select ${conflictColumns}, t.parallel_places from bookings b join tenants t on t.id = b.tenant_id
   where ${overlapping} and not b.is_provisional
   union all
   select null, h.booking_date, h.booking_time, h.duration_minutes, t.parallel_places
   from deposits h join tenants t on t.id = h.tenant_id
   where ${heldTimes('$7')} and t.id = $1
     and tsrange(h.booking_date + h.booking_time,
                 h.booking_date + h.booking_time + h.duration_minutes * interval '1 minute')
       && tsrange($4::timestamp, $4::timestamp + $5::int * interval '1 minute')
   order by 2, 3 limit 101`,
);

/**
 * Takes the diary's lock and refuses a time that is taken: for a member of staff when they have another appointment;
 * for an accepted request without one when the practice's parallel places are full. An allowed overlap is noted in the
 * audit log instead.
 * @throws AppError `staff_busy` or `slot_taken`, with the appointments in the way
 */
export async function checkDiary(
  ctx: Ctx,
  wanted: WantedTime,
  overlapAllowed: boolean,
  isRequest = false,
): Promise<void> {
  const { tx, tenantId } = ctx;
  if (wanted.staff_id === null && !isRequest) return;
  const values = [
    tenantId,
    addDays(wanted.booking_date, -1),
    addDays(wanted.booking_date, 1),
    `${wanted.booking_date} ${wanted.booking_time}`,
    wanted.duration_minutes,
    wanted.booking_id,
  ];
  const [, inTheWay] = await Promise.all([
    lockStaffDiary(tx, tenantId, wanted.staff_id),
    wanted.staff_id === null
      ? placesTaken(ctx, wanted, values)
      : tx.rows(staffOverlaps, [...values, wanted.staff_id]),
  ]);
  if (inTheWay.length === 0) return;
  const conflicts = inTheWay.filter((taken): taken is Conflict => taken.booking_id !== null);
  if (!overlapAllowed) {
    throw new AppError(wanted.staff_id === null ? 'slot_taken' : 'staff_busy', {
      conflicts,
      ...(conflicts.length < inTheWay.length ? { message: heldMessage } : {}),
    });
  }
  ctx.auditDetails({ allowed_overlap_with: conflicts.map((conflict) => conflict.booking_id) });
}

const heldMessage = 'That time is being held for a pet owner who is paying a deposit.';

/** What the wanted time finds no place beside; the rule is that of the free times the screen shows. */
async function placesTaken(
  { tx, now }: Ctx,
  { booking_date: date }: WantedTime,
  values: unknown[],
): Promise<Omit<PlaceTaken, 'parallel_places'>[]> {
  const rows = await tx.rows(practiceOverlaps, [...values, now]);
  const taken = mostAtOnce(rows.map((row) => busyInterval(row, date, null)));
  if (taken < (rows[0]?.parallel_places ?? 1)) return [];
  return rows.map(({ parallel_places: _places, ...conflict }) => conflict);
}
