import { columns, insertion, insertRow, type RowOf } from '../../db/columns.ts';
import { locker, orderWriter, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import { termColumns } from '../booking-terms/public.ts';

/** The editable fields; `max_days_ahead` is null without a limit of its own. */
const serviceColumns = columns(
  'services',
  `name, description, base_price_pence, duration_minutes, colour, online, before_minutes, after_minutes, min_notice_hours,
   max_days_ahead, ${termColumns}`,
);

/** What a service says about moving and cancelling; null where the practice's terms apply. */
export type TermColumns = Pick<
  RowOf<typeof serviceColumns>,
  | 'self_change'
  | 'cancel_free_hours'
  | 'cancel_keep'
  | 'cancel_keep_value'
  | 'no_show_keep'
  | 'no_show_keep_value'
  | 'move_limit'
  | 'move_notice_hours'
>;

const insertServiceRow = insertion('insert_service', serviceColumns, 'id', () => ({
  display_order: '(select coalesce(max(s.display_order), 0) + 1 from services s where s.tenant_id = $1)',
}));

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
export const insertService = async (
  { tx, tenantId }: Work,
  service: RowOf<typeof serviceColumns>,
): Promise<number> => (await insertRow(tx, insertServiceRow, tenantId, service)).id;

export const lockService = locker('lock_service', serviceColumns);
export const updateService = updater('services', 'undated');

/** The ids of all services in their order, locked until the transaction ends. */
export async function lockServices({ tx, tenantId }: Work): Promise<number[]> {
  return (await tx.rows(lockAllServices, [tenantId])).map(({ id }) => id);
}

/** Gives each service its place in the order of `ids`. */
export const writeServiceOrder = orderWriter('services');

/** Archives a service; idempotent. @returns false for an unknown one */
export async function markServiceRetired({ tx, tenantId, now }: Work, serviceId: number): Promise<boolean> {
  return (await tx.row(retireServiceRow, [tenantId, serviceId, now])) !== undefined;
}

/** Restores a service, at its old place. @returns false for an unknown one */
export async function markServiceOffered({ tx, tenantId }: Work, serviceId: number): Promise<boolean> {
  return (await tx.row(restoreServiceRow, [tenantId, serviceId])) !== undefined;
}
