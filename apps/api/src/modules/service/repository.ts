import { sql } from '../../db/database.ts';
import { orderWriter } from '../../db/display-order.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The editable fields of a service. */
interface ServiceColumns {
  name: string;
  description: string | null;
  base_price_pence: number;
  duration_minutes: number;
  colour: string | null;
  online: boolean;
  before_minutes: number;
  after_minutes: number;
  min_notice_hours: number;
  /** Null without a limit of its own. */
  max_days_ahead: number | null;
}

const insertServiceRow = statement<{ id: number }>(
  'insert_service',
  `insert into services (tenant_id, name, description, base_price_pence, duration_minutes, colour, online,
                         before_minutes, after_minutes, min_notice_hours, max_days_ahead, display_order)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce(max(s.display_order), 0) + 1
   from services s where s.tenant_id = $1
   returning id`,
);

const lockServiceRow = statement<ServiceColumns>(
  'lock_service',
  `select s.name, s.description, s.base_price_pence, s.duration_minutes, s.colour, s.online,
          s.before_minutes, s.after_minutes, s.min_notice_hours, s.max_days_ahead
   from services s where s.tenant_id = $1 and s.id = $2
   for update`,
);

const lockAllServices = statement<{ id: number }>(
  'lock_services',
  'select s.id from services s where s.tenant_id = $1 order by s.display_order, s.name, s.id for update',
);

const retireServiceRow = statement<{ id: number }>(
  'retire_service',
  `update services set retired_at = coalesce(retired_at, $3) where tenant_id = $1 and id = $2 returning id`,
);

const restoreServiceRow = statement<{ id: number }>(
  'restore_service',
  'update services set retired_at = null where tenant_id = $1 and id = $2 returning id',
);

/** Adds a service after all others. @returns its id */
export async function insertService(
  tx: TenantTransaction,
  tenantId: number,
  service: ServiceColumns,
): Promise<number> {
  const row = await tx.row(insertServiceRow, [
    tenantId,
    service.name,
    service.description,
    service.base_price_pence,
    service.duration_minutes,
    service.colour,
    service.online,
    service.before_minutes,
    service.after_minutes,
    service.min_notice_hours,
    service.max_days_ahead,
  ]);
  if (!row) throw new Error('The new service has no id.');
  return row.id;
}

/** A service, locked until the transaction ends; undefined for an unknown one. */
export const lockService = (
  tx: TenantTransaction,
  tenantId: number,
  serviceId: number,
): Promise<ServiceColumns | undefined> => tx.row(lockServiceRow, [tenantId, serviceId]);

/** Updates the given columns of a service. */
export async function updateService(
  tx: TenantTransaction,
  tenantId: number,
  serviceId: number,
  changes: Partial<ServiceColumns>,
): Promise<void> {
  await tx.run(sql('services').where({ tenant_id: tenantId, id: serviceId }).update(changes));
}

/** The ids of all services in their order, locked until the transaction ends. */
export async function lockServices(tx: TenantTransaction, tenantId: number): Promise<number[]> {
  return (await tx.rows(lockAllServices, [tenantId])).map(({ id }) => id);
}

/** Gives each service its place in the order of `ids`. */
export const writeServiceOrder = orderWriter('services');

/** Archives a service; idempotent. @returns false for an unknown one */
export async function markServiceRetired(
  tx: TenantTransaction,
  tenantId: number,
  serviceId: number,
  now: Date,
): Promise<boolean> {
  return (await tx.row(retireServiceRow, [tenantId, serviceId, now])) !== undefined;
}

/** Restores a service, at its old place. @returns false for an unknown one */
export async function markServiceOffered(
  tx: TenantTransaction,
  tenantId: number,
  serviceId: number,
): Promise<boolean> {
  return (await tx.row(restoreServiceRow, [tenantId, serviceId])) !== undefined;
}
