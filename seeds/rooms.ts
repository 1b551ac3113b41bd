import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { ResourceRow, ServiceRow } from '../packages/dev/src/factory-rows.ts';

type Listed = readonly Pick<ResourceRow, 'name' | 'kind'>[];

const willowResources: Listed = [
  { name: 'Consulting room 1', kind: 'room' },
  { name: 'Consulting room 2', kind: 'room' },
  { name: 'Theatre', kind: 'room' },
  { name: 'X-ray', kind: 'equipment' },
];

/** By the service's name, for each need the names of its resources. */
const willowNeeds: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Consultation: [['Consulting room 1', 'Consulting room 2']],
  'Repeat consultation': [['Consulting room 1', 'Consulting room 2']],
  'Dental scale and polish': [['Theatre']],
  'Neutering – cat': [['Theatre']],
  'Neutering – dog': [['Theatre']],
  'X-ray': [['X-ray']],
};

/** The resources that an offer of Willow Vets can have, one of each list. */
export const needsOf = (offerName: string): readonly (readonly string[])[] => willowNeeds[offerName] ?? [];

const cloverResources: Listed = [
  { name: 'Table 1', kind: 'equipment' },
  { name: 'Table 2', kind: 'equipment' },
  { name: 'Tub', kind: 'equipment' },
];

const insertResources = (db: OwnerDb, tenant_id: number, listed: Listed): Promise<ResourceRow[]> =>
  insertRows(
    db,
    'resources',
    listed.map((resource, index) => ({ tenant_id, ...resource, display_order: index + 1 })),
  );

export const insertCloverResources = (db: OwnerDb, tenantId: number): Promise<ResourceRow[]> =>
  insertResources(db, tenantId, cloverResources);

/** The rooms and equipment of Willow Vets, and what its services need. */
export async function insertWillowResources(
  db: OwnerDb,
  tenantId: number,
  services: readonly ServiceRow[],
): Promise<void> {
  const resources = await insertResources(db, tenantId, willowResources);
  const idOf = new Map(resources.map(({ name, id }) => [name, id]));
  const rows = services.flatMap(({ id, name }) =>
    needsOf(name).flatMap((choices, index) =>
      choices.map((choice) => ({
        tenant_id: tenantId,
        service_id: id,
        need: index + 1,
        resource_id: idOf.get(choice) ?? 0,
      })),
    ),
  );
  await insertRows(db, 'service_resources', rows);
}

// $2 the first day. In minutes of the practice's clock, in order.
const appointmentsInNeed = `
  select p.booking_id::integer, sr.need::integer, extract(epoch from lower(p.busy))::integer / 60 as begins,
         extract(epoch from upper(p.busy))::integer / 60 as ends,
         json_agg(sr.resource_id order by sr.resource_id) as choices
  from booking_parts p
  join service_resources sr on sr.tenant_id = p.tenant_id and sr.service_id = p.service_id
  where p.tenant_id = $1 and p.need = 0 and p.live and lower(p.during) >= $2::date
  group by p.booking_id, sr.need, p.busy
  order by lower(p.busy), p.booking_id, sr.need`;

const occupyResources = `
  insert into booking_parts
    (tenant_id, booking_id, step, need, animal_id, service_id, resource_id, during, busy, live, overlap_allowed, exclusive)
  select p.tenant_id, p.booking_id, 1, u.need, p.animal_id, p.service_id, u.resource_id, p.during, p.busy, p.live,
         p.overlap_allowed, true
  from unnest($2::bigint[], $3::smallint[], $4::bigint[]) u (booking_id, need, resource_id)
  join booking_parts p on p.tenant_id = $1 and p.booking_id = u.booking_id and p.need = 0`;

interface InNeed {
  booking_id: number;
  need: number;
  begins: number;
  ends: number;
  choices: number[];
}

/** Gives the appointments from `firstDay` on the rooms and equipment that they need, as long as one is free. */
export async function occupyWillowResources(db: OwnerDb, tenantId: number, firstDay: string): Promise<void> {
  const { rows } = await db.query<InNeed>({ text: appointmentsInNeed, values: [tenantId, firstDay] });
  const freeFrom = new Map<number, number>();
  const given = rows.flatMap(({ booking_id: bookingId, need, begins, ends, choices }) => {
    const resourceId = choices.find((id) => (freeFrom.get(id) ?? 0) <= begins);
    if (resourceId === undefined) return [];
    freeFrom.set(resourceId, ends);
    return [{ bookingId, need, resourceId }];
  });
  await db.query({
    text: occupyResources,
    values: [
      tenantId,
      given.map(({ bookingId }) => bookingId),
      given.map(({ need }) => need),
      given.map(({ resourceId }) => resourceId),
    ],
  });
}
