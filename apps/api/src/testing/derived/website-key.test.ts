import { readFile } from 'node:fs/promises';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { scopes, scopesOf, type Scope } from '@burrow/contracts/scopes';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { rawCall } from './call.ts';
import { plantCanaries } from './canaries.ts';
import { inputFields, isIdField, namingFields, withValue } from './input-fields.ts';
import { digest, practiceDigest, tenantTables } from './tenant-rows.ts';
import { validInput, variants } from './valid-input.ts';
import { makeFullPractice, type Scene } from './world.ts';

// The key that docs/api.md recommends for a website, once it is stolen: every action × every record of its own
// practice and of another one × every option. It reveals nothing about people, moves no money, and takes nothing
// over.

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** The data that a website shows to everyone, and the names of rooms and equipment: such a key may read them. */
const shown = new Set([
  'tenants',
  'users',
  'services',
  'resources',
  'species',
  'holidays',
  'booking_fields',
  'api_keys',
]);

let own: Scene;
let foreign: Scene;
let granted: Scope[];
/** By table, the ids of all rows that the key's practice had before the attack. */
let ids: Map<string, number[]>;
/** Telephone numbers of its clients, and days of its appointments: guesses of an attacker. */
let phones: string[];
let days: string[];

/** A practice with money taken in every way, all of whose texts are marked. */
async function prepare(): Promise<void> {
  own = await makeFullPractice(db());
  const { animal, service, staff } = own;
  const { id: practiceId } = own.practice.tenant;
  const deposited = await makeBooking(db(), {
    animal,
    service,
    staff,
    booking_date: '2026-02-20',
    status: 'confirmed',
  });
  await makePayment(db(), {
    booking: deposited,
    kind: 'deposit',
    amount_pence: 1200,
    provider: 'stripe',
    provider_reference: `pi_standing_${deposited.id}`,
  });
  const tables = (await tenantTables(db())).map(({ name }) => name).filter((name) => !shown.has(name));
  await db().query('delete from file_removals');
  await plantCanaries(db(), practiceId, new Map(tables.map((name) => [name, 'true'])));
  // A canary is no valid phone number.
  await db().query(
    `update clients c set phone = '077009' || lpad((c.id % 100000)::text, 5, '0')
     where c.tenant_id = $1 and c.erased_at is null`,
    [practiceId],
  );
  const guesses = await db().query<{ phones: string[]; days: string[] }>(
    `select array(select c.phone from clients c where c.tenant_id = $1 and c.phone is not null) as phones,
            array(select distinct b.booking_date::text from bookings b where b.tenant_id = $1) as days`,
    [practiceId],
  );
  ({ phones = [], days = [] } = guesses.rows[0] ?? {});
  ids = await idsByTable(practiceId);
}

beforeAll(async () => {
  foreign = await makeFullPractice(db());
  granted = await documentedScopes();
  await prepare();
});

/** The scopes that the documentation gives a website. */
async function documentedScopes(): Promise<Scope[]> {
  const text = await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8');
  const sentence = /A website that takes bookings needs no more than ([^.]*)\./.exec(text)?.[1] ?? '';
  return scopes.filter((scope) => sentence.includes(`\`${scope}\``));
}

async function idsByTable(tenantId: number): Promise<Map<string, number[]>> {
  const parts = (await tenantTables(db())).map(
    ({ name, column }) =>
      `select '${name}' as name, array_agg((to_jsonb(t)->>'id')::bigint::float8) as ids from ${name} t
       where t.${column} = $1 and to_jsonb(t)->>'id' ~ '^\\d+$'`,
  );
  const { rows } = await db().query<{ name: string; ids: number[] | null }>({
    name: 'ids',
    text: parts.join(' union all '),
    values: [tenantId],
  });
  return new Map(rows.map(({ name, ids: found }) => [name, found ?? []]));
}

const guessesOf = (field: string): string[] | undefined =>
  field === 'phone' ? phones : field === 'date' || field === 'booking_date' ? days : undefined;

