import type { AbsenceKind } from '@burrow/contracts/rota-limits';
import type { Ctx } from '../../context/context.ts';
import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Shift } from '../availability/public.ts';
import type { PatternRange } from './work-hours.ts';

const lockRotaOfPractice = statement(
  'lock_rota',
  "select pg_advisory_xact_lock(hashtextextended('rota:' || $1, 0))",
);

/** Waits for every other change of the practice's rota, and blocks new ones until this transaction ends. */
export async function lockRota(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.rows(lockRotaOfPractice, [String(tenantId)]);
}

const peopleById = statement<{ name: string }>(
  'rota_people_by_id',
  'select u.name from users u where u.tenant_id = $1 and u.id = any($2::bigint[]) and u.support_until is null',
);

/**
 * The names of people, in no order.
 * @throws AppError `not_found` unless all are of the practice
 */
export async function findPeople(
  { tx, tenantId }: Ctx,
  userIds: readonly number[],
  field: string,
): Promise<string[]> {
  const found = await tx.rows(peopleById, [tenantId, userIds]);
  if (found.length === userIds.length) return found.map(({ name }) => name);
  const message = 'Staff member not found. Choose another.';
  throw new AppError('not_found', { message, fields: { [field]: message } });
}

/**
 * A person's name.
 * @throws AppError `not_found` unless they are of the practice
 */
export async function findPerson(ctx: Ctx, userId: number): Promise<string> {
  const [name = ''] = await findPeople(ctx, [userId], 'staff_id');
  return name;
}

const resourceById = statement<{ name: string }>(
  'rota_resource',
  'select r.name from resources r where r.tenant_id = $1 and r.id = $2',
);

/**
 * The name of a resource.
 * @throws AppError `not_found` unless it is of the practice
 */
export async function findResource({ tx, tenantId }: Ctx, resourceId: number): Promise<string> {
  const resource = await tx.row(resourceById, [tenantId, resourceId]);
  if (resource) return resource.name;
  const message = 'Room or equipment not found. Choose another.';
  throw new AppError('not_found', { message, fields: { resource_id: message } });
}

export interface PatternColumns {
  user_id: number;
  weeks: number;
  anchor: string;
  valid_from: string;
  valid_until: string | null;
}

export interface StoredPattern extends PatternColumns {
  id: number;
  ranges: PatternRange[];
}

const patternRows = `select p.id, p.user_id, p.weeks, p.anchor, p.valid_from, p.valid_until, coalesce((
     select json_agg(json_build_object('week', r.week, 'weekday', r.weekday, 'starts', r.starts, 'ends', r.ends,
       'online', r.online) order by r.week, r.weekday, r.starts)
     from work_ranges r where r.tenant_id = p.tenant_id and r.pattern_id = p.id), '[]') as ranges
   from work_patterns p`;

const patternsByUser = statement<StoredPattern>(
  'work_patterns_of_user',
  `${patternRows} where p.tenant_id = $1 and p.user_id = $2 order by p.valid_from`,
);

const patternById = statement<StoredPattern>(
  'work_pattern',
  `${patternRows} where p.tenant_id = $1 and p.id = $2`,
);

