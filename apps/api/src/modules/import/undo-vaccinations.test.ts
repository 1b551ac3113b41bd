import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeEntry } from '../../../../../packages/dev/src/factory-health.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { asApp } from '../../testing/derived/as-app.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  animalNamed,
  dueDatesIn,
  importVaccinations,
  makeRex,
  makeVaccineType,
  rexRow,
  vaccinationsIn,
} from '../../testing/imported-vaccinations.ts';
import { importFile, undoImport } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const undo = (practice: Practice, importId: number) => undoImport(api, practice, importId);

/** Days later: entries are locked for everyone. */
const lockAll = ({ tenant }: Practice, days = 7) =>
  db().query('update entries set begun_at = now() - make_interval(days => $2) where tenant_id = $1', [
    tenant.id,
    days,
  ]);

const productsOf = async (practice: Practice, animal: { id: number }) =>
  (await vaccinationsIn(api, practice, animal)).map(({ product }) => product);

const bob = (...cells: string[]) => ['Bob Jones', '07700900112', 'Misty', 'Cat', ...cells].join(',');

describe('undoing an import of vaccinations', () => {
  it('restores the due dates of animals that the practice had, with their history and messages', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    const puppy = await makeVaccineType(api, practice, 'Puppy course', { care_group: 'Core' });
    const booster = await makeVaccineType(api, practice, 'Booster', { care_group: 'Core' });
    const { vaccination, tenant, adminKey } = practice;
    const check = await makeCareType(db(), { tenant, name: 'Check', service_id: vaccination.id });
    await makeCareDue(db(), { animal, type: puppy, due_on: '2025-12-01', silent: true });
    await makeCareDue(db(), {
      animal,
      type: booster,
      due_on: '2026-01-10',
      origin: 'given',
      given_on: '2025-01-10',
      state: 'told',
      told: 2,
      told_for: '2026-01-03',
    });
    await makeBooking(db(), { animal, service: vaccination, booking_date: '2026-02-02' });
    await makeCareDue(db(), { animal, type: check, due_on: '2026-02-01' });
    const stored = async () =>
      (
        await db().query(
          `select d.id, d.care_type_id, d.due_on, d.origin, d.state, d.given_on, d.done_on, d.told, d.told_for, d.silent,
             d.booking_id from care_due d where d.tenant_id = $1 order by d.id`,
          [tenant.id],
        )
      ).rows;
    const before = await stored();
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Booster vaccine', '20/12/2025', '20/12/2026', ''),
      rexRow('Booster vaccine', '10/01/2025', '', ''),
      rexRow('Another', '20/12/2025', '20/01/2027', 'Check'),
    );
    expect(await dueDatesIn(api, practice, animal)).toEqual([
      ['Booster', '2026-12-20', 'due', '2025-12-20'],
      ['Check', '2027-01-20', 'due', '2025-12-20'],
      ...['Check', 'Booster', 'Puppy course'].map((type): unknown =>
        expect.arrayContaining([type, 'done', '2025-12-20']),
      ),
    ]);
    await lockAll(practice);
    expect(await undo(practice, id)).toEqual([]);
    expect(await stored()).toEqual(before);
    expect(await productsOf(practice, animal)).toEqual([]);
    expect((await api.call('animals', {}, adminKey)).body.map(({ animal_name: name }) => name)).toContain(
      'Rex',
    );
  });

  it('deletes what it added, though locked, and no other vaccination of animals that stay', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    await makeVaccineType(api, practice, 'Lepto');
    await makeEntry(db(), { animal, kind: 'vaccination', product: 'Own', at: '2025-01-01T12:00:00Z' });
    const { id: earlier } = await importVaccinations(
      api,
      practice,
      rexRow('First file', '03/02/2025', '', ''),
    );
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
      bob('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
      'Eve Adams,07700900113,Milo,Cat,Lepto vaccine,03/02/2025,03/02/2026,',
    );
    const milo = await animalNamed(api, practice, 'Milo');
    await makeBooking(db(), { animal: { ...animal, ...milo }, booking_date: '2026-02-02' });
    await lockAll(practice);
    const [imported] = await vaccinationsIn(api, practice, milo);
    const discarded = await api.call('entry_discard', { entry_id: imported?.id ?? 0 }, practice.adminKey);
    expect(discarded.error.code).toBe('entry_locked');
    expect(await undo(practice, id)).toEqual([
      ['Eve Adams', 'animal'],
      ['Milo', 'appointment'],
    ]);
    expect(await productsOf(practice, animal)).toEqual(['First file', 'Own']);
    expect(await productsOf(practice, milo)).toEqual([]);
    expect(await dueDatesIn(api, practice, milo)).toEqual([]);
    await expect(animalNamed(api, practice, 'Misty')).rejects.toThrow('no Misty');
    expect(await undo(practice, earlier)).toEqual([]);
    expect(await productsOf(practice, animal)).toEqual(['Own']);
  });

  it('keeps what was changed, struck through or has an addendum, with the due dates that follow from it', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    await makeVaccineType(api, practice, 'Lepto');
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
      rexRow('Lepto vaccine', '03/02/2024', '', ''),
      bob('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
      'Eve Adams,07700900113,Milo,Cat,Lepto vaccine,03/02/2025,03/02/2026,',
    );
    const [misty, milo] = [
      await animalNamed(api, practice, 'Misty'),
      await animalNamed(api, practice, 'Milo'),
    ];
    const [ofRex, ofMisty, ofMilo] = await Promise.all(
      [animal, misty, milo].map(async (one) => (await vaccinationsIn(api, practice, one))[0]?.id ?? 0),
    );
    const amended = await api.call(
      'entry_amend',
      { entry_id: ofMisty ?? 0, version: 1, batch: 'A1' },
      practice.adminKey,
    );
    expect(amended.status).toBe(200);
    await lockAll(practice);
    const strike = { entry_id: ofMilo ?? 0, reason: 'Wrong animal' };
    expect((await api.call('entry_strike', strike, practice.adminKey)).status).toBe(200);
    const addendum = { entry_id: ofRex ?? 0, body: 'A reaction' };
    expect((await api.call('entry_addendum', addendum, practice.adminKey)).status).toBe(200);
    expect(await undo(practice, id)).toEqual([
      ['Bob Jones', 'record'],
      ['Eve Adams', 'record'],
      ['Milo', 'record'],
      ['Misty', 'record'],
      ['Rex', 'record'],
    ]);
    expect((await vaccinationsIn(api, practice, animal)).map((one) => one.id)).toEqual([ofRex]);
    for (const one of [animal, misty, milo]) {
      expect(await dueDatesIn(api, practice, one)).toContainEqual([
        'Lepto',
        '2026-02-03',
        'due',
        '2025-02-03',
      ]);
    }
  });

  it('restores due dates that several batches of the import moved', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    const lepto = await makeVaccineType(api, practice, 'Lepto');
    await makeCareDue(db(), { animal, type: lepto, due_on: '2024-01-10', silent: true });
    const others = Array.from({ length: 250 }, (_, index) => `Client ${index},,Dog ${index},Dog,,,,`);
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2024', '03/02/2025', ''),
      ...others,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
    );
    expect(await dueDatesIn(api, practice, animal)).toHaveLength(3);
    expect(await undo(practice, id)).toEqual([]);
    expect(await dueDatesIn(api, practice, animal)).toEqual([['Lepto', '2024-01-10', 'due', null]]);
  });

  it('keeps due dates that were used since', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    const lepto = await makeVaccineType(api, practice, 'Lepto');
    await makeCareDue(db(), { animal, type: lepto, due_on: '2026-01-10' });
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
    );
    const set = { animal_id: animal.id, care_type_id: lepto.id, due_on: '2026-05-01' };
    expect((await api.call('animal_care_set', set, practice.adminKey)).status).toBe(200);
    expect(await undo(practice, id)).toEqual([['Rex', 'care']]);
    expect(await dueDatesIn(api, practice, animal)).toEqual([
      ['Lepto', '2026-05-01', 'due', '2025-02-03'],
      ['Lepto', '2026-01-10', 'done', '2025-02-03'],
    ]);
    expect(await productsOf(practice, animal)).toEqual([]);
  });

  it('lets an animal stay archived, and due again when it is restored', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    const lepto = await makeVaccineType(api, practice, 'Lepto');
    await makeCareDue(db(), { animal, type: lepto, due_on: '2026-01-20' });
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
    );
    await api.call('animal_archive', { animal_id: animal.id, reason: 'other' }, practice.adminKey);
    expect(await undo(practice, id)).toEqual([]);
    expect(await dueDatesIn(api, practice, animal)).toEqual([['Lepto', '2026-01-20', 'stopped', null]]);
    await api.call('animal_restore', { animal_id: animal.id }, practice.adminKey);
    expect(await dueDatesIn(api, practice, animal)).toEqual([['Lepto', '2026-01-20', 'due', null]]);
  });

  it('leaves an earlier import to be undone', async () => {
    const practice = await makePractice(db());
    await makeVaccineType(api, practice, 'Lepto');
    const animals = 'Owner,Mobile,Pet name,Species\nAnn Miller,07700900111,Rex,Dog';
    const { id: first } = await importFile(api, practice, animals);
    api.clock.set('2026-01-14T11:00:00Z');
    const { id: second } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
    );
    api.clock.set('2026-01-14T12:00:00Z');
    expect(await undo(practice, second)).toEqual([]);
    expect(await undo(practice, first)).toEqual([]);
    const { body } = await api.call('animals', {}, practice.adminKey);
    expect(body.map(({ id }) => id)).toEqual([practice.animal.id]);
  });

  it('is refused when its time is over, before the daily job deletes the content', async () => {
    const practice = await makePractice(db());
    const { id } = await importVaccinations(api, practice, rexRow('Nobivac L4', '03/02/2025', '', ''));
    api.clock.set('2026-02-13T09:00:01Z');
    const { error } = await api.call('import/undo', { import_id: id }, practice.adminKey);
    expect(error).toMatchObject({ code: 'import_moved_on', message: 'This import is too old to undo.' });
  });
});

