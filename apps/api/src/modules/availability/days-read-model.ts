import { addDays } from '@burrow/contracts/calendar-day';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { BusinessHours, BusyInterval, Holiday } from './availability.ts';

/** The holidays of the practice `t`. */
export const holidaysColumn = `coalesce((select json_agg(json_build_object('name', h.name, 'start_date', h.start_date,
       'end_date', h.end_date, 'is_recurring', h.is_recurring) order by h.start_date, h.end_date, h.id)
     from holidays h where h.tenant_id = t.id), '[]') as holidays`;

/** The busy entries of the practice `t` from day $2 to day $3, including pending requests. */
const takesRoom =
  "b.tenant_id = t.id and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'";

/**
 * The times `h` of the practice `t`, from day $2 to day $3, that are held for pet owners who are paying; `now` is SQL.
 */
const heldTimes = (now: string): string =>
  `h.tenant_id = t.id and h.status = 'open' and h.held_until > ${now}
     and h.booking_date >= $2 and h.booking_date <= $3`;

interface DaysRow {
  business_hours: BusinessHours;
  parallel_places: number;
  slot_minutes: number;
  grace_minutes: number;
  holidays: Holiday[];
  service_minutes: number | null;
  deposit_pence: number;
  /** Minutes after midnight of $2, and the duration of each: two lists of numbers, which are the quickest to read. */
  starts: number[];
  lengths: number[];
}

/** The start of an entry, in minutes after midnight of day $2; `row` is the SQL name of its row. */
const startOf = (row: string): string =>
  `(${row}.booking_date - $2::date) * 1440 + (extract(epoch from ${row}.booking_time) / 60)::int`;

// $4 the requested service, or null; $5 now; $6 the viewing pet owner: times held for them are free to them.
const practiceDays = statement<DaysRow>(
  'practice_days',
  `select t.business_hours, t.parallel_places, t.slot_minutes, t.grace_minutes,
     ${holidaysColumn},
     (select s.duration_minutes from services s
      where s.tenant_id = t.id and s.id = $4::bigint and s.online and s.retired_at is null) as service_minutes,
     case when t.deposit_required then t.deposit_pence else 0 end as deposit_pence,
     busy.starts, busy.lengths
   from tenants t cross join lateral (
     select coalesce(array_to_json(array_agg(d.start)), '[]') as starts,
            coalesce(array_to_json(array_agg(d.duration_minutes)), '[]') as lengths
     from (select ${startOf('b')} as start, b.duration_minutes from bookings b where ${takesRoom}
           union all
           select ${startOf('h')}, h.duration_minutes from deposits h
           where ${heldTimes('$5')} and ($6::bigint is null or h.client_id <> $6)
           order by 1, 2) d) busy
   where t.id = $1`,
);

/** The diary of a practice over some days, with everything that determines their free times. */
export interface PracticeDays {
  /** The day that `busy` counts from. */
  origin: string;
  hours: BusinessHours;
  places: number;
  slotMinutes: number;
  graceMinutes: number;
  holidays: Holiday[];
  /** Of the requested service; null when it is not offered to pet owners, or none is requested. */
  serviceMinutes: number | null;
  /** The deposit required with a request; 0 for none. */
  depositPence: number;
  /** By their start, in minutes after midnight of `origin`, without the gap after each. */
  busy: BusyInterval[];
}

/** An appointment of a whole day, with its gap, reaches from two days before. */
const daysBefore = 2;

/**
 * Reads everything that determines the times of the days from `first` to `last`, including entries that reach in from
 * adjacent days.
 * @param clientId the pet owner for whom it is read: their own payment in progress does not count as busy
 */
export async function readPracticeDays(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  [first, last]: readonly [string, string],
  serviceId: number | null,
  clientId: number | null,
): Promise<PracticeDays> {
  const origin = addDays(first, -daysBefore);
  const row = await tx.row(practiceDays, [tenantId, origin, addDays(last, 1), serviceId, now, clientId]);
  if (!row) throw new Error('The practice of this session is not there.');
  return {
    origin,
    hours: row.business_hours,
    places: row.parallel_places,
    slotMinutes: row.slot_minutes,
    graceMinutes: row.grace_minutes,
    holidays: row.holidays,
    serviceMinutes: row.service_minutes,
    depositPence: row.deposit_pence,
    busy: row.starts.map((start, n) => ({ start, end: start + (row.lengths[n] ?? 0), label: null })),
  };
}
