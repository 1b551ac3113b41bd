import { describe, expect, it } from 'vitest';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  checkImport,
  importFile,
  importOf,
  problemsOf,
  sendImport,
  uploadImport,
} from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const clientNamed = async ({ adminKey }: Practice, name: string) => {
  const [found] = (await api.call('clients', { q: name }, adminKey)).body;
  return (await api.call('client', { client_id: found?.id ?? 0 }, adminKey)).body;
};

describe('an unusual file', () => {
  it('is split into rows when its line ends are mixed', async () => {
    const practice = await makePractice(db());
    const file = 'Name,Phone\r\nAnn,07700900111\nBob,07700900112\rCid,07700900113\r\n';
    const found = await importOf(api, practice, await uploadImport(api, practice, file));
    expect(found).toMatchObject({
      row_count: 3,
      samples: [
        ['Ann', '07700900111'],
        ['Bob', '07700900112'],
        ['Cid', '07700900113'],
      ],
    });
  });

  it('has as many rows as lines, wherever it is cut into pieces', async () => {
    const practice = await makePractice(db());
    // Rows of five and of four characters: the first pieces end before, within and after a line end.
    for (const end of ['\r\n', '\n', '\r']) {
      const file = `Name,Pet${end}${`a,b${end}`.repeat(40_000)}`;
      const found = await importOf(api, practice, await uploadImport(api, practice, file));
      expect([end, found.row_count]).toEqual([end, 40_000]);
    }
  });

  it('keeps four-byte characters whole when it is cut into pieces', async () => {
    const practice = await makePractice(db());
    const note = '😀'.repeat(200);
    // In one of the two, the first piece, 65,536 bytes, ends within a character.
    for (const name of ['Emma', 'Emmas']) {
      const filler = 'x'.repeat(65_400);
      const file = `Name,Phone,X,Notes\n${name},07700900111,${filler},${note}\n`;
      const done = await importFile(api, practice, file);
      expect(done.status).toBe('done');
      expect(await clientNamed(practice, name)).toMatchObject({ name, notes: note });
      await api.call('import/undo', { import_id: done.id }, practice.adminKey);
      await api.runJobs();
    }
  });

  it('can have a four-byte character where a text is truncated for display', async () => {
    const practice = await makePractice(db());
    const file = `Name,Phone,Notes\nAnn,${'7'.repeat(199)}😀,${'a'.repeat(199)}😀\n`;
    const id = await uploadImport(api, practice, file);
    expect(await checkImport(api, practice, id)).toMatchObject({
      status: 'checked',
      counts: { problem_rows: 1 },
    });
  });

  it('reveals its separator although its first rows are long and quoted', async () => {
    const practice = await makePractice(db());
    const rows = Array.from({ length: 15 }, (_, row) => `N${row};;"${'long, notes '.repeat(600)}"\n`).join(
      '',
    );
    const id = await uploadImport(api, practice, `Name;Phone;Notes\n${rows}`);
    expect(await importOf(api, practice, id)).toMatchObject({ separator: ';', row_count: 15 });
  });

  it('may end with the DOS end-of-file character', async () => {
    const practice = await makePractice(db());
    const { status } = await sendImport(api, practice, Buffer.from('Name\r\nZo\u00EB\r\n\u001A', 'latin1'));
    expect(status).toBe(200);
  });

  it.each([
    ['after the first ones', 6],
    ['among the first ones', 0],
  ])('has rows with extra cells refused, and returned in full, %s', async (_where, count) => {
    const practice = await makePractice(db());
    const rows = 'Ann,07700900111,,\n'.repeat(count);
    const shifted = 'Bob,07700900112,12 High Street, Bristol,Shy\n';
    // Empty extra cells are ignored.
    const file = `Name,Phone,Address,Notes\n${rows}${shifted}Ann,07700900111,,,,,\n`;
    const done = await importFile(api, practice, file);
    expect(done.counts).toMatchObject({ clients_created: 1, problem_rows: 1 });
    expect(await problemsOf(api, practice, done.id)).toEqual({
      [count + 2]: [
        '-|Bob | 07700900112 | 12 High Street |  Bristol | Shy|This row has 5 columns, and the table has 4. Put text that contains the separator in quotation marks.',
      ],
    });
    const csv = await api.call('import/problem_rows', { import_id: done.id }, practice.adminKey);
    const returned = Buffer.from(csv.body as unknown as Uint8Array).toString('utf8');
    expect(returned).toMatch(
      /Notes,What is wrong\r\nBob,07700900112,12 High Street, Bristol,"Row \d\. .*",Shy\r\n$/,
    );
    // Still refused when it is imported again as it is.
    expect((await importFile(api, practice, returned)).counts).toMatchObject({ problem_rows: 1 });
  });

  it('has its texts kept by a correction of the rows with a problem', async () => {
    const practice = await makePractice(db());
    const notes = "Allergic to:\n- penicillin\n\n＝ see 2025; -codeine; 'dogs'\n\t+1";
    const file = `Name,Phone,Client notes,Pet,Species,DOB\nAnn,07700900111,"${notes}",Rex,Dog,31/02/2019\n`;
    const { id } = await importFile(api, practice, file);
    const { body } = await api.call('import/problem_rows', { import_id: id }, practice.adminKey);
    const returned = Buffer.from(body as unknown as Uint8Array).toString('utf8');
    expect(returned).toContain("\n'- penicillin");
    await importFile(api, practice, returned.replace('31/02/2019', '28/02/2019'));
    expect(await clientNamed(practice, 'Ann')).toMatchObject({ notes });
  });

  it('may have columns without a heading, as many as are matched', async () => {
    const practice = await makePractice(db());
    const file = 'Name,Phone\nAnn,07700900111,12 High Street,Shy\nBob,07700900112,1 Lane\n';
    const columns = ['client_name', 'client_phone', 'client_address', null] as const;
    const done = await importFile(api, practice, file, { check: { columns: [...columns] } });
    expect(done.counts).toMatchObject({ clients_created: 1, problem_rows: 1 });
    expect(await clientNamed(practice, 'Bob')).toMatchObject({ address: '1 Lane' });
    expect(await problemsOf(api, practice, done.id)).toEqual({
      2: [expect.stringContaining('This row has 4 columns, and the table has 3.')],
    });
  });
});

