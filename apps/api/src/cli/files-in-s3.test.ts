import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../packages/dev/src/postgres-server.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { startProcess } from '../testing/node-process.ts';
import { createRestoreTarget } from '../testing/restore-target.ts';
import { S3StandIn } from '../testing/s3-stand-in.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sendParts } from '../testing/uploads.ts';

// The operator's commands when files are in S3.

const s3 = new S3StandIn();
const s3Settings = {
  FILE_STORAGE: 's3',
  S3_ENDPOINT: await s3.start(),
  S3_BUCKET: 'burrow',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_FORCE_PATH_STYLE: 'on',
};
/** Of the backups. */
const folder = mkdtempSync(join(tmpdir(), 'burrow-s3-'));
const api = useTestApi(s3Settings);
/** The only object, and its path in the bucket. */
let stored: [string, Buffer];

beforeAll(async () => {
  const practice = await makePractice(api.testDatabase.owner);
  const of = { entity_type: 'animal', entity_id: practice.animal.id };
  const file = { name: 'x-ray.pdf', content: samplePdf(50_000) };
  const { status } = await sendParts(api, 'file/upload', of, file, practice.staffKey);
  if (status !== 200) throw new Error(`The file was refused: ${status}`);
  [stored = stored] = s3.objects;
});
afterEach(() => {
  s3.hidesMissing = false;
  s3.objects.clear();
  s3.objects.set(...stored);
  // Of a file in the previous backup the next one is a link.
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => s3.stop());

async function run(args: string[], env: Record<string, string> = {}): Promise<[number | null, string]> {
  const { appUrl, ownerUrl } = api.testDatabase;
  const settings = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, ...s3Settings, ...env };
  const started = startProcess('cli.ts', { env: settings, args });
  return [await started.exited, started.output()];
}
const backUp = (...flags: string[]) => run(['backup', '--to', folder, ...flags]);
const failedAt = (): string => `The file store failed at s3${stored[0].replace('/burrow', '')}.`;

describe('the operator’s commands with files in S3', { timeout: 120_000 }, () => {
  it('restore into an empty bucket, and say why a store fails, and at which file', async () => {
    expect(await backUp()).toEqual([0, expect.stringContaining('1 files')]);
    const place = join(folder, readdirSync(folder)[0] ?? '');
    const target = await createRestoreTarget();
    const restore = (env: Record<string, string> = {}) =>
      run(['restore', place, '--into', target.name], { DATABASE_OWNER_URL: target.ownerUrl, ...env });
    s3.objects.clear();
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await restore({ S3_ENDPOINT: nowhere })).toEqual([
      1,
      expect.stringContaining(`${failedAt()} connect ECONNREFUSED 127.0.0.1:`),
    ]);
    s3.hidesMissing = true;
    expect(await restore()).toEqual([
      1,
      expect.stringContaining(`${failedAt()} The store said AccessDenied`),
    ]);
    s3.hidesMissing = false;
    expect(await restore()).toEqual([0, expect.stringContaining(`Restored into ${target.name}`)]);
    expect([...s3.objects]).toEqual([stored]);
    await target.drop();
  });

  it('name a file that is lost, also when the key may not know that it is', async () => {
    s3.objects.clear();
    expect(await backUp()).toEqual([1, expect.stringMatching(/^s3\/\S+ is missing or damaged/)]);
    expect(await backUp('--without-lost-files')).toEqual([0, expect.stringContaining('1 files are not in')]);
    s3.hidesMissing = true;
    expect(await backUp('--without-lost-files')).toEqual([
      1,
      `The backup failed: ${failedAt()} The store said AccessDenied\n`,
    ]);
  });

  it('find files whose store is no longer in the settings', async () => {
    const lost = Object.fromEntries(Object.keys(s3Settings).map((name) => [name, '']));
    const [code, said] = await run(['doctor'], lost);
    expect(code).toBe(1);
    expect(said).toContain('s3 isn’t configured but has files: 1\n');
    expect((await run(['doctor']))[1]).not.toContain('has files');
  });

  it('find a key that may not know whether a file is missing', async () => {
    const line = async (): Promise<string | undefined> =>
      (await run(['doctor']))[1].split('\n').find((text) => text.includes('file storage'));
    expect(await line()).toContain('s3: writing, reading and deleting work');
    s3.hidesMissing = true;
    expect(await line()).toContain('doesn’t say that a file is missing (The store said AccessDenied)');
  });
});
