import { describe, expect, it } from 'vitest';
import { makeAddendum, makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { asApp } from '../../testing/derived/as-app.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** A client with entries of every kind, locked and not, one of them older than five years. */
async function makeLeaver() {
  const practice = await makePractice(db());
  const { tenant, staff: author } = practice;
  const client = await makeClient(db(), { tenant, name: 'Gwen Testwright' });
  const animal = await makeAnimal(db(), { client, name: 'Biscuit' });
  const medicine = await makeMedicine(db(), { tenant });
  const old = { begun_at: daysAgo(30).toISOString(), at: daysAgo(30).toISOString() };
  const told = { animal, author, body: 'Gwen Testwright was worried' };
  const note = await makeEntry(db(), { ...told, ...old });
  await makeAddendum(db(), note, 'Gwen rang');
  const vaccination = await makeEntry(db(), {
    ...told,
    ...old,
    medicine,
    batch: 'A 123',
    quantity: 0.25,
    unit: 'ml',
    shared: true,
    data: { expiry: '2027-05-31', manufacturer: 'Acme', site: 'As Gwen asked' },
  });
  await makeAddendum(db(), vaccination, 'Gwen said he was sore');
  await makeEntry(db(), {
    ...told,
    kind: 'prescription',
    product: 'Meloxicam',
    quantity: 10,
    unit: 'ml',
    at: daysAgo(1).toISOString(),
    data: { directions: 'Gwen to give once a day', valid_until: '2026-07-13', is_controlled: false },
  });
  await makeEntry(db(), { ...told, medicine, batch: 'OLD', at: daysAgo(5 * 366 + 2).toISOString() });
  return { practice, client, animal, vaccination };
}

describe('erasing a client', () => {
  it('keeps what the five years demand, without a text or name, and says so', async () => {
    const { practice, client, animal, vaccination } = await makeLeaver();
    const mine = { client_id: client.id };
    const preview = (await api.call('client_erasure_preview', mine, practice.adminKey)).body;
    expect(preview).toMatchObject({ removed: { entries: 2 }, kept: { supplies: 2 } });
    const erased = await api.call('client_erase', { ...mine, name: 'Gwen Testwright' }, practice.adminKey);
    expect([erased.status, erased.body]).toMatchObject([200, { kept_supplies: 2 }]);
    const { rows } = await db().query<Record<string, unknown>>({
      text: 'select * from entries where tenant_id = $1 and animal_id = $2 order by at',
      values: [practice.tenant.id, animal.id],
    });
    expect(rows).toMatchObject([
      { kind: 'vaccination', batch: 'A 123', unit: 'ml', body: '', shared: false },
      {
        kind: 'prescription',
        product: 'Meloxicam',
        data: { valid_until: '2026-07-13', is_controlled: false },
      },
    ]);
    expect(rows[0]?.['data']).toEqual({ expiry: '2027-05-31', manufacturer: 'Acme' });
    const addenda = await db().query({
      text: 'select d.id from entry_addenda d where d.tenant_id = $1',
      values: [practice.tenant.id],
    });
    expect([JSON.stringify(rows).includes('Gwen'), addenda.rows]).toEqual([false, []]);
    const recalled = (await api.call('batch_recall', { batch: 'a123' }, practice.staffKey)).body;
    expect(recalled).toMatchObject([{ client_name: 'Erased client', phone: null, quantity: '0.25' }]);
    const shown = (await api.call('entry', { entry_id: vaccination.id }, practice.adminKey)).body;
    expect(shown).toMatchObject({ state: 'locked', may_change: '0', batch: 'A 123' });
  });

  it('ends for what was kept when its five years are over', async () => {
    const { practice, client, vaccination } = await makeLeaver();
    const input = { client_id: client.id, name: 'Gwen Testwright' };
    await api.call('client_erase', input, practice.adminKey);
    const kept = async () =>
      (
        await db().query({
          text: 'select id from entries where tenant_id = $1',
          values: [practice.tenant.id],
        })
      ).rows.length;
    await (await api.deps.jobs.boss()).send('clear_up', {});
    await api.runJobs();
    expect(await kept()).toBe(2);
    await db().query('alter table entries disable trigger entries_locked');
    await db().query({
      text: "update entries set at = now() - interval '1827 days' where tenant_id = $1 and id = $2",
      values: [practice.tenant.id, vaccination.id],
    });
    await db().query('alter table entries enable trigger entries_locked');
    await (await api.deps.jobs.boss()).send('clear_up', {});
    await api.runJobs();
    expect(await kept()).toBe(1);
  });

  it('lets nothing be written about them afterwards', async () => {
    const { practice, client, animal, vaccination } = await makeLeaver();
    const input = { client_id: client.id, name: 'Gwen Testwright' };
    await api.call('client_erase', input, practice.adminKey);
    const entry_id = vaccination.id;
    const refusals = [
      await api.call('entry_add', { animal_id: animal.id, kind: 'note', body: 'x' }, practice.staffKey),
      await api.call('entry_addendum', { entry_id, body: 'x' }, practice.staffKey),
      await api.call('entry_amend', { entry_id, version: 1, body: 'x' }, practice.adminKey),
      await api.call('entry_share', { entry_id, shared: '1' }, practice.staffKey),
      await api.call('entry_strike', { entry_id, reason: 'x' }, practice.staffKey),
    ];
    expect(refusals.map(({ body }) => (body as unknown as { code: string }).code)).toEqual(
      refusals.map(() => 'client_erased'),
    );
    for (const text of [
      `update entries set body = 'x' where id = ${entry_id}`,
      `insert into entry_addenda (tenant_id, entry_id, body) values (${practice.tenant.id}, ${entry_id}, 'x')`,
      `insert into entries (tenant_id, animal_id, client_id, kind, at)
       values (${practice.tenant.id}, ${animal.id}, ${client.id}, 'note', now())`,
    ]) {
      await asApp(api.testDatabase.appUrl, practice.tenant.id, async (sql) => {
        await expect(sql.query(text)).rejects.toMatchObject({ code: 'BW001' });
      });
    }
  });

  it('leaves the entries of an animal that has moved to another client', async () => {
    const { practice, client, animal } = await makeLeaver();
    const next = await makeClient(db(), { tenant: practice.tenant });
    const transfer = { animal_id: animal.id, client_id: next.id };
    expect((await api.call('animal_transfer', transfer, practice.staffKey)).status).toBe(200);
    const input = { client_id: client.id, name: 'Gwen Testwright' };
    expect((await api.call('client_erase', input, practice.adminKey)).body).toMatchObject({
      kept_supplies: 0,
    });
    const { items } = (await api.call('entries', { animal_id: animal.id }, practice.staffKey)).body;
    expect(items).toHaveLength(4);
  });
});
