import type { InputOf, OutputOf } from '@burrow/contracts/actions';
import type { ImportField } from '@burrow/contracts/import-fields';
import { expect } from 'vitest';
import type { Practice } from '../../../../packages/dev/src/factories.ts';
import type { TestApi } from './harness.ts';
import { sendParts, type UploadAnswer } from './uploads.ts';

/** Uploads a file as an admin; returns the raw answer. */
export const sendImport = (
  api: TestApi,
  { adminKey }: Practice,
  content: string | Uint8Array,
  name = 'clients.csv',
): Promise<UploadAnswer & { import_id?: number }> =>
  sendParts(
    api,
    'import/upload',
    {},
    { name, content: typeof content === 'string' ? Buffer.from(content) : content },
    adminKey,
  );

/** Uploads a valid file. @returns the import's id */
export async function uploadImport(
  api: TestApi,
  practice: Practice,
  content: string | Uint8Array,
): Promise<number> {
  const { status, message, import_id: id } = await sendImport(api, practice, content);
  expect([status, message]).toEqual([200, undefined]);
  return id ?? 0;
}

export const importOf = async (
  api: TestApi,
  { adminKey }: Practice,
  import_id: number,
): Promise<OutputOf<'import'>> => (await api.call('import', { import_id }, adminKey)).body;

interface CheckChoices extends Partial<Omit<InputOf<'import/check'>, 'import_id' | 'columns'>> {
  columns?: (ImportField | null)[];
}

/** Checks an import with its detected columns, or with the given ones, and waits for it. */
export async function checkImport(
  api: TestApi,
  practice: Practice,
  import_id: number,
  choices: CheckChoices = {},
): Promise<OutputOf<'import'>> {
  const { columns, has_header } = await importOf(api, practice, import_id);
  const input = { import_id, columns, has_header, ...choices };
  const { status, error } = await api.call('import/check', input, practice.adminKey);
  expect([status, error.message]).toEqual([200, undefined]);
  await api.runJobs();
  return importOf(api, practice, import_id);
}

/** Starts a checked import; its jobs stay queued. */
export async function beginImport(
  api: TestApi,
  practice: Practice,
  import_id: number,
  choices: Partial<Omit<InputOf<'import/run'>, 'import_id'>> = {},
): Promise<void> {
  const { status, error } = await api.call('import/run', { import_id, ...choices }, practice.adminKey);
  expect([status, error.message]).toEqual([200, undefined]);
}

/** Uploads, checks and runs a file. */
export async function importFile(
  api: TestApi,
  practice: Practice,
  content: string,
  choices: { check?: CheckChoices; run?: Partial<Omit<InputOf<'import/run'>, 'import_id'>> } = {},
): Promise<OutputOf<'import'>> {
  const id = await uploadImport(api, practice, content);
  await checkImport(api, practice, id, choices.check);
  await beginImport(api, practice, id, choices.run);
  await api.runJobs();
  return importOf(api, practice, id);
}

/** Makes the database refuse to move an import's position beyond `position`, as if its process died there. */
export async function dieBehind({ testDatabase }: TestApi, position: number): Promise<() => Promise<void>> {
  await testDatabase.owner.query(`create function die() returns trigger language plpgsql as $$
    begin if new.position > ${position} then raise exception 'the process is gone'; end if; return new; end $$`);
  await testDatabase.owner.query(
    'create trigger die before update on imports for each row execute function die()',
  );
  return async () => {
    await testDatabase.owner.query('drop trigger die on imports');
    await testDatabase.owner.query('drop function die()');
  };
}

/**
 * Undoes an import. The database's clock is not that of the tests, and an import's time is over by it.
 * @returns what was kept, with the reasons
 */
export async function undoImport(
  api: TestApi,
  practice: Practice,
  import_id: number,
): Promise<[name: string, reason: string][]> {
  expect((await api.call('import/undo', { import_id }, practice.adminKey)).status).toBe(200);
  await api.testDatabase.owner.query(
    "update imports set expires_at = now() + interval '1 day' where id = $1",
    [import_id],
  );
  await api.runJobs();
  const { status, kept } = await importOf(api, practice, import_id);
  expect(status).toBe('undone');
  return kept.map(({ name, reason }) => [name, reason]);
}

/** The error of each skipped row, by line. */
export async function problemsOf(
  api: TestApi,
  { adminKey }: Practice,
  import_id: number,
  kind: 'problem' | 'duplicate' | 'notice' = 'problem',
): Promise<Record<number, string[]>> {
  const { body } = await api.call('import/findings', { import_id, kind, limit: 200 }, adminKey);
  return Object.fromEntries(
    body.map(({ line, findings }) => [
      line,
      findings.map(({ column, value, message }) => `${column ?? '-'}|${value}|${message}`),
    ]),
  );
}
