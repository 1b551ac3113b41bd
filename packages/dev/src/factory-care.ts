import { given, nextNumber, type With } from './factory-defaults.ts';
import { insertRow, type OwnerDb } from './factory-insert.ts';
import { practiceOf } from './factory-people.ts';
import { makeAnimal } from './factory-records.ts';
import type { AnimalRow, CareDueRow, CareTypeRow, RecallRow } from './factory-rows.ts';

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

/** A recall about a due date of `animal`, which was sent by text at ten o'clock of its day. */
export async function makeRecall(
  db: OwnerDb,
  { animal, due, day }: { animal: AnimalRow; due?: CareDueRow; day: string },
): Promise<RecallRow> {
  const { tenant_id, client_id } = animal;
  const about =
    due ?? (await makeCareDue(db, { animal, due_on: day, state: 'told', told: 1, told_for: day }));
  const created_at = `${day}T10:00:00Z`;
  const recall = await insertRow(db, 'recalls', { tenant_id, client_id, day, created_at });
  await db.query({
    text: 'insert into recall_items (tenant_id, recall_id, care_due_id, due_on, step) values ($1, $2, $3, $4, 0)',
    values: [tenant_id, recall.id, about.id, about.due_on],
  });
  await insertRow(db, 'comms', {
    tenant_id,
    client_id,
    recall_id: recall.id,
    type: 'sms',
    status: 'sent',
    kind: 'recall',
    recipient: '07700900123',
    body: 'It is due.',
    sent_at: created_at,
    created_at,
    updated_at: created_at,
  });
  return recall;
}
