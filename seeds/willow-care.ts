import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { CareTypeRow, Columns } from '../packages/dev/src/factory-rows.ts';

interface Care {
  tenantId: number;
  serviceIds: ReadonlyMap<string, number>;
  today: string;
  now: Date;
}

/** Giving a yearly vaccine is the booster. Those with another interval have other due dates. */
const yearlyVaccines = `
  update medicines m set care_type_id = $2
  where m.tenant_id = $1 and m.kind = 'vaccine' and m.interval_count = 12 and m.interval_unit = 'month'`;

// $2 the boosters, $3 today. Each day on which a yearly vaccine was given is followed by a due date, which the next one
// completed. What was completed more than a year ago is left out.
const boostersFromRecords = `
  with given as (
    select e.animal_id, (e.at at time zone 'Europe/London')::date as day, max(e.at) as at, max(e.next_due_on) as due_on,
      max(e.booking_id) as booking_id
    from entries e join medicines m on m.tenant_id = e.tenant_id and m.id = e.medicine_id and m.care_type_id = $2
    where e.tenant_id = $1 and e.kind = 'vaccination' and e.struck_at is null
    group by 1, 2),
  course as (
    select g.*, lead(g.day) over w as next_day, lead(g.at) over w as next_at, lead(g.booking_id) over w as next_booking
    from given g window w as (partition by g.animal_id order by g.day))
  insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, given_on, state, done_on, booking_id,
    stopped_by, created_at, updated_at)
  select $1, c.animal_id, $2, c.due_on, 'given', c.day,
    case when c.next_day is not null then 'done' when a.active then 'due' else 'stopped' end, c.next_day,
    c.next_booking, case when c.next_day is null and not a.active then 'animal' end, c.at, coalesce(c.next_at, c.at)
  from course c join animals a on a.tenant_id = $1 and a.id = c.animal_id
  where c.next_day is null or c.next_day > $3::date - 365
  order by c.day, c.animal_id`;

// $2 the dental checks, $3 now. A year after a scale and polish.
const dentalsAfterVisits = `
  insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, given_on, created_at, updated_at)
  select $1, b.animal_id, $2, (b.booking_date + interval '12 months')::date, 'given', b.booking_date, b.updated_at, b.updated_at
  from bookings b
  join care_types y on y.tenant_id = $1 and y.id = $2 and y.service_id = b.service_id
  join animals a on a.tenant_id = $1 and a.id = b.animal_id and a.active
  where b.tenant_id = $1 and b.status = 'completed' and b.starts_at < $3
  order by b.id`;

// Set by a vet three months before, for some of the older dogs and cats without one.
const dentalsByHand = `
  insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, created_at, updated_at)
  select $1, a.id, $2, d.due_on, 'hand', d.set_at, d.set_at
  from animals a
  join species p on p.tenant_id = a.tenant_id and p.id = a.species_id and p.name in ('Dog', 'Cat')
  cross join lateral (select ($3::timestamptz at time zone 'Europe/London')::date - 55 + (a.id * 37 % 170)::int as due_on) o
  cross join lateral (select o.due_on, least(o.due_on - 90 + time '11:00', $3 - interval '2 days') as set_at) d
  where a.tenant_id = $1 and a.active and a.id > 2 and a.id % 6 = 0 and a.dob < o.due_on - 1300
    and a.created_at < d.set_at
    and not exists (select from care_due c where c.tenant_id = $1 and c.animal_id = a.id and c.care_type_id = $2)
  order by a.id`;

/** What Willow Vets recalls animals for, and when: a year after the vaccinations and dentals in their records. */
export async function insertCare(
  db: OwnerDb,
  { tenantId, serviceIds, today, now }: Care,
): Promise<CareTypeRow[]> {
  const base: Columns<CareTypeRow> = {
    tenant_id: tenantId,
    care_group: null,
    every_count: 12,
    every_unit: 'months',
    first_count: null,
    first_unit: null,
    visit_counts: true,
    created_at: now,
    updated_at: now,
  };
  const types = await insertRows(db, 'care_types', [
    {
      ...base,
      name: 'Booster',
      care_group: 'Vaccination',
      service_id: serviceIds.get('Booster vaccination') ?? null,
      steps: [-30, -7, 0, 30],
      cancel_after: 90,
    },
    {
      ...base,
      name: 'Dental check',
      service_id: serviceIds.get('Dental scale and polish') ?? null,
      steps: [-14, 14],
      cancel_after: 60,
    },
  ]);
  const [booster, dental] = types.map(({ id }) => id);
  await db.query({ text: yearlyVaccines, values: [tenantId, booster] });
  await db.query({ text: boostersFromRecords, values: [tenantId, booster, today] });
  await db.query({ text: dentalsAfterVisits, values: [tenantId, dental, now] });
  await db.query({ text: dentalsByHand, values: [tenantId, dental, now] });
  return types;
}