describe('the lock of an imported vaccination', () => {
  /** What PostgreSQL answers the API's role: the SQLSTATE of its refusal, or how many rows it wrote. */
  const write = (tenantId: number, ...texts: string[]): Promise<string | number | null> =>
    asApp(api.testDatabase.appUrl, tenantId, async (client: pg.Client) => {
      let rowCount: number | null = null;
      try {
        for (const text of texts) ({ rowCount } = await client.query(text));
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      }
      return rowCount;
    });

  /** A locked vaccination of an import that is being undone. */
  async function lockedVaccination(practice: Practice, days?: number) {
    await makeRex(api, practice);
    const { id } = await importVaccinations(api, practice, rexRow('Nobivac L4', '03/02/2025', '', ''));
    await lockAll(practice, days);
    await setImport(id, "status = 'undoing', expires_at = now() + interval '1 day'");
    const { rows } = await db().query<{ id: number }>('select id from entries where client_key = $1', [
      `import:${id}:2`,
    ]);
    return { importId: id, entryId: Number(rows[0]?.id) };
  }
  const setImport = (id: number, set: string) => db().query(`update imports set ${set} where id = $1`, [id]);

  it('opens for deletion only, while the import is being undone and its time is not over', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { importId, entryId } = await lockedVaccination(practice);
    const deletion = `delete from entries where id = ${entryId}`;
    const tenant = practice.tenant.id;
    expect(await write(tenant, deletion)).toBe(1);
    expect(await write(other.tenant.id, deletion)).toBe(0);
    expect(await write(tenant, `update entries set batch = 'A1' where id = ${entryId}`)).toBe('BW002');
    for (const status of ['done', 'running', 'undone', 'cancelled']) {
      await setImport(importId, `status = '${status}'`);
      expect(await write(tenant, deletion)).toBe('BW002');
    }
    await setImport(importId, "status = 'undoing', expires_at = now() - interval '1 second'");
    expect(await write(tenant, deletion)).toBe('BW002');
  });

  it('stays two months after the import, whatever the import says', async () => {
    const practice = await makePractice(db());
    const { entryId } = await lockedVaccination(practice, 62);
    expect(await write(practice.tenant.id, `delete from entries where id = ${entryId}`)).toBe('BW002');
  });

  it('stays when the entry was changed or struck through, also with its version put back', async () => {
    const practice = await makePractice(db());
    const { entryId } = await lockedVaccination(practice);
    const deletion = `delete from entries where id = ${entryId}`;
    const tenant = practice.tenant.id;
    const change = (set: string) => `update entries set ${set} where id = ${entryId}`;
    expect(await write(tenant, change('version = 2'), deletion)).toBe('BW002');
    expect(await write(tenant, change("struck_at = now(), struck_reason = 'Wrong'"), deletion)).toBe('BW002');
    await db().query(change('version = 2'));
    expect(await write(tenant, change('version = 1'))).toBe('BW002');
  });

  it('stays when the entry has an addendum', async () => {
    const practice = await makePractice(db());
    const { entryId } = await lockedVaccination(practice);
    const addendum = { entry_id: entryId, body: 'A reaction' };
    expect((await api.call('entry_addendum', addendum, practice.adminKey)).status).toBe(200);
    expect(await write(practice.tenant.id, `delete from entries where id = ${entryId}`)).toBe('BW002');
  });

  it('opens for no other entry: only an import that runs writes its key', async () => {
    const practice = await makePractice(db());
    const { importId } = await lockedVaccination(practice);
    const { tenant, animal, client } = practice;
    const own = await makeEntry(db(), {
      animal,
      kind: 'vaccination',
      product: 'Own',
      begun_at: '2026-01-02T10:00:00Z',
    });
    expect(await write(tenant.id, `delete from entries where id = ${own.id}`)).toBe('BW002');
    expect(
      await write(tenant.id, `update entries set client_key = 'import:${importId}:9' where id = ${own.id}`),
    ).toBe('42501');
    const insertion = (key: string, kind = 'vaccination') =>
      `insert into entries (tenant_id, animal_id, client_id, kind, at, client_key, product)
       values (${tenant.id}, ${animal.id}, ${client.id}, '${kind}', now(), '${key}', 'X')`;
    expect(await write(tenant.id, insertion(`import:${importId}:9`))).toBe('23514');
    await setImport(importId, "status = 'running'");
    expect(await write(tenant.id, insertion(`import:${importId}:9`))).toBe(1);
    expect(await write(tenant.id, insertion(`import:${importId}:9`, 'treatment'))).toBe('23514');
    expect(await write(tenant.id, insertion(`import:${importId + 1}:9`))).toBe('23514');
    expect(await write(tenant.id, insertion('import:x:9'))).toBe('22P02');
    const sent = {
      animal_id: animal.id,
      kind: 'vaccination',
      product: 'X',
      client_key: 'import:1:2',
    } as const;
    const answer = await api.call('entry_add', sent, practice.adminKey);
    expect(answer.error).toMatchObject({ code: 'invalid_input' });
  });
});
