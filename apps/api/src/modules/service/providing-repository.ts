import { columns, type RowOf } from '../../db/columns.ts';
import type { Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const providerColumns = columns('service_staff', 'user_id, duration_minutes, price_pence');

/** One of the people who provide a service; null where they do as the service says. */
export type ProviderColumns = RowOf<typeof providerColumns>;

const serviceStaff = statement<ProviderColumns>(
  'staff_of_service',
  `select ${providerColumns.of('ss')} from service_staff ss
   where ss.tenant_id = $1 and ss.service_id = $2 order by ss.user_id`,
);

const serviceNeeds = statement<{ choices: number[] }>(
  'needs_of_service',
  `select json_agg(sr.resource_id order by sr.resource_id) as choices from service_resources sr
   where sr.tenant_id = $1 and sr.service_id = $2 group by sr.need order by sr.need`,
);

// Locks people until the transaction ends, so that none is disabled while a service is assigned to them.
const keepStaff = statement<{ id: number; takes_bookings: boolean }>(
  'keep_staff_of_service',
  `select u.id, u.takes_bookings and u.disabled_at is null as takes_bookings from users u
   where u.tenant_id = $1 and u.id = any ($2::bigint[])
   order by u.id
   for share`,
);

const deleteStaff = statement(
  'delete_staff_of_service',
  'delete from service_staff where tenant_id = $1 and service_id = $2',
);

const insertStaff = statement(
  'insert_staff_of_service',
  `insert into service_staff (tenant_id, service_id, user_id, duration_minutes, price_pence)
   select $1, $2, p.user_id, p.duration_minutes, p.price_pence
   from unnest($3::bigint[], $4::integer[], $5::integer[]) p (user_id, duration_minutes, price_pence)`,
);

const deleteNeeds = statement(
  'delete_needs_of_service',
  'delete from service_resources where tenant_id = $1 and service_id = $2',
);

const insertNeeds = statement(
  'insert_needs_of_service',
  `insert into service_resources (tenant_id, service_id, need, resource_id)
   select $1, $2, n.need, n.resource_id from unnest($3::smallint[], $4::bigint[]) n (need, resource_id)`,
);

/** Who provides a service, by id; none means everyone. */
export const staffOfService = ({ tx, tenantId }: Work, serviceId: number): Promise<ProviderColumns[]> =>
  tx.rows(serviceStaff, [tenantId, serviceId]);

/** What a service needs: for each need the ids of its resources, in order. */
export const needsOfService = async ({ tx, tenantId }: Work, serviceId: number): Promise<number[][]> =>
  (await tx.rows(serviceNeeds, [tenantId, serviceId])).map(({ choices }) => choices);

/** Those of some people who exist, locked until the transaction ends, and whether they can take appointments. */
export const keptStaff = (
  { tx, tenantId }: Work,
  ids: readonly number[],
): Promise<{ id: number; takes_bookings: boolean }[]> => tx.rows(keepStaff, [tenantId, ids]);

export async function replaceStaff(
  { tx, tenantId }: Work,
  serviceId: number,
  staff: readonly ProviderColumns[],
): Promise<void> {
  await tx.rows(deleteStaff, [tenantId, serviceId]);
  await tx.rows(insertStaff, [
    tenantId,
    serviceId,
    staff.map(({ user_id: userId }) => userId),
    staff.map(({ duration_minutes: minutes }) => minutes),
    staff.map(({ price_pence: pence }) => pence),
  ]);
}

export async function replaceNeeds(
  { tx, tenantId }: Work,
  serviceId: number,
  needs: readonly (readonly number[])[],
): Promise<void> {
  const rows = needs.flatMap((choices, index) => choices.map((id) => ({ need: index + 1, id })));
  await tx.rows(deleteNeeds, [tenantId, serviceId]);
  await tx.rows(insertNeeds, [tenantId, serviceId, rows.map(({ need }) => need), rows.map(({ id }) => id)]);
}
