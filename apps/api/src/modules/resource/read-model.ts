import type { OutputOf } from '@burrow/contracts/actions';
import type { ResourceRecord } from '@burrow/contracts/resource';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

const resourceList = statement<ResourceRecord>(
  'resources',
  `select r.id, r.name, r.kind, r.places, case when r.retired_at is null then '0' else '1' end as retired,
          coalesce(n.service_ids, '[]') as service_ids
   from resources r
   left join (
     select sr.resource_id, json_agg(distinct sr.service_id) as service_ids
     from service_resources sr
     join services s on s.tenant_id = sr.tenant_id and s.id = sr.service_id and s.retired_at is null
     where sr.tenant_id = $1
     group by sr.resource_id
   ) n on n.resource_id = r.id
   where r.tenant_id = $1 and ($2 or r.retired_at is null)
   order by r.retired_at is not null, r.display_order, r.name, r.id`,
);

const upcomingUse = statement<{ count: number }>(
  'upcoming_use_of_resource',
  `select count(distinct b.id)::integer as count
   from booking_parts p
   join bookings b on b.tenant_id = p.tenant_id and b.id = p.booking_id
   where p.tenant_id = $1 and p.resource_id = $2 and p.live and b.starts_at >= $3 and b.status in ('pending', 'confirmed')`,
);

const servicesInNeed = statement<{ id: number; name: string }>(
  'services_in_need_of_resource',
  `select s.id, s.name
   from services s
   where s.tenant_id = $1 and s.retired_at is null and exists (
     select 1 from service_resources n
     where n.tenant_id = s.tenant_id and n.service_id = s.id and n.resource_id = $2 and not exists (
       select 1 from service_resources o
       join resources r on r.tenant_id = o.tenant_id and r.id = o.resource_id
       where o.tenant_id = n.tenant_id and o.service_id = n.service_id and o.need = n.need
         and o.resource_id <> n.resource_id and r.retired_at is null))
   order by s.display_order, s.name, s.id`,
);

/** The active resources in the practice's order, then (`includeRetired`) the archived ones. */
export const listResources = ({ tx, tenantId }: Ctx, includeRetired: boolean): Promise<ResourceRecord[]> =>
  tx.rows(resourceList, [tenantId, includeRetired]);

/** How many upcoming appointments use a resource, and which active services have a need that only it meets. */
export async function useOfResource(
  { tx, tenantId, now }: Ctx,
  resourceId: number,
): Promise<Pick<OutputOf<'resource_retire'>, 'upcoming_bookings' | 'services'>> {
  const [upcoming, services] = await Promise.all([
    tx.row(upcomingUse, [tenantId, resourceId, now]),
    tx.rows(servicesInNeed, [tenantId, resourceId]),
  ]);
  return { upcoming_bookings: upcoming?.count ?? 0, services };
}