describe('an import', () => {
  it('is not checked after its content was deleted, which each step postpones', async () => {
    const practice = await makePractice(db());
    const clearUp = async () => {
      await (await api.deps.jobs.boss()).send('clear_up', {});
      await api.runJobs();
    };
    const file = 'Name,Phone\nAnn,07700900111\n';
    const [left, checked] = [
      await uploadImport(api, practice, file),
      await uploadImport(api, practice, file),
    ];
    api.clock.set('2026-02-10T09:00:00Z');
    await checkImport(api, practice, checked);
    api.clock.set('2026-02-20T09:00:00Z');
    await clearUp();
    expect((await importOf(api, practice, checked)).cleared).toBe('0');
    const { columns, cleared } = await importOf(api, practice, left);
    expect(cleared).toBe('1');
    const again = await api.call('import/check', { import_id: left, columns }, practice.adminKey);
    expect([again.status, again.error.code]).toEqual([409, 'import_moved_on']);
  });

  it('creates a new client for the name of an erased one', async () => {
    const practice = await makePractice(db());
    const gone = await makeClient(db(), { tenant: practice.tenant, name: 'Gone' });
    await api.call('client_erase', { client_id: gone.id, name: 'Gone' }, practice.adminKey);
    const done = await importFile(api, practice, 'Name,Notes\nErased client,Hello\n', {
      run: { duplicates: 'fill' },
    });
    expect(done).toMatchObject({ status: 'done', counts: { clients_created: 1, clients_filled: 0 } });
  });
});
