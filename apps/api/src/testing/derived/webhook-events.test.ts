import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { testEventType, type WebhookEventType } from '@burrow/contracts/webhook-event-types';
import { webhookData } from '@burrow/contracts/webhook-events';
import { describe, expect, it } from 'vitest';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi, type Caller } from '../harness.ts';
import { mayCall, rawCall } from './call.ts';
import { validInput } from './valid-input.ts';
import { scenesOf, type Scene } from './world.ts';

// Every command, with an endpoint that subscribes to everything: changes to appointments, clients and entries of health
// records are sent, and nothing else is.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const makeOwnScene = scenesOf(db);

/** Columns that are never sent: times of writing, and internal values. */
const untold = {
  bookings: [
    'created_at',
    'updated_at',
    'during',
    'overlap_allowed',
    'source',
    'answered_at',
    'paid_type',
    'terms',
    'moves',
  ],
  entries: [
    'begun_at',
    'updated_at',
    'version',
    'client_key',
    'weight_id',
    'batch_key',
    'minimised_at',
    'user_id',
  ],
  clients: ['created_at', 'updated_at', 'search_text', 'first_booking_on', 'sms_stopped_at'],
} as const;

const commands = actionNames.filter((name) => {
  const { kind, access } = actionNamed(name);
  return kind === 'command' && (access === 'public' || access.some((role) => role !== 'superadmin'));
});

/** Each appointment, client and entry of a practice, 'booking 7' → its values that integrators can see. */
async function records({ tenant }: Practice): Promise<Map<string, string>> {
  const { rows } = await db().query<{ name: string; digest: string }>(
    `select 'booking ' || b.id as name, md5((to_jsonb(b) - $2::text[])::text || coalesce((
              select string_agg(v.field_id || ':' || v.value, ',' order by v.field_id) from booking_field_values v
              where v.tenant_id = b.tenant_id and v.booking_id = b.id), '')) as digest
     from bookings b where b.tenant_id = $1
     union all
     select 'client ' || c.id, md5((to_jsonb(c) - $3::text[])::text) from clients c where c.tenant_id = $1
     union all
     select 'entry ' || e.id, md5((to_jsonb(e) - $4::text[])::text || (
              select count(*)::text from entry_addenda d where d.tenant_id = e.tenant_id and d.entry_id = e.id))
     from entries e where e.tenant_id = $1`,
    [tenant.id, untold.bookings, untold.clients, untold.entries],
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

interface Told {
  type: WebhookEventType;
  data: { booking_id?: number | null; entry_id?: number; client_id: number };
}

async function lastDelivery(): Promise<number> {
  const { rows } = await db().query<{ id: string }>(
    'select coalesce(max(d.id), 0) as id from webhook_deliveries d',
  );
  return Number(rows[0]?.id);
}

async function eventsAfter({ tenant }: Practice, delivery: number): Promise<Told[]> {
  const { rows } = await db().query<Told>(
    'select d.type, d.data from webhook_deliveries d where d.tenant_id = $1 and d.id > $2 and d.type <> $3',
    [tenant.id, delivery, testEventType],
  );
  return rows;
}

function nameOf({ entry_id, booking_id, client_id }: Told['data']): string {
  if (entry_id !== undefined) return `entry ${entry_id}`;
  return booking_id === undefined ? `client ${client_id}` : `booking ${booking_id}`;
}

/** A permitted caller, with a session that no earlier call has ended. */
const callerFor = (name: ActionName, { practice, client }: Scene): Promise<Caller> =>
  makeSessionKey(db(), mayCall(name, 'admin') ? { user: practice.admin } : { client });

/** The commands that changed something in this run. */
const changing = new Set<ActionName>();

/** Runs a command. @returns the records that it changed, and those of the events that it sent */
async function effectsOf(
  name: ActionName,
  { practice }: Scene,
  input: Record<string, unknown>,
  caller: Caller,
): Promise<{ changed: string[]; sent: string[] }> {
  const before = await records(practice);
  const last = await lastDelivery();
  const { status } = await rawCall(api, name, input, caller);
  expect(status).not.toBe(401);
  const after = await records(practice);
  const changed = [...new Map([...before, ...after]).keys()].filter(
    (record) => before.get(record) !== after.get(record),
  );
  if (changed.length > 0) changing.add(name);
  const told = await eventsAfter(practice, last);
  for (const { type, data } of told) webhookData(type).strict().parse(data);
  const sent = new Set(told.map(({ data }) => nameOf(data)));
  return { changed: changed.toSorted(), sent: [...sent].toSorted() };
}

describe.each(commands)('%s', (name) => {
  it('sends each appointment, client and entry that it changes, and no other', async () => {
    for (const everything of [false, true]) {
      const scene = await makeOwnScene();
      const caller = await callerFor(name, scene);
      const { changed, sent } = await effectsOf(name, scene, validInput(name, scene, everything), caller);
      expect([everything, sent]).toEqual([everything, changed]);
    }
  });
});

describe.each<ActionName>(['booking_update', 'client_update', 'cp/client_update'])('%s', (name) => {
  it('sends a change of any one field', async () => {
    const scene = await makeOwnScene();
    const caller = await callerFor(name, scene);
    const required = validInput(name, scene, false);
    for (const [field, value] of Object.entries(validInput(name, scene, true))) {
      // Preferences are on at first.
      const input = { ...required, [field]: value === '1' ? '0' : value };
      const { changed, sent } = await effectsOf(name, scene, input, caller);
      expect([field, sent]).toEqual([field, changed]);
    }
  });
});

describe('the coverage of these tests', () => {
  it('includes commands that change appointments and clients, at the desk and in the portal', () => {
    expect([...changing]).toEqual(
      expect.arrayContaining([
        'booking_create',
        'booking_update',
        'booking_status_update',
        'booking/update_notes',
        'booking_custom_field_values_set',
        'client_create',
        'client_update',
        'client_archive',
        'payment_record',
        'entry_add',
        'entry_amend',
        'entry_addendum',
        'entry_discard',
        'visit_notes_save',
        'cp/booking_create',
        'cp/client_update',
        'cp/register/complete',
      ]),
    );
  });

  it('leaves out only columns that exist', async () => {
    const { rows } = await db().query<{ name: string }>(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       where c.table_schema = 'public' and c.table_name in ('bookings', 'clients', 'entries')`,
    );
    const names = new Set(rows.map(({ name }) => name));
    for (const [table, columns] of Object.entries(untold))
      for (const column of columns) expect([column, names.has(`${table}.${column}`)]).toEqual([column, true]);
  });
});
