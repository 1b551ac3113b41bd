import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@burrow/contracts/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';
import { samplePdf } from '../sample-files.ts';

// Disks of four megabytes, that of the store and that of the temporary folder. Only root on Linux can make them.

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const processes = useProcesses({ WORKER: 'off' });
const disks: string[] = [];

function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
  disks.push(folder);
  return folder;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe.runIf(canMount)('a disk that is full', { timeout: 120_000 }, () => {
  let server: ServerProcess | undefined;
  let practice: Practice;
  let store: string;
  let temporary: string;
  beforeAll(async () => {
    [store, temporary] = [smallDisk(), smallDisk()];
    const env = { FILE_STORAGE: 'disk', FILE_STORAGE_PATH: store, TMPDIR: temporary };
    server = await processes.start(env);
    practice = await makePractice(processes.db);
  });
  afterAll(async () => {
    await server?.kill();
    for (const disk of disks) {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  });

  const upload = async (bytes: number): Promise<{ status: number } & Partial<ErrorBody>> => {
    const form = new FormData();
    form.append('entity_type', 'animal');
    form.append('entity_id', String(practice.animal.id));
    form.append('file', new Blob([new Uint8Array(samplePdf(bytes))]), 'scan.pdf');
    const response = await fetch(`${server?.url}/api/file/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${practice.staffKey.apiKey}` },
      body: form,
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const rows = async (table: 'files' | 'file_removals') =>
    (await processes.db.query(`select 1 from ${table} where tenant_id = $1`, [practice.tenant.id])).rowCount;

  it('under the store refuses uploads, keeps nothing of them, and takes them again once there is room', async () => {
    const filler = join(store, 'filler');
    writeFileSync(filler, Buffer.alloc(3_000_000));
    expect(await upload(2_000_000)).toMatchObject({
      status: 503,
      code: 'storage_unavailable',
      message: 'The file could not be stored just now. Nothing was changed; please try again in a moment.',
    });
    expect(filesIn(store)).toEqual(['filler']);
    await expect.poll(() => rows('file_removals'), { timeout: 10_000 }).toBe(0);
    expect([await rows('files'), filesIn(temporary)]).toEqual([0, []]);
    rmSync(filler);
    expect((await upload(2_000_000)).status).toBe(200);
    expect([await rows('files'), filesIn(store).length]).toEqual([1, 1]);
  });

  it('under the temporary folder refuses uploads, leaves nothing there, and takes them again once there is room', async () => {
    const filler = join(temporary, 'filler');
    writeFileSync(filler, Buffer.alloc(3_000_000));
    expect(await upload(1_500_000)).toMatchObject({ status: 503, code: 'unavailable' });
    // The answer does not wait for it.
    await expect.poll(() => filesIn(temporary), { timeout: 10_000 }).toEqual(['filler']);
    expect(server?.isRunning()).toBe(true);
    rmSync(filler);
    expect((await upload(1_500_000)).status).toBe(200);
  });
});
