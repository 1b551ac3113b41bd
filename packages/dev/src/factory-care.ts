import { given, nextNumber, type With } from './factory-defaults.ts';
import { insertRow, type OwnerDb } from './factory-insert.ts';
import { practiceOf } from './factory-people.ts';
import { makeAnimal } from './factory-records.ts';
import type { AnimalRow, CareDueRow, CareTypeRow } from './factory-rows.ts';

// What animals need and when; see factories.ts for the conventions of all factories.

const made = '2026-01-01T09:00:00Z';

/** Due once, with messages 30 and 7 days before, on the day, and 30 days after. */
export async function makeCareType(
  db: OwnerDb,
  { tenant, ...columns }: With<CareTypeRow, 'tenant'> = {},
): Promise<CareTypeRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'care_types', {
    tenant_id,
    name: `Booster ${nextNumber()}`,
    steps: [-30, -7, 0, 30],
    created_at: made,
    updated_at: made,
    ...given(columns),
  });
}

/** A due date of `animal`, set by hand. */
export async function makeCareDue(
  db: OwnerDb,
  { animal, type, ...columns }: With<CareDueRow, never> & { animal?: AnimalRow; type?: CareTypeRow } = {},
): Promise<CareDueRow> {
  const tenant_id = await practiceOf(db, columns, undefined, animal, type);
  return insertRow(db, 'care_due', {
    tenant_id,
    animal_id: columns.animal_id ?? animal?.id ?? (await makeAnimal(db, { tenant_id })).id,
    care_type_id: columns.care_type_id ?? type?.id ?? (await makeCareType(db, { tenant_id })).id,
    due_on: '2026-02-20',
    origin: 'hand',
    created_at: made,
    updated_at: made,
    ...given(columns),
  });
}
