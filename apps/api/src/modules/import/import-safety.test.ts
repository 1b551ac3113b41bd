import type { ImportField } from '@burrow/contracts/import-fields';
import { describe, expect, it } from 'vitest';
import { workOnImport } from './job.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  beginImport,
  checkImport,
  dieBehind,
  importFile,
  importOf,
  sendImport,
  uploadImport,
} from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const header = 'Name,Phone,Pet,Species,Weight\n';
/** Rows of as many clients, each with a dog. */
const manyRows = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `Client ${from + index},0770${String(9_000_000 + from + index)},Dog ${from + index},Dog,3\n`,
  ).join('');

const numbersOf = async ({ tenant }: Practice) => {
  const { rows } = await db().query<Record<'clients' | 'animals' | 'weights', number>>(
    `select (select count(*)::int from clients where tenant_id = $1) - 1 as clients,
            (select count(*)::int from animals where tenant_id = $1) - 1 as animals,
            (select count(*)::int from animal_weights where tenant_id = $1) as weights`,
    [tenant.id],
  );
  return rows[0];
};

describe('an interrupted import', () => {
  it('continues after the last batch and creates nothing twice', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(api, practice, header + manyRows(600));
    await checkImport(api, practice, id);
    await beginImport(api, practice, id);
    const live = await dieBehind(api, 300);
    const jobs = await api.runJobs();
    expect(jobs).toContainEqual(expect.objectContaining({ name: 'import', status: 'failed' }));
    expect(await numbersOf(practice)).toEqual({ clients: 250, animals: 250, weights: 250 });
    expect(await importOf(api, practice, id)).toMatchObject({ status: 'running', rows_done: 250 });
    await live();
    await workOnImport(api.deps, { tenantId: practice.tenant.id, importId: id }, 'again');
    expect(await numbersOf(practice)).toEqual({ clients: 600, animals: 600, weights: 600 });
    expect(await importOf(api, practice, id)).toMatchObject({
      status: 'done',
      rows_done: 600,
      counts: { clients_created: 600, animals_created: 600, duplicate_rows: 0 },
    });
  });

  it('is written once by two workers, and two imports of the same people create them once', async () => {
    const practice = await makePractice(db());
    const file = header + manyRows(600);
    const ids = [await uploadImport(api, practice, file), await uploadImport(api, practice, file)];
    for (const id of ids) {
      await checkImport(api, practice, id);
      await beginImport(api, practice, id);
    }
    const work = (importId = 0) =>
      workOnImport(api.deps, { tenantId: practice.tenant.id, importId }, 'at-once');
    await Promise.all([work(ids[0]), work(ids[0]), work(ids[1])]);
    // The worker that lost the race for a batch has stopped; a repeated job finds the rest.
    await Promise.all([work(ids[0]), work(ids[1])]);
    expect(await numbersOf(practice)).toEqual({ clients: 600, animals: 600, weights: 600 });
    const [one, other] = [
      await importOf(api, practice, ids[0] ?? 0),
      await importOf(api, practice, ids[1] ?? 0),
    ];
    expect([one.status, other.status]).toEqual(['done', 'done']);
    expect(one.counts.clients_created + other.counts.clients_created).toBe(600);
    expect(one.counts.clients_existing + other.counts.clients_existing).toBe(600);
  });

  it('restarts an interrupted check, and stops one whose columns were changed', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(api, practice, `${header}${manyRows(300)},07700900000,X,Dog,\n`);
    const { columns } = await importOf(api, practice, id);
    await api.call('import/check', { import_id: id, columns }, practice.adminKey);
    const live = await dieBehind(api, 260);
    await api.runJobs();
    await live();
    expect(await importOf(api, practice, id)).toMatchObject({ status: 'checking', rows_done: 250 });
    await workOnImport(api.deps, { tenantId: practice.tenant.id, importId: id }, 'again');
    expect(await importOf(api, practice, id)).toMatchObject({
      status: 'checked',
      counts: { clients_created: 300, problem_rows: 1 },
    });
  });

  it('can be stopped, and its records until then can be undone', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(api, practice, header + manyRows(300));
    await checkImport(api, practice, id);
    await beginImport(api, practice, id);
    const live = await dieBehind(api, 260);
    await api.runJobs();
    await live();
    const { status } = await api.call('import/cancel', { import_id: id }, practice.adminKey);
    expect(status).toBe(200);
    await api.runJobs({ ignoreStartAfter: true });
    expect(await numbersOf(practice)).toMatchObject({ clients: 250 });
    await api.call('import/undo', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect(await numbersOf(practice)).toEqual({ clients: 0, animals: 0, weights: 0 });
    const again = await api.call('import/undo', { import_id: id }, practice.adminKey);
    expect([again.status, again.error.code]).toEqual([409, 'import_moved_on']);
  });
});

