import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionName } from '@burrow/contracts/actions';
import { afterAll, describe, expect, it } from 'vitest';
import { canaryMark, plantCanaries } from '../../testing/derived/canaries.ts';
import {
  clientDigest,
  clientTables,
  practiceDigest,
  tenantTables,
} from '../../testing/derived/tenant-rows.ts';
import { makeFullPractice, type Scene } from '../../testing/derived/world.ts';
import { makeBooking, makeDeposit, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const folder = await mkdtemp(join(tmpdir(), 'burrow-erasure-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: folder });
const db = () => api.testDatabase.owner;

/**
 * The data kept of an erased client beside ids, days and sums: issued invoices, which medicines were given, the practice's
 * own texts, and ids of the card provider.
 */
const kept = new Set([
  'invoices.snapshot',
  'deposits.currency',
  'deposits.return_origin',
  'entries.product',
  'entries.batch',
  'entries.batch_key',
  'entries.unit',
]);
const providersNames = /_reference$|^provider$/;

/** Settles the matters that prevent erasing a client. */
async function settle({ practice, client }: Scene): Promise<void> {
  const whose = [practice.tenant.id, client.id];
  const ask = (text: string) => db().query(text, whose);
  await ask(`update bookings set status = 'completed', is_provisional = false
             where tenant_id = $1 and client_id = $2 and status <> 'cancelled'`);
  await ask(
    `update deposits set status = 'ended' where tenant_id = $1 and client_id = $2 and status = 'open'`,
  );
}

const nameOf = async (clientId: number): Promise<string> => {
  const { rows } = await db().query<{ name: string }>('select name from clients where id = $1', [clientId]);
  return rows[0]?.name ?? '';
};

const erase = async (practice: Practice, clientId: number, name?: string) =>
  api.call(
    'client_erase',
    { client_id: clientId, name: name ?? (await nameOf(clientId)) },
    practice.adminKey,
  );

/** Every place with a text in the practice's tables, as `table.column`. */
async function placesOf(tenantId: number, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, column } of await tenantTables(db())) {
    const { rows } = await db().query<{ key: string }>(
      `select distinct e.key from ${name} t, jsonb_each_text(to_jsonb(t)) e
       where t.${column} = $1 and (e.value ilike '%' || $2 || '%'
         or e.value ilike '%' || encode(convert_to($2, 'UTF8'), 'hex') || '%')`,
      [tenantId, text],
    );
    found.push(...rows.map(({ key }) => `${name}.${key}`));
  }
  return found;
}

/** Every figure that reports return. */
async function figures(practice: Practice): Promise<[ActionName, object][]> {
  const period = { period: 'year' } as const;
  const asked: [ActionName, object][] = [
    ['reports/bookings_between_dates', { date_from: '2025-02-01', date_to: '2026-01-14' }],
    ['reports/revenue_trends', period],
    ['reports/popular_services', period],
    ['reports/client_growth', period],
    ['reports/payment_methods', period],
    ['reports/booking_patterns', period],
    ['reports/client_retention', period],
    ['reports/animal_demographics', period],
    ['reports/utilisation', period],
    ['reports/dashboard_overview', period],
    ['admin/dashboard/stats', {}],
  ];
  const answers: [ActionName, object][] = [];
  for (const [name, input] of asked) {
    const { status, body } = await api.call(name, input, practice.adminKey);
    expect([name, status]).toEqual([name, 200]);
    // Only the numbers of clients change.
    const { totalClients: _clients, totalAnimals: _animals, ...figure } = body as Record<string, unknown>;
    answers.push([name, Array.isArray(body) ? body : figure]);
  }
  return answers;
}

/** Answers without names. */
const nameless = (answers: unknown, { client, animal }: Scene): unknown =>
  JSON.parse(
    JSON.stringify(answers).replaceAll(client.name, 'Erased client').replaceAll(animal.name, 'Erased animal'),
  );

describe('erasing a client', () => {
  it('removes them and their animals from every count', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant });
    await makeAnimal(db(), { client });
    const superadmin = await makeSessionKey(db(), {
      account: await makeAccount(db(), { is_superadmin: true }),
    });
    const counts = async () => {
      const { totalClients, totalAnimals } = (await api.call('admin/dashboard/stats', {}, practice.adminKey))
        .body;
      const listed = (await api.call('clients/count', {}, practice.adminKey)).body.total;
      const { id } = practice.tenant;
      const row = (await api.call('superadmin/practices', {}, superadmin)).body.find((one) => one.id === id);
      return { totalClients, totalAnimals, listed, clients: row?.clients, animals: row?.animals };
    };
    const before = await counts();
    expect((await erase(practice, client.id)).status).toBe(200);
    expect(await counts()).toEqual({
      totalClients: before.totalClients - 1,
      totalAnimals: before.totalAnimals - 1,
      listed: before.totalClients - 1,
      clients: before.totalClients - 1,
      animals: before.totalAnimals - 1,
    });
  });

  it('leaves no trace of them in any table, except for issued documents', async () => {
    const scene = await makeFullPractice(db());
    const { practice, client } = scene;
    const { id: tenantId } = practice.tenant;
    const other = await makeClient(db(), { tenant: practice.tenant, notes: 'Keep me' });
    const otherAnimal = await makeAnimal(db(), { client: other, species: practice.dog });
    await makeBooking(db(), { animal: otherAnimal, notes: 'Keep me too', booking_date: '2026-01-05' });
    await settle(scene);
    const phone = `${client.phone}`;
    // Stored answers, log entries and attempts refer to clients by no foreign key.
    await db().query(
      `insert into audit_log (tenant_id, client_id, action, entity, entity_id, details, request_id)
       select $1, null, 'file/upload', e.entity, e.id, jsonb_build_object('filename', $5::text, 'file_size', 12), 'request'
       from (values ('client', $2::bigint), ('animal', $3), ('booking', $4), ('file', $6)) e (entity, id)`,
      [tenantId, client.id, scene.animal.id, scene.booking.id, `${canaryMark}9000q.txt`, scene.file.id],
    );
    await db().query(
      `insert into audit_log (tenant_id, action, entity, entity_id, details, request_id)
       values ($1, 'file/delete', 'file', 7000000, jsonb_build_object('filename', $2::text, 'animal_id', $3::bigint), 'request')`,
      [tenantId, `${canaryMark}9001q.txt`, scene.animal.id],
    );
    const which = await clientTables(db(), client.id);
    which.delete('users');
    const planted = await plantCanaries(db(), tenantId, which);
    expect([...planted.keys()]).toEqual(
      expect.arrayContaining([
        'clients.name',
        'clients.notes',
        'clients.alert',
        'animals.name',
        'bookings.notes',
        'comms.body',
        'deposits.notes',
        'files.filename',
        'file_contents.content',
        'invoices.snapshot',
        'notifications.details',
      ]),
    );
    await db().query('update clients set phone = $2 where id = $1', [client.id, `0${canaryMark}`]);
    await db().query('update phone_codes set phone = $2 where tenant_id = $1 and phone = $3', [
      tenantId,
      `0${canaryMark}`,
      phone,
    ]);
    const name = await nameOf(client.id);
    await db().query(
      `update idempotency_keys set answer = json_build_object('client_name', $2::text)::text where tenant_id = $1`,
      [tenantId, name],
    );
    await db().query(
      `insert into import_records (tenant_id, import_id, kind, record_id, created, filled, written_at)
       values ($1, $2, 'client', $3, false, jsonb_build_object('email', $4::text), now())
       on conflict (tenant_id, import_id, kind, record_id) do update set filled = excluded.filled`,
      [tenantId, scene.imports.done, client.id, name],
    );
    await db().query(
      `insert into import_files (tenant_id, import_id, file_size, content) values ($1, $2, 5, convert_to($3, 'UTF8'))
       on conflict (tenant_id, import_id) do update set content = excluded.content`,
      [tenantId, scene.imports.done, `Name,Phone,${name}`],
    );
    await db().query(
      `update imports set first_records = jsonb_build_array(jsonb_build_array($3::text)) where tenant_id = $1 and id = $2`,
      [tenantId, scene.imports.done, name],
    );
    const before = await clientDigest(db(), tenantId, await clientTables(db(), other.id));
    const { status, body } = await erase(practice, client.id, `  ${name.toUpperCase()} `);
    expect([status, body.success]).toEqual([200, true]);
    const { erased_files, kept_supplies } = body;
    expect(erased_files).toBeGreaterThan(2);
    expect(kept_supplies).toBeGreaterThan(0);
    const left = (await placesOf(tenantId, canaryMark)).filter(
      (place) => !kept.has(place) && !providersNames.test(place.split('.')[1] ?? ''),
    );
    expect(left).toEqual([]);
    expect(await placesOf(tenantId, canaryMark)).toContain('invoices.snapshot');
    expect(await placesOf(tenantId, phone)).toEqual([]);
    expect(await clientDigest(db(), tenantId, await clientTables(db(), other.id))).toEqual(before);
    const { rows } = await db().query(
      `select (select count(*) from api_keys where client_id = $1)::int as sessions,
              (select count(*) from client_logins where client_id = $1)::int as logins,
              (select count(*) from animals where client_id = $1 and (dob is not null or gender is not null))::int as told,
              (select count(*) from animal_weights w join animals a on a.id = w.animal_id where a.client_id = $1)::int as weights`,
      [client.id],
    );
    expect(rows).toEqual([{ sessions: 0, logins: 0, told: 0, weights: 0 }]);
    const lines = await db().query<{ details: unknown }>(
      "select details from audit_log where tenant_id = $1 and action = 'client_erase'",
      [tenantId],
    );
    expect(lines.rows).toEqual([{ details: { erased_files, kept_supplies } }]);
  });

  it('changes no figure of any report that archiving does not change', async () => {
    const scene = await makeFullPractice(db());
    await settle(scene);
    const { practice, client } = scene;
    await api.call('client_archive', { client_id: client.id }, practice.adminKey);
    await db().query('update animals set active = false where client_id = $1', [client.id]);
    const before = await figures(practice);
    expect(JSON.stringify(before)).toContain(client.name);
    expect((await erase(practice, client.id)).status).toBe(200);
    expect(await figures(practice)).toEqual(nameless(before, scene));
  });

  it('frees the number, and removes them from every search and picker', async () => {
    const { practice, client, animal, ...scene } = await makeFullPractice(db());
    await settle({ practice, client, animal, ...scene });
    expect((await erase(practice, client.id)).status).toBe(200);
    const { staffKey } = practice;
    for (const q of ['Erased', client.name, client.phone ?? '']) {
      for (const input of [{ q }, { q, status: 'archived' as const }, { q, limit: '10' }]) {
        const found = (await api.call('clients', input, staffKey)).body;
        expect(found.filter(({ id }) => id === client.id)).toEqual([]);
        const pets = (await api.call('animals', input, staffKey)).body;
        expect(pets.filter(({ client_id }) => client_id === client.id)).toEqual([]);
      }
    }
    const all = (await api.call('clients', {}, staffKey)).body;
    expect(all.some(({ id }) => id === client.id)).toBe(false);
    expect((await api.call('clients/count', {}, staffKey)).body.total).toBe(all.length);
    const again = await api.call('client_create', { name: 'New', phone: client.phone }, staffKey);
    expect(again.status).toBe(200);
    const shown = (await api.call('client', { client_id: client.id }, staffKey)).body;
    expect(shown).toMatchObject({ name: 'Erased client', erased: '1', active: '0', portal_access: '0' });
  });

  it('cannot be undone, and refuses any further writes about them', async () => {
    const scene = await makeFullPractice(db());
    const { practice, client, animal, booking, field } = scene;
    await settle(scene);
    expect((await erase(practice, client.id)).status).toBe(200);
    const { adminKey } = practice;
    const refused: [ActionName, object][] = [
      ['client_update', { client_id: client.id, name: 'Back again' }],
      ['client_restore', { client_id: client.id }],
      ['animal_update', { animal_id: animal.id, name: 'Back again' }],
      ['animal_restore', { animal_id: animal.id }],
      ['animal_weight_add', { animal_id: animal.id, weight: '4.5' }],
      ['booking/update_notes', { booking_id: booking.id, notes: 'Back again' }],
      ['booking_custom_field_values_set', { booking_id: booking.id, values: { [field.id]: 'Back again' } }],
      ...(['client', 'animal', 'booking'] as const).map((entity_type): [ActionName, object] => [
        'file/upload',
        {
          entity_type,
          entity_id: { client, animal, booking }[entity_type].id,
          filename: 'back.txt',
          file_data: Buffer.from('again').toString('base64'),
        },
      ]),
      ['client_export', { client_id: client.id }],
      ['client_erasure_preview', { client_id: client.id }],
    ];
    for (const [name, input] of refused) {
      const { status, error } = await api.call(name, input, adminKey);
      expect([name, status, error.code]).toEqual([name, 409, 'client_erased']);
    }
    const added = await api.call(
      'animal_create',
      { client_id: client.id, name: 'Rex', type: practice.dog.id },
      adminKey,
    );
    expect(added.status).toBe(404);
    const rows = await practiceDigest(db(), practice.tenant.id);
    // A second call has no effect.
    const again = await erase(practice, client.id, 'whatever');
    expect([again.status, again.body]).toEqual([200, { success: true, erased_files: 0, kept_supplies: 0 }]);
    const { audit_log: _one, ...after } = await practiceDigest(db(), practice.tenant.id);
    const { audit_log: _other, ...then } = rows;
    expect(after).toEqual(then);
    expect(await placesOf(practice.tenant.id, 'Back again')).toEqual([]);
  });

  it('waits until appointments, deposits and refunds are settled, and lists them', async () => {
    const practice = await makePractice(db());
    const { client, animal, checkUp, adminKey } = practice;
    const coming = await makeBooking(db(), { animal, booking_date: '2026-02-03', booking_time: '10:30' });
    const refusal = async () => {
      const { status, error } = await erase(practice, client.id);
      return [status, error.code, error.message];
    };
    expect(await refusal()).toEqual([
      409,
      'client_not_settled',
      'This client can’t be erased yet. Cancel or complete their appointments first (2026-02-03 10:30).',
    ]);
    const preview = await api.call('client_erasure_preview', { client_id: client.id }, adminKey);
    expect(preview.body.unsettled).toEqual({
      bookings: [{ id: coming.id, booking_date: '2026-02-03', booking_time: '10:30' }],
      booking_count: 1,
      open_deposits: 0,
      pending_refunds: 0,
      imports: 0,
    });
    await db().query("update bookings set status = 'cancelled' where id = $1", [coming.id]);
    const paid = await makeBooking(db(), {
      animal,
      service: checkUp,
      booking_date: '2026-01-06',
      status: 'completed',
    });
    const payment = await makePayment(db(), { booking: paid });
    await db().query(
      `insert into refunds (tenant_id, payment_id, amount_pence, reason, requested_at) values ($1, $2, 100, 'asked', now())`,
      [practice.tenant.id, payment.id],
    );
    expect((await refusal())[2]).toContain('A refund is in progress');
    await db().query("update refunds set status = 'done', settled_at = now() where payment_id = $1", [
      payment.id,
    ]);
    const deposit = await makeDeposit(db(), { booking: paid, status: 'open', booking_id: null });
    expect((await refusal())[2]).toContain('A deposit is being paid');
    await db().query("update deposits set status = 'ended' where id = $1", [deposit.id]);
    const before = await practiceDigest(db(), practice.tenant.id);
    const wrong = await erase(practice, client.id, 'Somebody Else');
    expect([wrong.status, wrong.error.fields]).toEqual([400, { name: 'This isn’t the client’s name.' }]);
    expect(await practiceDigest(db(), practice.tenant.id)).toEqual(before);
    expect((await erase(practice, client.id)).status).toBe(200);
  });

  it('keeps in the audit log which API key did what', async () => {
    const practice = await makePractice(db());
    const { admin: user, client, adminKey } = practice;
    const program = await makeSessionKey(db(), { user, kind: 'integration', label: 'Website' });
    const change = { client_id: client.id, notes: 'Prefers mornings' };
    expect((await api.call('client_update', change, program)).status).toBe(200);
    expect((await erase(practice, client.id)).status).toBe(200);
    const log = (await api.call('audit_log', { entity: 'client' }, adminKey)).body;
    expect(log.map(({ action, details }) => [action, details && (JSON.parse(details) as object)])).toEqual([
      ['client_erase', { erased_files: 0, kept_supplies: 0 }],
      ['client_update', { changed: ['notes'], by_key: 'Website' }],
    ]);
  });

  it('is for admins of their own practice', async () => {
    const practice = await makePractice(db());
    const stranger = await makePractice(db());
    const input = { client_id: practice.client.id, name: practice.client.name };
    const asked = async (caller: { apiKey: string }) => {
      const erased = await api.call('client_erase', input, caller);
      const previewed = await api.call('client_erasure_preview', { client_id: input.client_id }, caller);
      return [erased.status, previewed.status];
    };
    expect(await asked(practice.staffKey)).toEqual([403, 403]);
    expect(await asked(practice.clientKey)).toEqual([403, 403]);
    expect(await asked(stranger.adminKey)).toEqual([404, 404]);
    expect(await nameOf(practice.client.id)).toBe(practice.client.name);
  });

  it('deletes the bytes of files from the store, and ends their sessions at once', async () => {
    const practice = await makePractice(db());
    const { client, animal, clientKey, adminKey } = practice;
    const { body } = await api.call(
      'file/upload',
      {
        entity_type: 'animal',
        entity_id: animal.id,
        filename: 'chart.txt',
        file_data: Buffer.from('a chart').toString('base64') as never,
      },
      adminKey,
    );
    const { rows } = await db().query<{ storage_key: string }>(
      'select storage_key from files where id = $1',
      [body.file_id],
    );
    const path = join(folder, rows[0]?.storage_key ?? '');
    expect(existsSync(path)).toBe(true);
    expect((await api.call('cp/animals', {}, clientKey)).status).toBe(200);
    const erased = await erase(practice, client.id);
    expect(erased.body).toEqual({ success: true, erased_files: 1, kept_supplies: 0 });
    await expect.poll(() => existsSync(path)).toBe(false);
    expect((await api.call('cp/animals', {}, clientKey)).status).toBe(401);
    const usage = await db().query('select bytes::int from file_usage where tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(usage.rows).toEqual([{ bytes: 0 }]);
  });

  it('during a booking leaves no appointment with any of their text', async () => {
    for (let round = 0; round < 8; round += 1) {
      const practice = await makePractice(db());
      const { client, animal, checkUp, clientKey } = practice;
      const ask = api.call(
        'cp/booking_create',
        {
          animal_id: animal.id,
          service_id: checkUp.id,
          booking_date: '2026-02-03',
          booking_time: '10:00',
          notes: `${canaryMark}7q`,
        },
        clientKey,
      );
      const pet = api.call('cp/animal_create', { name: `${canaryMark}8q`, type: practice.dog.id }, clientKey);
      const [erased, booked] = await Promise.all([erase(practice, client.id), ask, pet]);
      const left = await placesOf(practice.tenant.id, canaryMark);
      // Either they were erased first and nothing was written afterwards, or they had booked before and stay.
      const outcome =
        erased.status === 200
          ? { isRefused: booked.status >= 400, left }
          : { code: erased.error.code, booked: booked.status };
      expect([
        { isRefused: true, left: [] },
        { code: 'client_not_settled', booked: 200 },
      ]).toContainEqual(outcome);
    }
  });
});
