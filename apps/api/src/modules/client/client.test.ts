import type { Scope } from '@burrow/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('clients', () => {
  it('are listed by name, ignoring case, and paged without a gap or a repeat', async () => {
    const practice = await makePractice(db());
    const names = ['bea', 'Adam', 'Bea', 'adam', 'Zoë', 'Émile', 'bea'];
    for (const name of names) await makeClient(db(), { tenant: practice.tenant, name });
    const { body: all } = await api.call('clients', {}, practice.staffKey);
    expect(all).toHaveLength(names.length + 1);
    const paged: number[] = [];
    let cursor: string | undefined;
    for (;;) {
      const { body } = await api.call(
        'clients',
        { limit: 3, ...(cursor ? { cursor } : {}) },
        practice.staffKey,
      );
      if (body.length === 0) break;
      paged.push(...body.map(({ id }) => id));
      cursor = String(body.at(-1)?.id);
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it('are paged from the same place after the last client was renamed or deleted', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const add = (name: string) => makeClient(db(), { tenant, name });
    const [, ben, , dan] = [await add('Ann: A'), await add('Ben: B'), await add('Cat'), await add('Dan')];
    const after = async (cursor: string, q?: string) => {
      const { status, error, body } = await api.call(
        'clients',
        { limit: 2, cursor, ...(q ? { q } : {}) },
        staffKey,
      );
      return status === 200 ? body.map(({ name }) => name) : [status, error.fields];
    };
    const place = `${ben.id}:Ben: B`;
    expect(await after(String(ben.id))).toEqual(['Cat', expect.stringMatching(/^Client /)]);
    await db().query("update clients set name = 'Zed' where id = $1", [ben.id]);
    expect(await after(place)).toEqual(['Cat', expect.stringMatching(/^Client /)]);
    await db().query('delete from clients where id = $1', [ben.id]);
    expect(await after(place)).toEqual(['Cat', expect.stringMatching(/^Client /)]);
    expect(await after(place, 'cat')).toEqual(['Cat']);
    const refusal = [400, { cursor: 'Enter the id of the last row.' }];
    expect(await after(String(ben.id))).toEqual(refusal);
    expect(await after(String(ben.id), 'cat')).toEqual(refusal);
    expect(await after('ben:1')).toEqual(refusal);
    expect(await after(String(dan.id))).toEqual([]);
  });

  it.each([
    ['o’bri', 'Zoë O’Brien'],
    ['07700 900 5', 'Phone'],
    ['@farm.test', 'Mail'],
    ['back lane', 'Street'],
    ['100%', '100% Cats'],
    ['_', 'Under_score'],
  ])('%s finds %s and no other', async (q, name) => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const plain = { phone: null, email: null, address: null };
    await makeClient(db(), { tenant, ...plain, name: 'Zoë O’Brien' });
    await makeClient(db(), { tenant, ...plain, name: 'Phone', phone: '07700900555' });
    await makeClient(db(), { tenant, ...plain, name: 'Mail', email: 'Jo@Farm.test' });
    await makeClient(db(), { tenant, ...plain, name: 'Street', address: '3 Back Lane' });
    await makeClient(db(), { tenant, ...plain, name: '100% Cats' });
    await makeClient(db(), { tenant, ...plain, name: 'Under_score' });
    await db().query('delete from api_keys where client_id = $1', [practice.client.id]);
    const { body } = await api.call('clients', { q }, practice.staffKey);
    expect(body.map((client) => client.name)).toEqual([name]);
    const { body: count } = await api.call('clients/count', { q }, practice.staffKey);
    expect(count).toEqual({ total: 7, matching: 1 });
  });

  it('show whether they are archived and their preferences', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), {
      tenant: practice.tenant,
      archived_at: new Date(0),
      likes_sms: false,
    });
    const { body } = await api.call('client', { client_id: client.id }, practice.staffKey);
    expect(body).toMatchObject({ active: '0', likes_sms: '0', likes_email: '1' });
    expect(Object.keys(body)).not.toContain('tenant_id');
  });

  it('are filtered by active or archived, paged, searched and counted', async () => {
    const practice = await makePractice(db());
    const { tenant, staffKey } = practice;
    for (const [index, name] of ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay'].entries()) {
      const archived_at = index % 2 === 1 ? new Date(0) : null;
      await makeClient(db(), { tenant, name: `Filter ${name}`, archived_at });
    }
    const named = async (input: {
      status?: 'active' | 'archived';
      q?: string;
      limit?: number;
      cursor?: string;
    }) => (await api.call('clients', input, staffKey)).body.map(({ name }) => name.replace('Filter ', ''));
    expect(await named({ status: 'archived' })).toEqual(['Ben', 'Dan', 'Fay']);
    expect(await named({ status: 'active', q: 'filter' })).toEqual(['Ann', 'Cat', 'Eve']);
    expect(await named({ q: 'filter' })).toEqual(['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay']);
    const { body: first } = await api.call('clients', { status: 'archived', limit: 1 }, staffKey);
    const cursor = String(first[0]?.id);
    expect(await named({ status: 'archived', limit: 5, cursor })).toEqual(['Dan', 'Fay']);
    const counted = async (status?: 'active' | 'archived', q?: string) =>
      (await api.call('clients/count', { ...(status ? { status } : {}), ...(q ? { q } : {}) }, staffKey))
        .body;
    expect(await counted()).toEqual({ total: 7, matching: 7 });
    expect(await counted('active', 'filter')).toEqual({ total: 4, matching: 3 });
    expect(await counted('archived')).toEqual({ total: 3, matching: 3 });
    expect(await counted('archived', 'ann')).toEqual({ total: 3, matching: 0 });
  });

  it('are found by a phone number in any spelling', async () => {
    const practice = await makePractice(db());
    await makeClient(db(), { tenant: practice.tenant, name: 'Ann', phone: '07700900556' });
    for (const q of [
      '07700 900556',
      '07700900556',
      '+44 7700 900556',
      '+447700900556',
      '+44 (0)7700 900556',
      '447700900556',
      '4477009005',
      '(07700) 900-556',
      '900556',
    ]) {
      const { body } = await api.call('clients', { q }, practice.staffKey);
      expect([q, ...body.map(({ name }) => name)]).toEqual([q, 'Ann']);
    }
  });

  it('are found by words of their name in any order and by their active animals, whose names are returned', async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const jack = await makeClient(db(), { tenant, name: 'Jack Haworth', phone: '07700900777' });
    for (const name of ['Tilly', 'Bo']) await makeAnimal(db(), { client: jack, name, species_id: dog.id });
    await makeAnimal(db(), { client: jack, name: 'Ghost', active: false });
    const other = await makeClient(db(), { tenant, name: 'Jack Hayward' });
    await makeAnimal(db(), { client: other, name: 'Tilda' });
    const found = async (q: string) => {
      const { body } = await api.call('clients', { q }, practice.staffKey);
      const { body: count } = await api.call('clients/count', { q }, practice.staffKey);
      expect([q, count.matching]).toEqual([q, body.length]);
      return body.map(({ name }) => name);
    };
    for (const q of ['Haworth Jack', 'jack haw', 'tilly', 'haworth bo', 'Bo Haw', 'TILLY 900777', 'bo']) {
      expect([q, ...(await found(q))]).toEqual([q, 'Jack Haworth']);
    }
    expect(await found('til jack')).toEqual(['Jack Haworth', 'Jack Hayward']);
    for (const q of ['ghost', 'jack ghost', 'tilly hayward', 'haworth zz'])
      expect([q, ...(await found(q))]).toEqual([q]);
    const { body } = await api.call('clients', { q: 'tilly' }, practice.staffKey);
    expect(body[0]?.animal_names).toEqual(['Bo', 'Tilly']);
  });

  it('can be listed without an active animal', async () => {
    const practice = await makePractice(db());
    const { tenant, staffKey } = practice;
    const owner = await makeClient(db(), { tenant, name: 'New Owner' });
    await makeAnimal(db(), { client: owner });
    const bereaved = await makeClient(db(), { tenant, name: 'New Bereaved' });
    await makeAnimal(db(), { client: bereaved, active: false });
    await makeClient(db(), { tenant, name: 'New Caller' });
    await makeClient(db(), { tenant, name: 'New Archived', archived_at: new Date(0) });
    for (const input of [{ q: 'new' }, { q: 'ne' }, { limit: 10 }, {}]) {
      const { body } = await api.call('clients', { ...input, without_animals: '1' }, staffKey);
      expect(body.map(({ name }) => name)).toEqual(['New Bereaved', 'New Caller']);
    }
    const answerTo = async (...scopes: Scope[]) => {
      const key = await makeSessionKey(db(), { user: practice.admin, kind: 'integration', scopes });
      const { status, error } = await api.call('clients', { without_animals: '1' }, key);
      return [status, error.code, error.message];
    };
    expect(await answerTo('clients:read')).toEqual([
      403,
      'scope_missing',
      'This API key needs the scope animals:read for that.',
    ]);
    expect((await answerTo('clients:read', 'animals:read'))[0]).toBe(200);
  });
});