/** A person's patterns, by first day. */
export const patternsOfUser = (
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<StoredPattern[]> => tx.rows(patternsByUser, [tenantId, userId]);

/** @throws AppError `not_found` */
export async function findPattern({ tx, tenantId }: Ctx, patternId: number): Promise<StoredPattern> {
  const pattern = await tx.row(patternById, [tenantId, patternId]);
  if (!pattern) throw new AppError('not_found', { message: 'Working hours not found.' });
  return pattern;
}

/**
 * Writes a pattern with its hours, in place of that with the id if given.
 * @returns its id
 */
export async function writePattern(
  { tx, tenantId, now }: Ctx,
  patternId: number | undefined,
  pattern: PatternColumns,
  ranges: readonly PatternRange[],
): Promise<number> {
  const id = patternId ?? (await insertPattern(tx, tenantId, pattern, now));
  if (patternId !== undefined) {
    await tx.run(
      sql('work_patterns')
        .where({ tenant_id: tenantId, id })
        .update({ ...pattern, updated_at: now }),
    );
    await tx.run(sql('work_ranges').where({ tenant_id: tenantId, pattern_id: id }).delete());
  }
  if (ranges.length > 0) {
    const rows = ranges.map((range) => ({ tenant_id: tenantId, pattern_id: id, ...range }));
    await tx.run(sql('work_ranges').insert(rows));
  }
  return id;
}

async function insertPattern(
  tx: TenantTransaction,
  tenantId: number,
  pattern: PatternColumns,
  now: Date,
): Promise<number> {
  const [row] = await tx.run<{ id: number }>(
    sql('work_patterns')
      .insert({ tenant_id: tenantId, ...pattern, created_at: now, updated_at: now })
      .returning('id'),
  );
  if (!row) throw new Error('The new pattern has no id.');
  return row.id;
}

export async function deletePattern(
  tx: TenantTransaction,
  tenantId: number,
  patternId: number,
): Promise<void> {
  await tx.run(sql('work_patterns').where({ tenant_id: tenantId, id: patternId }).delete());
}

const deleteShifts = statement(
  'delete_shifts',
  `delete from shifts s using unnest($2::bigint[], $3::date[]) d (user_id, date)
   where s.tenant_id = $1 and s.user_id = d.user_id and s.date = d.date`,
);

export type PersonDay = Pick<Shift, 'user_id' | 'date'>;

/** Replaces the shifts of the days: those in `shifts` are written, the others return to the pattern. */
export async function replaceShifts(
  { tx, tenantId, now }: Ctx,
  days: readonly PersonDay[],
  shifts: readonly Shift[],
): Promise<void> {
  if (days.length === 0) return;
  await tx.rows(deleteShifts, [tenantId, days.map(({ user_id: id }) => id), days.map(({ date }) => date)]);
  if (shifts.length === 0) return;
  const keyOf = ({ user_id, date }: PersonDay) => ({ tenant_id: tenantId, user_id, date });
  await tx.run(sql('shifts').insert(shifts.map((shift) => ({ ...keyOf(shift), created_at: now }))));
  const ranges = shifts.flatMap((shift) => shift.ranges.map((range) => ({ ...keyOf(shift), ...range })));
  if (ranges.length > 0) await tx.run(sql('shift_ranges').insert(ranges));
}

export interface AbsenceColumns {
  user_id: number | null;
  resource_id: number | null;
  /** 'YYYY-MM-DDTHH:MM:SS' on the practice's clock. */
  starts: string;
  ends: string;
  kind: AbsenceKind;
  note: string | null;
}

const absenceById = statement<AbsenceColumns>(
  'lock_absence',
  `select a.user_id, a.resource_id, to_char(lower(a.during), 'YYYY-MM-DD"T"HH24:MI:SS') as starts,
          to_char(upper(a.during), 'YYYY-MM-DD"T"HH24:MI:SS') as ends, a.kind, a.note
   from absences a where a.tenant_id = $1 and a.id = $2`,
);

/** @throws AppError `not_found` */
export async function findAbsence({ tx, tenantId }: Ctx, absenceId: number): Promise<AbsenceColumns> {
  const absence = await tx.row(absenceById, [tenantId, absenceId]);
  if (!absence) throw new AppError('not_found', { message: 'Absence not found.' });
  return absence;
}

const stored = ({ starts, ends, ...columns }: AbsenceColumns): Record<string, unknown> => ({
  ...columns,
  during: `[${starts},${ends})`,
});

/** @returns the new absence's id */
export async function insertAbsence({ tx, tenantId, now }: Ctx, absence: AbsenceColumns): Promise<number> {
  const [row] = await tx.run<{ id: number }>(
    sql('absences')
      .insert({ tenant_id: tenantId, ...stored(absence), created_at: now, updated_at: now })
      .returning('id'),
  );
  if (!row) throw new Error('The new absence has no id.');
  return row.id;
}

export async function updateAbsence(
  { tx, tenantId, now }: Ctx,
  absenceId: number,
  absence: AbsenceColumns,
): Promise<void> {
  await tx.run(
    sql('absences')
      .where({ tenant_id: tenantId, id: absenceId })
      .update({ ...stored(absence), updated_at: now }),
  );
}

export async function deleteAbsence(
  tx: TenantTransaction,
  tenantId: number,
  absenceId: number,
): Promise<void> {
  await tx.run(sql('absences').where({ tenant_id: tenantId, id: absenceId }).delete());
}