/** Every choice of an action's options, with the required fields and with all fields. */
function choices(name: ActionName): Record<string, unknown>[] {
  const fields = inputFields(actionNamed(name));
  const bases = namingFields(actionNamed(name)).flatMap((field) => variants(name, field, own));
  const all = [validInput(name, own), validInput(name, own, true), ...bases];
  const chosen = all.flatMap((base) =>
    fields.flatMap(({ path, name: field, schema }) => {
      const values = guessesOf(field) ?? schema.enum ?? [];
      const flags = schema.type === 'boolean' || schema.pattern === '^[01]$' ? ['0', '1'] : [];
      return [...values, ...flags].map((value) => withValue(base, path, value));
    }),
  );
  return [...all, ...chosen] as Record<string, unknown>[];
}

/** The same with each record of the key's practice, and of the other one, in each field that names one. */
function withEveryId(name: ActionName, input: Record<string, unknown>): Record<string, unknown>[] {
  const named = inputFields(actionNamed(name)).filter((field) => isIdField(field));
  const others = named.flatMap((field) => {
    const table = `${field.name.replace(/_ids?$/, '')}s`;
    const theirs = validInput(name, foreign, true)[field.name];
    const values = [...(ids.get(table) ?? []), ...(field.path.length > 1 ? [] : [theirs])];
    return values
      .filter((value) => value !== undefined)
      .map((value) => ({ field, input: withValue(input, field.path, value) as Record<string, unknown> }));
  });
  return [input, ...others.map((other) => other.input)];
}

/** The data that the key must not change: money, credentials, recipients of messages, owners of animals. */
const untouched = () =>
  digest(
    db(),
    own.practice.tenant.id,
    ['payments', 'refunds', 'deposits', 'invoices', 'client_logins'].map(
      (table) => [table, 't.tenant_id = $1'] as const,
    ),
  );

async function contacts(): Promise<unknown[]> {
  const { rows } = await db().query(
    `select c.id, c.phone, c.email, null as animal from clients c where c.tenant_id = $1 and c.id = any ($2)
     union all
     select a.client_id, null, null, a.id from animals a where a.tenant_id = $1 and a.id = any ($3)
     order by 1, 4`,
    [own.practice.tenant.id, ids.get('clients'), ids.get('animals')],
  );
  return rows;
}

const paid = async (): Promise<unknown[]> =>
  (
    await db().query(
      'select b.id, b.paid_pence from bookings b where b.tenant_id = $1 and b.id = any ($2) order by 1',
      [own.practice.tenant.id, ids.get('bookings')],
    )
  ).rows;

const standing = async () => ({ money: await untouched(), contacts: await contacts(), paid: await paid() });

describe('the key for a website', () => {
  it('has the scopes that the documentation names', () => {
    expect(granted.toSorted()).toEqual([
      'animals:write',
      'appointments:write',
      'clients:write',
      'practice:read',
      'services:read',
    ]);
  });
});

describe.each(actionNames.filter((name) => actionNamed(name).access !== 'public'))('%s', (name) => {
  beforeAll(async () => {
    // Its permitted calls use up its practice.
    const isPermitted = scopesOf(actionNamed(name))?.every((scope) => granted.includes(scope)) ?? false;
    if (isPermitted && actionNamed(name).kind === 'command') await prepare();
  });

  it('reveals nothing about people to a stolen website key, moves no money, and takes nothing over', async () => {
    const before = await standing();
    const elsewhere = await practiceDigest(db(), foreign.practice.tenant.id);
    const told: string[] = [];
    const calls = new Map(
      choices(name)
        .flatMap((input) => withEveryId(name, input))
        .map((input) => [JSON.stringify(input), input]),
    );
    let key = await makeSessionKey(db(), { user: own.practice.admin, kind: 'integration', scopes: granted });
    let sent = 0;
    for (const [text, input] of calls) {
      // One key may send 600 requests a minute.
      if ((sent += 1) % 500 === 0)
        key = await makeSessionKey(db(), { user: own.practice.admin, kind: 'integration', scopes: granted });
      const answer = await rawCall(api, name, input, key);
      const leaked = [
        ...answer.canaries,
        ...phones.filter((phone) => !text.includes(phone) && answer.text.includes(phone)),
      ];
      if (leaked.length > 0 || answer.status >= 500) told.push(`${text} → ${answer.status} ${answer.text}`);
    }
    expect(told).toEqual([]);
    expect(await standing()).toEqual(before);
    expect(await practiceDigest(db(), foreign.practice.tenant.id)).toEqual(elsewhere);
    // Hundreds of calls, for an action with many options.
  }, 180_000);
});
