import type { Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { FreedSpan } from './fitting.ts';

/** A freed time whose turn has come. */
export interface FreedTime extends FreedSpan {
  id: number;
  /** How many moves to earlier times led to it. */
  moves: number;
  /** How many clients were offered it. */
  offers: number;
  /** Whether it is offered too late: the server was down meanwhile. */
  isLate: boolean;
}

interface FreedRow {
  id: number;
  date: string;
  start: number;
  minutes: number;
  staff_id: number | null;
  moves: number;
  offers: number;
  is_late: boolean;
}

/** How late a time is offered: later, its clients may have made other plans, and others may be looking at it. */
const lateMinutes = 15;
/** How many freed times are processed in a transaction, which blocks the diary meanwhile. */
export const maxAtOnce = 20;

// $2 now.
const dueTimes = statement<FreedRow>(
  'due_freed_times',
  `select f.id, lower(f.during)::date as date, (extract(epoch from lower(f.during)::time) / 60)::integer as start,
     (extract(epoch from upper(f.during) - lower(f.during)) / 60)::integer as minutes, f.staff_id, f.moves,
     (select count(*)::integer from offers o where o.tenant_id = f.tenant_id and o.freed_time_id = f.id) as offers,
     f.due_at < $2::timestamptz - interval '${lateMinutes} minutes' as is_late
   from freed_times f
   where f.tenant_id = $1 and f.due_at <= $2
   order by lower(f.during), f.id
   limit ${maxAtOnce}`,
);

/** The freed times whose turn has come, soonest first. */
export async function dueFreedTimes({ tx, tenantId, now }: Work): Promise<FreedTime[]> {
  const rows = await tx.rows(dueTimes, [tenantId, now]);
  return rows.map(({ minutes, staff_id: staffId, is_late: isLate, ...row }) => ({
    ...row,
    end: row.start + minutes,
    staffId,
    isLate,
  }));
}

const putAwayRow = statement(
  'finish_freed_time',
  'update freed_times set due_at = null, fits = $3 where tenant_id = $1 and id = $2',
);

/**
 * Records that a freed time needs nothing more. When an offer of it ends, its turn comes again.
 * @param fits how many clients wait for a time like it, where staff choose
 */
export async function finishFreedTime(
  { tx, tenantId }: Work,
  id: number,
  fits: number | null = null,
): Promise<void> {
  await tx.rows(putAwayRow, [tenantId, id, fits]);
}

// $2 the day, $3 its time, $4 minutes, $5 service, $6 person, $7 now.
const insertOpenedRow = statement<{ id: number }>(
  'insert_opened_time',
  `insert into freed_times (tenant_id, cause, service_id, staff_id, during, freed_at)
   values ($1, 'opened', $5, $6, tsrange($2::date + $3::time, $2::date + $3::time + $4 * interval '1 minute'), $7)
   returning id`,
);

/** Records a time that was opened by a change of hours, rota, rooms or services. */
export async function insertOpenedTime(
  { tx, tenantId, now }: Work,
  opened: {
    booking_date: string;
    booking_time: string;
    duration_minutes: number;
    service_id: number;
    staff_id: number | null;
  },
): Promise<number> {
  const { booking_date: date, booking_time: time, duration_minutes: minutes, service_id, staff_id } = opened;
  const row = await tx.row(insertOpenedRow, [tenantId, date, time, minutes, service_id, staff_id, now]);
  if (!row) throw new Error('The opened time has no id.');
  return row.id;
}

const resumeRow = statement(
  'resume_freed_time',
  'update freed_times set due_at = $3 where tenant_id = $1 and id = $2',
);

/** Keeps the turn of a freed time for the next transaction. */
export async function resumeFreedTime({ tx, tenantId, now }: Work, id: number): Promise<void> {
  await tx.rows(resumeRow, [tenantId, id, now]);
}

const takeLook = statement<{ resumed: boolean }>(
  'take_waitlist_look',
  `with due as (select l.resumed from waitlist_looks l where l.tenant_id = $1 and l.changed for update)
   update waitlist_looks l set changed = false, resumed = false from due d
   where l.tenant_id = $1 returning d.resumed`,
);

/**
 * Whether hours, rota, rooms or services have changed since this was last called; 'resumed' if nothing has since the look
 * that {@link resumeLook} continues.
 */
export async function takenLook({ tx, tenantId }: Work): Promise<'new' | 'resumed' | null> {
  const row = await tx.row(takeLook, [tenantId]);
  return row ? (row.resumed ? 'resumed' : 'new') : null;
}

const resumeLookRow = statement(
  'resume_waitlist_look',
  'update waitlist_looks set changed = true, resumed = true where tenant_id = $1',
);

/** Keeps the rest of a look for the next transaction. */
export async function resumeLook({ tx, tenantId }: Work): Promise<void> {
  await tx.rows(resumeLookRow, [tenantId]);
}