describe('undoing an import', () => {
  it('deletes the created records and clears the filled-in fields, and lists the records used since', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey } = practice;
    const old = await makeClient(db(), {
      tenant,
      name: 'Old',
      phone: '07709999999',
      email: null,
      address: null,
      notes: null,
    });
    const file = `Name,Phone,Email,Notes,Pet,Species
Old,07709999999,old@example.com,Filled,,
Gone,07700900111,,,Rex,Dog
Booked,07700900112,,,Tom,Cat
Edited,07700900113,,,,
Waiting,07700900114,,,Ada,Dog
`;
    const done = await importFile(api, practice, file, { run: { duplicates: 'fill' } });
    const clients = (await api.call('clients', {}, adminKey)).body;
    const idOf = (name: string) => clients.find((client) => client.name === name)?.id ?? 0;
    const [tom] = (await api.call('animals_by_client', { client_id: idOf('Booked') }, adminKey)).body;
    await makeBooking(db(), {
      animal: { tenant_id: tenant.id, id: tom?.id ?? 0, client_id: idOf('Booked') },
    });
    const [ada] = (await api.call('animals_by_client', { client_id: idOf('Waiting') }, adminKey)).body;
    await db().query("update tenants set waitlist_mode = 'staff' where id = $1", [tenant.id]);
    const want = {
      client_id: idOf('Waiting'),
      animal_id: ada?.id ?? 0,
      service_id: practice.checkUp.id,
    };
    expect((await api.call('want_create', want, adminKey)).status).toBe(200);
    api.clock.set('2026-01-14T10:00:00Z');
    await api.call('client_update', { client_id: idOf('Edited'), notes: 'Rang today' }, adminKey);
    // Changed since by a person; it stays.
    await api.call('client_update', { client_id: old.id, notes: 'Ours now' }, adminKey);
    await api.call('import/undo', { import_id: done.id }, adminKey);
    await api.runJobs();
    const undone = await importOf(api, practice, done.id);
    expect(undone).toMatchObject({
      status: 'undone',
      kept_count: 5,
      kept: [
        { kind: 'client', name: 'Booked', reason: 'appointment' },
        { kind: 'client', name: 'Edited', reason: 'changed' },
        { kind: 'client', name: 'Waiting', reason: 'waitlist' },
        { kind: 'animal', name: 'Ada', reason: 'waitlist' },
        { kind: 'animal', name: 'Tom', reason: 'appointment' },
      ],
    });
    const left = (await api.call('clients', {}, adminKey)).body.map(({ name }) => name);
    expect(left).toEqual(expect.arrayContaining(['Booked', 'Edited', 'Old']));
    expect(left).not.toContain('Gone');
    expect((await api.call('client', { client_id: old.id }, adminKey)).body).toMatchObject({
      email: null,
      notes: 'Ours now',
    });
  });

  it('covers every table that refers to a client or an animal', async () => {
    const { rows } = await db().query<{ reference: string }>(
      `select conrelid::regclass || '.' || (
                select string_agg(a.attname, ',') from pg_attribute a
                where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id') as reference
       from pg_constraint c where c.contype = 'f' and c.confrelid in ('clients'::regclass, 'animals'::regclass)
       order by 1`,
    );
    // A new one needs its line in record-repository.ts, or undoing would fail if it refers to an imported record. The parts
    // of an appointment are about its animal; a conversation is deleted with its client.
    expect(rows.map(({ reference }) => reference)).toEqual([
      'animal_owners.animal_id',
      'animal_owners.client_id',
      'animal_weights.animal_id',
      'animals.client_id',
      'api_keys.client_id',
      'booking_parts.animal_id',
      'bookings.animal_id',
      'bookings.client_id',
      'care_due.animal_id',
      'client_links.client_id',
      'client_logins.client_id',
      'comms.client_id',
      'conversations.client_id',
      'deposits.animal_id',
      'deposits.client_id',
      'entries.animal_id',
      'entries.client_id',
      'files.animal_id',
      'files.client_id',
      'files.uploaded_by_client_id',
      'offers.animal_id',
      'offers.client_id',
      'recalls.client_id',
      'wants.animal_id',
      'wants.client_id',
    ]);
  });
});

