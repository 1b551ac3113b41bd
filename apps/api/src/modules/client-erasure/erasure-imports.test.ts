import { describe, expect, it } from 'vitest';
import { makeBooking, makeDeposit } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { beginImport, checkImport, importFile, importOf, uploadImport } from '../../testing/imports.ts';

// An import's file, its findings and its pending rows: any of it could bring an erased client back.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const person = { name: 'José Ünal', phone: '07700900155', email: 'jose@example.com' };

const erase = ({ adminKey }: Practice, client: { id: number; name: string }) =>
  api.call('client_erase', { client_id: client.id, name: client.name }, adminKey);

/** The stored content of the practice's imports, as one text. */
async function keptOfImports({ tenant }: Practice): Promise<string> {
  const { rows } = await db().query<{ kept: string }>(
    `select concat(
       (select json_agg(i) from imports i where i.tenant_id = $1),
       (select json_agg(f) from import_findings f where f.tenant_id = $1),
       (select string_agg(convert_from(f.content, 'UTF8'), '') from import_files f where f.tenant_id = $1)) as kept`,
    [tenant.id],
  );
  return rows[0]?.kept ?? '';
}

describe('erasing a client whom imports name', () => {
  it.each([
    ['name in two columns', 'Surname,First name,Notes\nÜnal,José,x\nOther,Sam,x\n', 'utf8'],
    ['name in Windows-1252', 'Name;Notes\nJosé Ünal;x\n', 'latin1'],
    ['name without accents, in capitals', 'Name,Notes\nUNAL JOSE,x\n', 'utf8'],
    ['name with accents of their own', `Name,Notes\n${'José Ünal'.normalize('NFD')},x\n`, 'utf8'],
    ['number as it is dialled from abroad', 'Name,Phone\nJ.,+44 (0)7700 900-155\n', 'utf8'],
    ['number without its 0, as a spreadsheet leaves it', 'Name,Phone\nJ.,7700900155\n', 'utf8'],
    ['email in capitals', 'Name,Email\nJ.,JOSE@EXAMPLE.COM\n', 'utf8'],
  ] as const)('finds their %s', async (_what, text, encoding) => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant, ...person });
    const file = Buffer.from(text, encoding);
    const [uploaded, checked] = [
      await uploadImport(api, practice, file),
      await uploadImport(api, practice, file),
    ];
    await checkImport(api, practice, checked);
    expect((await erase(practice, client)).status).toBe(200);
    expect(await keptOfImports(practice)).not.toMatch(/J\.|jos|nal/i);
    for (const id of [uploaded, checked]) {
      expect(await importOf(api, practice, id)).toMatchObject({ cleared: '1', samples: [] });
    }
    const run = await api.call('import/run', { import_id: checked }, practice.adminKey);
    expect([run.status, run.error.code]).toEqual([409, 'import_moved_on']);
  });

  it('keeps the files of others', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant, ...person });
    const file =
      'Name,Phone,Email\nJosé Miller,07700900156,ann@example.com\nAnn Ünal,,\nJosephine Ünaldi,,\n';
    const id = await uploadImport(api, practice, file);
    const before = await keptOfImports(practice);
    expect((await erase(practice, client)).status).toBe(200);
    expect(await keptOfImports(practice)).toBe(before);
    expect((await checkImport(api, practice, id)).status).toBe('checked');
  });

  it('waits for an import in progress that would re-create them', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant, ...person });
    const id = await uploadImport(
      api,
      practice,
      `Name,Phone,Pet,Species\n${person.name},${person.phone},Rex,Dog\n`,
    );
    await checkImport(api, practice, id);
    await beginImport(api, practice, id);
    const refused = await erase(practice, client);
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      409,
      'client_not_settled',
      'This client can’t be erased yet. An import that includes them is in progress: wait until it’s finished, or stop it.',
    ]);
    const preview = await api.call('client_erasure_preview', { client_id: client.id }, practice.adminKey);
    expect(preview.body.unsettled.imports).toBe(1);
    await api.runJobs();
    expect((await importOf(api, practice, id)).counts).toMatchObject({
      clients_created: 0,
      animals_created: 1,
    });
    expect((await erase(practice, client)).status).toBe(200);
    // Its created records are theirs, and there is nothing left to undo.
    expect((await api.call('import/undo', { import_id: id }, practice.adminKey)).status).toBe(200);
    await api.runJobs();
    expect(await importOf(api, practice, id)).toMatchObject({ status: 'undone', kept_count: 0 });
    const { rows } = await db().query<{ name: string }>(
      'select a.name from animals a where a.tenant_id = $1 and a.client_id = $2',
      [practice.tenant.id, client.id],
    );
    expect(rows).toEqual([{ name: 'Erased animal' }]);
  });

  it('deletes the first rows of a file with the file', async () => {
    const practice = await makePractice(db());
    await importFile(api, practice, `Name,Phone\n${person.name},${person.phone}\n`);
    api.clock.set('2026-03-01T10:00:00Z');
    await (await api.deps.jobs.boss()).send('clear_up', {});
    await api.runJobs();
    expect(await keptOfImports(practice)).not.toMatch(/jos|07700/i);
  });
});

describe('erasing a client of whom the desk had notifications', () => {
  it('removes notifications about deposits under a former name, and keeps those of namesakes', async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const [client, namesake] = [
      await makeClient(db(), { tenant, name: 'Ann Miller' }),
      await makeClient(db(), { tenant, name: 'Ann Miller' }),
    ];
    const news = async (owner: typeof client, day: string, name: string) => {
      const animal = await makeAnimal(db(), { client: owner, species: dog });
      const booking = await makeBooking(db(), {
        animal,
        booking_date: day,
        booking_time: '10:30',
        status: 'cancelled',
      });
      await makeDeposit(db(), { booking, status: 'returned', booking_id: null });
      await db().query(
        `insert into notifications (tenant_id, kind, details, created_at)
         values ($1, 'deposit_returned', json_build_object('client_name', $2::text, 'booking_date', $3::date, 'booking_time', '10:30'), now())`,
        [tenant.id, name, day],
      );
    };
    await news(client, '2026-02-03', 'Ann Smith');
    await news(namesake, '2026-02-04', 'Ann Miller');
    expect((await erase(practice, client)).status).toBe(200);
    const { rows } = await db().query<{ name: string }>(
      "select n.details ->> 'client_name' as name from notifications n where n.tenant_id = $1",
      [tenant.id],
    );
    expect(rows).toEqual([{ name: 'Ann Miller' }]);
  });
});
