import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { startProcess } from '../testing/node-process.ts';
import { createRestoreTarget } from '../testing/restore-target.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { onceAs } from '../testing/two-installations.ts';

let here: TestDatabase;
let there: TestDatabase;
let practice: Practice;
const folder = mkdtempSync(join(tmpdir(), 'burrow-move-cli-'));

beforeAll(async () => {
  [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  practice = await makePractice(here.owner);
});
afterAll(async () => {
  await here.drop();
  await there.drop();
  rmSync(folder, { recursive: true });
});

async function run(
  database: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const settings = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    PUBLIC_URL: 'https://b.example.test',
    ...env,
  };
  const started = startProcess('cli.ts', { env: settings, args });
  return { code: await started.exited, output: started.output() };
}

it(
  'moves a practice by four commands, each of which says what to do next',
  { timeout: 120_000 },
  async () => {
    const id = String(practice.tenant.id);
    const opened = async (args: string[]) => [args[0], (await run(here, args)).code];
    expect([
      await opened(['move-out', id]),
      await opened(['move-out', 'riverside', '--to', folder]),
      await opened(['move-in']),
      await opened(['move-done', id, '--receipt', 'x']),
      await opened(['move-done', id, '--receipt', 'x', '--to-address', 'elsewhere']),
      await opened(['move-cancel']),
    ]).toEqual(
      ['move-out', 'move-out', 'move-in', 'move-done', 'move-done', 'move-cancel'].map((name) => [name, 2]),
    );

    expect(await run(here, ['move-cancel', id])).toEqual({
      code: 1,
      output: `Practice ${id} isn’t being moved. Run move-out first.\n`,
    });
    const out = await run(here, ['move-out', id, '--to', folder]);
    expect(out).toMatchObject({ code: 0, output: expect.stringContaining('The practice is closed here.') });
    const place = out.output.split('\n').find((line) => line.startsWith(folder)) ?? '';

    const refused = await run(there, ['move-in', place]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('INSTALLATION_NUMBER') });
    expect((await run(there, ['migrate'], { INSTALLATION_NUMBER: '3' })).code).toBe(0);
    const taken = await run(there, ['move-in', place]);
    expect(taken).toMatchObject({
      code: 0,
      output: expect.stringContaining('Moved in, with the same checksums'),
    });
    expect(taken.output).toContain('make a backup here. Then run on the old installation: move-done');
    const next = /move-done (.*)\n/.exec(taken.output)?.[1] ?? '';
    expect(next).toMatch(
      new RegExp(`^${id} --receipt [0-9a-f]{16} --to-address https://b\\.example\\.test$`),
    );

    expect(await run(here, ['move-done', ...next.split(' ')])).toMatchObject({
      code: 0,
      output: expect.stringContaining('it moved to https://b.example.test'),
    });
    const { rows } = await there.owner.query<{ name: string }>('select t.tenant_name as name from tenants t');
    expect(rows).toEqual([{ name: practice.tenant.tenant_name }]);
    const left = await here.owner.query('select from clients');
    expect(left.rowCount).toBe(0);
  },
);

it(
  'moves a practice out of a restored backup from before its move, and closes it there',
  { timeout: 120_000 },
  async () => {
    const { tenant } = await makePractice(here.owner);
    const id = String(tenant.id);
    const [backups, copies] = [join(folder, 'backups'), join(folder, 'copies')];
    expect((await run(here, ['backup', '--to', backups])).code).toBe(0);
    const backup = join(backups, readdirSync(backups)[0] ?? '');
    const restored = await createRestoreTarget();
    expect((await run(restored, ['restore', backup, '--into', restored.name])).code).toBe(0);

    expect((await run(restored, ['move-out', id, '--to', copies])).code).toBe(0);
    const taken = await run(there, ['move-in', join(copies, readdirSync(copies)[0] ?? '')]);
    expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('Moved in') });
    const { superuserUrl, ownerUrl } = restored;
    const login = new URL(ownerUrl).username;
    await onceAs(superuserUrl, `grant set on parameter session_replication_role to ${login}`);
    const moves = await onceAs(
      superuserUrl,
      `select m.receipt from practice_moves m where m.tenant_id = ${id}`,
    );
    const [{ receipt } = { receipt: '' }] = moves as { receipt: string }[];
    const to = ['--to-address', 'https://b.example.test'];
    expect(await run(restored, ['move-done', id, '--receipt', receipt, ...to])).toMatchObject({
      code: 0,
      output: expect.stringContaining('it moved to https://b.example.test'),
    });
    await onceAs(superuserUrl, `revoke set on parameter session_replication_role from ${login}`);
    await restored.drop();
  },
);