describe('an uploaded file', () => {
  it('belongs to its practice and its admins only', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const id = await uploadImport(api, practice, header + manyRows(1));
    for (const call of [
      'import',
      'import/findings',
      'import/problem_rows',
      'import/run',
      'import/cancel',
      'import/undo',
    ] as const) {
      expect([call, (await api.call(call, { import_id: id }, other.adminKey)).status]).toEqual([call, 404]);
      expect([call, (await api.call(call, { import_id: id }, practice.staffKey)).status]).toEqual([
        call,
        403,
      ]);
    }
    const check = { import_id: id, columns: ['client_name' as const] };
    expect((await api.call('import/check', check, other.adminKey)).status).toBe(404);
    expect((await api.call('imports', {}, other.adminKey)).body).toEqual([]);
  });

  it('is read whatever its encoding and separator', async () => {
    const practice = await makePractice(db());
    const text = 'Zähl;Name;Tel\r\nx;Zoë Ünal;07700900111\r\n';
    const utf16 = (bom: boolean) => Buffer.from((bom ? '\uFEFF' : '') + text, 'utf16le');
    const files: [string, Uint8Array][] = [
      ['UTF-8', Buffer.from(text)],
      ['UTF-8', Buffer.from(`\uFEFF${text}`)],
      ['UTF-16', utf16(true)],
      ['UTF-16', utf16(false)],
      ['UTF-16', Buffer.from(utf16(true)).swap16()],
      ['Windows-1252', Buffer.from(text, 'latin1')],
    ];
    for (const [encoding, bytes] of files) {
      const found = await importOf(api, practice, await uploadImport(api, practice, bytes));
      expect(found).toMatchObject({
        encoding,
        separator: ';',
        headers: ['Zähl', 'Name', 'Tel'],
        samples: [['x', 'Zoë Ünal', '07700900111']],
        columns: [null, 'client_name', 'client_phone'],
      });
    }
  });

  it('may begin with the letters of a ZIP', async () => {
    const practice = await makePractice(db());
    const { status, message } = await sendImport(api, practice, 'PK,Name\n1,Ann Archer\n');
    expect([status, message]).toEqual([200, undefined]);
  });

  it.each([
    ['an Excel workbook', Buffer.from('PK\u0003\u0004rest'), 415, 'save it as CSV'],
    ['an empty ZIP', Buffer.from('PK\u0005\u0006rest'), 415, 'save it as CSV'],
    ['a part of a ZIP', Buffer.from('PK\u0007\u0008rest'), 415, 'save it as CSV'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 415, 'save it as CSV'],
    ['a program', Buffer.from('name\n\u0000\u0001\u0002'), 415, 'isn’t text'],
    ['a web page', Buffer.from('<!doctype html><script>1</script>'), 415, 'web page'],
    ['nothing', Buffer.from(' \n\n'), 400, 'file is empty'],
    ['a header alone', Buffer.from('Name,Phone\n'), 400, 'header but no rows'],
    ['an endless quotation', Buffer.from(`Name\n"Ann${' x'.repeat(80_000)}`), 400, 'may be missing'],
    ['a short endless quotation', Buffer.from('Name\n"Ann\nBob\n'), 400, 'never closed'],
    ['an endless line', Buffer.alloc(9_000_000, 'x'), 400, 'longer than'],
    ['countless columns', Buffer.from('a,'.repeat(40_000)), 400, 'columns'],
    ['countless rows', Buffer.from(`Name\n${'x\n'.repeat(50_001)}`), 400, '50000 rows'],
  ])('is refused as %s', async (_what, bytes, status, words) => {
    const practice = await makePractice(db());
    const answer = await sendImport(api, practice, bytes);
    expect([answer.status, answer.message]).toEqual([status, expect.stringContaining(words)]);
    const { rows } = await db().query('select 1 from imports where tenant_id = $1', [practice.tenant.id]);
    expect(rows).toEqual([]);
  });

  it('counts as stored, and is deleted thirty days after its end', async () => {
    const practice = await makePractice(db());
    const stored = async () =>
      (
        await db().query<{ bytes: string }>(
          'select coalesce(sum(bytes), 0) as bytes from file_usage where tenant_id = $1',
          [practice.tenant.id],
        )
      ).rows[0]?.bytes;
    const { id } = await importFile(api, practice, `${header}${manyRows(2)}Bad,x,,,\n`);
    expect(Number(await stored())).toBeGreaterThan(50);
    const kept = async () =>
      (
        await db().query(
          `select (select count(*)::int from import_files where import_id = $2 and tenant_id = $1) as files,
                  (select count(*)::int from import_findings where import_id = $2 and tenant_id = $1) as findings,
                  (select count(*)::int from import_records where import_id = $2 and tenant_id = $1) as records`,
          [practice.tenant.id, id],
        )
      ).rows[0] as unknown;
    const clearUp = async () => {
      await (await api.deps.jobs.boss()).send('clear_up', {});
      await api.runJobs();
    };
    api.clock.set('2026-02-13T08:00:00Z');
    await clearUp();
    expect(await kept()).toEqual({ files: 1, findings: 1, records: 4 });
    api.clock.set('2026-02-13T10:00:00Z');
    await clearUp();
    expect(await kept()).toEqual({ files: 0, findings: 0, records: 0 });
    expect(Number(await stored())).toBe(0);
    const { rows } = await db().query<{ cleared: boolean; status: string }>(
      'select cleared_at is not null as cleared, status from imports where tenant_id = $1 and id = $2',
      [practice.tenant.id, id],
    );
    expect(rows).toEqual([{ cleared: true, status: 'done' }]);
  });

  it('needs columns that identify people, each once', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(api, practice, 'A,B,C\n1,2,3\n');
    const check = async (columns: (ImportField | null)[]) =>
      (await api.call('import/check', { import_id: id, columns }, practice.adminKey)).error;
    expect((await check([null, null, 'client_notes'])).message).toMatch(/client’s name, phone or email/);
    expect((await check(['client_name', 'client_name', null])).message).toMatch(/Two columns/);
    expect((await check(['client_name', 'animal_breed', null])).message).toMatch(/animal’s name/);
    expect((await check(['client_name'])).message).toMatch(/3 columns/);
    expect((await check(['password_hash' as ImportField, null, null])).code).toBe('invalid_input');
  });
});
