import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAddendum, makeEntry } from '../../../../../packages/dev/src/factory-health.ts';
import { makeWeight } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { asApp } from '../../testing/derived/as-app.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const longAgo = '2026-01-02T10:00:00Z';

const lockedNote = async (practice: Practice) => {
  const weight = await makeWeight(db(), { animal: practice.animal });
  return makeEntry(db(), { animal: practice.animal, body: 'Limps', begun_at: longAgo, weight_id: weight.id });
};

/** What PostgreSQL answers the API's role: the SQLSTATE of its refusal, or how many rows it wrote. */
async function write(practice: Practice, text: string, values: unknown[]): Promise<string | number | null> {
  return asApp(api.testDatabase.appUrl, practice.tenant.id, async (client: pg.Client) => {
    try {
      return (await client.query(text, values)).rowCount;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  });
}

describe('a locked entry', () => {
  it.each([
    ['body', "body = 'Walks'"],
    ['kind of data', `data = '{"title": "Other"}'`],
    ['time', 'at = now()'],
    ['weight', 'weight_id = (select min(w.id) from animal_weights w where w.id <> weight_id)'],
    ['text together with a strike', "body = 'Walks', struck_at = now(), struck_reason = 'Wrong'"],
  ])('keeps its %s, whatever SQL the API sends', async (_name, set) => {
    const practice = await makePractice(db());
    await makeWeight(db(), { animal: practice.animal });
    const { id } = await lockedNote(practice);
    expect(await write(practice, `update entries set ${set} where id = $1`, [id])).toBe('BW002');
  });

  it.each([
    'begun_at = now()',
    'animal_id = animal_id',
    'client_id = client_id',
    'user_id = null',
    "kind = 'note'",
  ])('has columns that the API may never write: %s', async (set) => {
    const practice = await makePractice(db());
    const { id } = await makeEntry(db(), { animal: practice.animal });
    expect(await write(practice, `update entries set ${set} where id = $1`, [id])).toBe('42501');
  });

  it('cannot be given a creation time in the future', async () => {
    const practice = await makePractice(db());
    const { tenant, animal, client } = practice;
    const text = `insert into entries (tenant_id, animal_id, client_id, kind, at, begun_at)
      values ($1, $2, $3, 'note', now(), now() + interval '1 year')`;
    expect(await write(practice, text, [tenant.id, animal.id, client.id])).toBe('42501');
  });

  it('is not deleted, nor are its addenda changed', async () => {
    const practice = await makePractice(db());
    const entry = await lockedNote(practice);
    await makeAddendum(db(), entry);
    expect(await write(practice, 'delete from entries where id = $1', [entry.id])).toBe('BW002');
    for (const text of [
      'delete from entry_addenda where entry_id = $1',
      "update entry_addenda set body = 'Other' where entry_id = $1",
    ]) {
      expect(await write(practice, text, [entry.id])).toBe('42501');
    }
    expect(await write(practice, 'truncate entries, entry_addenda', [])).toBe('42501');
    expect(await write(practice, 'alter table entries disable trigger entries_locked', [])).toBe('42501');
    expect(await write(practice, 'set role burrow_sign_in', [])).toBe('42501');
    expect(await write(practice, "set session_replication_role = 'replica'", [])).toBe('42501');
  });

  it('cannot be erased while its client is not', async () => {
    const practice = await makePractice(db());
    const { id } = await lockedNote(practice);
    const { rows } = await asApp(api.testDatabase.appUrl, practice.tenant.id, (client) =>
      client.query<{ kept: number }>('select erase_client_entries($1) as kept', [practice.client.id]),
    );
    expect(rows).toEqual([{ kept: 0 }]);
    expect(await write(practice, 'select from entries where id = $1', [id])).toBe(1);
  });

  it('is shared and struck through, and a strike is not undone', async () => {
    const practice = await makePractice(db());
    const { id } = await lockedNote(practice);
    expect(await write(practice, 'update entries set shared = true where id = $1', [id])).toBe(1);
    const strike = "update entries set struck_at = now(), struck_reason = 'Wrong animal' where id = $1";
    expect(await write(practice, strike, [id])).toBe(1);
    const struck = await makeEntry(db(), {
      animal: practice.animal,
      body: 'Limps',
      struck_at: longAgo,
      struck_reason: 'Wrong animal',
    });
    const undo = 'update entries set struck_at = null, struck_reason = null where id = $1';
    expect(await write(practice, undo, [struck.id])).toBe('BW002');
    expect(await write(practice, "update entries set body = 'x' where id = $1", [struck.id])).toBe('BW002');
    expect(await write(practice, 'delete from entries where id = $1', [struck.id])).toBe('BW002');
  });

  it('loses only the weight that is deleted as a mistake', async () => {
    const practice = await makePractice(db());
    const { id, weight_id } = await lockedNote(practice);
    const input = { animal_id: practice.animal.id, weight_id: weight_id ?? 0 };
    expect((await api.call('animal_weight_delete', input, practice.staffKey)).status).toBe(200);
    const { body } = await api.call('entry', { entry_id: id }, practice.staffKey);
    expect(body).toMatchObject({ body: 'Limps', weight: null });
  });
});
