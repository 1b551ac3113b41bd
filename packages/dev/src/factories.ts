import { insertRows, type OwnerDb } from './factory-insert.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
  makeTenant,
  makeUser,
  type SessionKey,
} from './factory-people.ts';
import { makeAnimal } from './factory-records.ts';
import type {
  AnimalRow,
  ClientRow,
  Columns,
  ServiceRow,
  SpeciesRow,
  TenantRow,
  UserRow,
} from './factory-rows.ts';

/*
 * How all factories (factory-people, factory-records, factory-bookings) work: one line builds a record and all its
 * parents. Each function takes the columns to set, and its parents as rows (`{ client }`) or as ids (`{ tenant_id,
 * client_id }`); a parent that is not given is built. Defaults are made unique by a counter.
 */

export interface Practice {
  tenant: TenantRow;
  admin: UserRow;
  staff: UserRow;
  adminKey: SessionKey;
  staffKey: SessionKey;
  dog: SpeciesRow;
  cat: SpeciesRow;
  /** £45.00, 30 minutes. */
  checkUp: ServiceRow;
  /** £62.50, 60 minutes. */
  vaccination: ServiceRow;
  /** Can sign in to the portal with defaultPassword. */
  client: ClientRow;
  clientKey: SessionKey;
  /** A dog of the client's. */
  animal: AnimalRow;
}

/** A small practice that is open for business: the start of most tests. */
export async function makePractice(db: OwnerDb, columns: Columns<TenantRow> = {}): Promise<Practice> {
  const tenant = await makeTenant(db, columns);
  const admin = await makeUser(db, { tenant, role: 'admin', name: 'Ada Admin' });
  const staff = await makeUser(db, { tenant, role: 'staff', name: 'Stefan Staff' });
  const client = await makeClient(db, { tenant, password: defaultPassword });
  const [dog, cat] = (await insertRows(
    db,
    'species',
    ['Dog', 'Cat'].map((name) => ({ tenant_id: tenant.id, name })),
  )) as [SpeciesRow, SpeciesRow];
  const [checkUp, vaccination] = (await insertRows(db, 'services', [
    {
      tenant_id: tenant.id,
      name: 'Consultation',
      base_price_pence: 4500,
      duration_minutes: 30,
      display_order: 1,
    },
    {
      tenant_id: tenant.id,
      name: 'Vaccination',
      base_price_pence: 6250,
      duration_minutes: 60,
      display_order: 2,
    },
  ])) as [ServiceRow, ServiceRow];
  return {
    tenant,
    admin,
    staff,
    client,
    dog,
    cat,
    checkUp,
    vaccination,
    adminKey: await makeSessionKey(db, { user: admin }),
    staffKey: await makeSessionKey(db, { user: staff }),
    clientKey: await makeSessionKey(db, { client }),
    animal: await makeAnimal(db, { client, species: dog, breed: 'Border Terrier', dob: '2021-03-04' }),
  };
}
