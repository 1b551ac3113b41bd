import { hashKey, newKey } from '../../../apps/api/src/lib/api-key.ts';
import { defaultBookingDate, given, nextNumber, type With } from './factory-defaults.ts';
import { insertRow, type OwnerDb } from './factory-insert.ts';
import { makeClient, practiceOf } from './factory-people.ts';
import type {
  AnimalRow,
  AnimalWeightRow,
  CalendarFeedRow,
  HolidayRow,
  ReplyTemplateRow,
  ServiceRow,
  SpeciesRow,
  UserRow,
} from './factory-rows.ts';

// Animals, services and other lists of a practice; see factories.ts for the conventions of all factories.

export async function makeSpecies(
  db: OwnerDb,
  { tenant, ...columns }: With<SpeciesRow, 'tenant'> = {},
): Promise<SpeciesRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'species', { tenant_id, name: `Species ${nextNumber()}`, ...given(columns) });
}

/** An animal of `client`. Its species is null unless given. */
export async function makeAnimal(
  db: OwnerDb,
  {
    tenant,
    client,
    species,
    ...columns
  }: With<AnimalRow, 'tenant' | 'client'> & { species?: SpeciesRow } = {},
): Promise<AnimalRow> {
  const tenant_id = await practiceOf(db, columns, tenant, client, species);
  const client_id = columns.client_id ?? client?.id ?? (await makeClient(db, { tenant_id })).id;
  return insertRow(db, 'animals', {
    tenant_id,
    client_id,
    species_id: species?.id,
    name: `Animal ${nextNumber()}`,
    ...given(columns),
  });
}

export async function makeWeight(
  db: OwnerDb,
  { animal, ...columns }: With<AnimalWeightRow, 'animal'> = {},
): Promise<AnimalWeightRow> {
  const tenant_id = await practiceOf(db, columns, undefined, animal);
  const animal_id = columns.animal_id ?? animal?.id ?? (await makeAnimal(db, { tenant_id })).id;
  return insertRow(db, 'animal_weights', {
    tenant_id,
    animal_id,
    measured_on: defaultBookingDate,
    weight_grams: 12_400,
    ...given(columns),
  });
}

/** A service of £45.00 and 30 minutes. */
export async function makeService(
  db: OwnerDb,
  { tenant, ...columns }: With<ServiceRow, 'tenant'> = {},
): Promise<ServiceRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'services', {
    tenant_id,
    name: `Service ${nextNumber()}`,
    base_price_pence: 4500,
    duration_minutes: 30,
    ...given(columns),
  });
}

export async function makeHoliday(
  db: OwnerDb,
  { tenant, ...columns }: With<HolidayRow, 'tenant'> = {},
): Promise<HolidayRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  const start_date = columns.start_date ?? defaultBookingDate;
  return insertRow(db, 'holidays', {
    tenant_id,
    name: `Holiday ${nextNumber()}`,
    start_date,
    end_date: start_date,
    ...given(columns),
  });
}

export async function makeReplyTemplate(
  db: OwnerDb,
  { tenant, ...columns }: With<ReplyTemplateRow, 'tenant'> = {},
): Promise<ReplyTemplateRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'reply_templates', {
    tenant_id,
    name: `Reply ${nextNumber()}`,
    body: 'Hi {{client_first_name}}, please call us.',
    created_at: '2026-01-13T09:00:00Z',
    updated_at: '2026-01-13T09:00:00Z',
    ...given(columns),
  });
}

/** A feed created by `maker`: of `staff`'s diary, or without one of the whole practice. */
export async function makeCalendarFeed(
  db: OwnerDb,
  { maker, staff, ...columns }: { maker: UserRow; staff?: UserRow } & Partial<CalendarFeedRow>,
): Promise<CalendarFeedRow & { path: string }> {
  const token = newKey();
  const feed = await insertRow(db, 'calendar_feeds', {
    tenant_id: maker.tenant_id,
    made_by_user_id: maker.id,
    staff_id: staff?.id,
    shows: 'service',
    token_hash: hashKey(token),
    created_at: '2026-01-05T09:00:00Z',
    ...given(columns),
  });
  return { ...feed, path: `/api/calendar/${token}.ics` };
}
