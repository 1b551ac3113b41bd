import { addDays, addMonths } from '../packages/contracts/src/calendar-day.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { CareDueRow, CareTypeRow, Columns } from '../packages/dev/src/factory-rows.ts';
import type { Random } from './random.ts';
import type { Patient } from './willow-animals.ts';

interface Care {
  tenantId: number;
  serviceIds: ReadonlyMap<string, number>;
  patients: readonly Patient[];
  today: string;
  now: Date;
}

/** How many animals have a due date, apart from those of the demo customer. */
const dueAnimals = 60;

/** What Willow Vets recalls animals for, and when some are due: boosters soon, a few overdue. Recalls are off. */
export async function insertCare(
  db: OwnerDb,
  { tenantId, serviceIds, patients, today, now }: Care,
  random: Random,
): Promise<void> {
  const base: Columns<CareTypeRow> = {
    tenant_id: tenantId,
    care_group: null,
    every_count: 12,
    every_unit: 'months',
    first_count: null,
    first_unit: null,
    created_at: now,
    updated_at: now,
  };
  const booster = { service_id: serviceIds.get('Booster vaccination') ?? null, visit_counts: true };
  const types = await insertRows(db, 'care_types', [
    {
      ...base,
      ...booster,
      name: 'Booster',
      care_group: 'Vaccination',
      steps: [-30, -7, 0, 30],
      cancel_after: 90,
    },
    {
      ...base,
      name: 'Dental check',
      service_id: serviceIds.get('Dental scale and polish') ?? null,
      visit_counts: true,
      steps: [-14, 14],
      cancel_after: 60,
    },
  ]);
  const [boosters, dental] = types;
  const alive = patients.filter(({ row, profile }) => row.active && ['Dog', 'Cat'].includes(profile.species));
  const due = alive.slice(0, dueAnimals).flatMap(({ row }, index): Columns<CareDueRow>[] => {
    const day = index < 2 ? addDays(today, 12 + 6 * index) : addDays(today, random.int(-80, 240));
    return (index % 5 === 4 ? [boosters, dental] : [boosters]).flatMap((type, nth) => {
      if (!type) return [];
      const on = nth === 0 ? day : addDays(day, 45);
      return {
        tenant_id: tenantId,
        animal_id: row.id,
        care_type_id: type.id,
        due_on: on,
        origin: 'given' as const,
        given_on: addMonths(on, -12),
        created_at: now,
        updated_at: now,
      };
    });
  });
  await insertRows(db, 'care_due', due);
}
