import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

export interface HolidayColumns {
  name: string | null;
  /** YYYY-MM-DD; the last day is included. */
  start_date: string;
  end_date: string;
  is_recurring: boolean;
}

const lockHolidayRow = statement<HolidayColumns>(
  'lock_holiday',
  `select h.name, h.start_date, h.end_date, h.is_recurring from holidays h
   where h.tenant_id = $1 and h.id = $2
   for update`,
);

/** The holiday, locked until the transaction ends; undefined for an unknown one. */
export const lockHoliday = (
  tx: TenantTransaction,
  tenantId: number,
  holidayId: number,
): Promise<HolidayColumns | undefined> => tx.row(lockHolidayRow, [tenantId, holidayId]);

/** @returns the new holiday's id */
export async function insertHoliday(
  tx: TenantTransaction,
  tenantId: number,
  holiday: HolidayColumns,
  now: Date,
): Promise<number> {
  const [row] = await tx.run<{ id: number }>(
    sql('holidays')
      .insert({ tenant_id: tenantId, ...holiday, created_at: now, updated_at: now })
      .returning('id'),
  );
  if (!row) throw new Error('The new holiday has no id.');
  return row.id;
}

/** Updates the given columns of a holiday. */
export async function updateHoliday(
  tx: TenantTransaction,
  tenantId: number,
  holidayId: number,
  changes: Partial<HolidayColumns>,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('holidays')
      .where({ tenant_id: tenantId, id: holidayId })
      .update({ ...changes, updated_at: now }),
  );
}

export async function deleteHoliday(
  tx: TenantTransaction,
  tenantId: number,
  holidayId: number,
): Promise<void> {
  await tx.run(sql('holidays').where({ tenant_id: tenantId, id: holidayId }).delete());
}
