import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@burrow/contracts/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';
import { samplePdf } from '../sample-files.ts';
import { canMount, fillDisk, freeBytes, mountDisk, unmountDisk } from '../small-disk.ts';

// Four-megabyte disks for the store and for the temporary folder. Only root on Linux can mount them.

const processes = useProcesses({ WORKER: 'off' });
const disks: string[] = [];

function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-small-disk-'));
  mountDisk(folder, 4);
  disks.push(folder);
  return folder;
}

/** Content that only a complete export has. */
const contents = { csv: /45\.00/, pdf: /^%PDF/, zip: /^PK/ };
type ExportType = keyof typeof contents;

const noRoom =
  'The server is out of space. Nothing was changed. Try again later. If it keeps happening, tell your system administrator.';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.burrow-files')
    .map(({ name }) => name);

describe.runIf(canMount())('a disk that is full', { timeout: 120_000 }, () => {
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
      unmountDisk(disk);
      rmSync(disk, { recursive: true });
    }
  });

  const upload = async (
    bytes: number,
  ): Promise<{ status: number; file_id?: number } & Partial<ErrorBody>> => {
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
  const open = (file_id: number): Promise<Response> =>
    fetch(`${server?.url}/api/file/get`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${practice.staffKey.apiKey}` },
      body: new URLSearchParams({ file_id: String(file_id) }),
    });
  const rows = async (table: 'files' | 'file_removals') =>
    (await processes.db.query(`select 1 from ${table} where tenant_id = $1`, [practice.tenant.id])).rowCount;

  it('under the store refuses uploads, keeps nothing of them, and accepts them again once there is room', async () => {
    const filler = join(store, 'filler');
    writeFileSync(filler, Buffer.alloc(3_000_000));
    expect(await upload(2_000_000)).toMatchObject({
      status: 503,
      code: 'storage_unavailable',
      message: 'Couldn’t save the file. Nothing was changed. Please try again in a moment.',
    });
    expect(filesIn(store)).toEqual(['filler']);
    await expect.poll(() => rows('file_removals'), { timeout: 10_000 }).toBe(0);
    expect([await rows('files'), filesIn(temporary)]).toEqual([0, []]);
    rmSync(filler);
    expect((await upload(2_000_000)).status).toBe(200);
    expect([await rows('files'), filesIn(store).length]).toEqual([1, 1]);
  });

  it('under the temporary folder refuses uploads, leaves nothing there, and accepts them again once there is room', async () => {
    const filler = join(temporary, 'filler');
    writeFileSync(filler, Buffer.alloc(3_000_000));
    expect(await upload(1_500_000)).toMatchObject({ status: 503, code: 'unavailable', message: noRoom });
    // The cleanup runs after the answer.
    await expect.poll(() => filesIn(temporary), { timeout: 10_000 }).toEqual(['filler']);
    expect(server?.isRunning()).toBe(true);
    rmSync(filler);
    const { status, file_id = 0 } = await upload(1_500_000);
    expect(status).toBe(200);
    const makeRoom = fillDisk(temporary);
    const refused = await open(file_id);
    expect([refused.status, await refused.json()]).toMatchObject([503, { message: noRoom }]);
    makeRoom();
    expect((await open(file_id)).status).toBe(200);
  });

  it.each([
    { type: 'csv', left: 0 },
    { type: 'pdf', left: 0 },
    // A page of room: the file can be started but not finished.
    { type: 'pdf', left: 4096 },
    { type: 'zip', left: 0 },
  ] as const)(
    'under the temporary folder refuses an export as $type with $left bytes left',
    async ({ type, left }) => {
      const { animal, checkUp: service } = practice;
      const day = { booking_date: '2026-01-12', status: 'completed' } as const;
      const booking = await makeBooking(processes.db, { animal, service, ...day });
      await makePayment(processes.db, { booking, taken_at: '2026-01-12T11:00:00Z' });
      // The process creates its folder at the start; an unlinked file shows in the free space alone.
      const whenEmpty = await expectExport(type).then(() => freeOnceSent());
      const makeRoom = fillDisk(temporary);
      if (left > 0) truncateSync(join(temporary, 'filler'), whenEmpty - left);
      const refused = await exportAs(type);
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
        503,
        '5',
        { code: 'unavailable', message: noRoom },
      ]);
      await expect.poll(() => freeBytes(temporary), { timeout: 10_000 }).toBe(left);
      expect([filesIn(temporary), server?.isRunning()]).toEqual([['filler'], true]);
      makeRoom();
      await expectExport(type);
    },
  );

  /** The paid bookings of a fortnight, or all of the practice's. */
  const exportAs = (type: ExportType): Promise<Response> =>
    fetch(`${server?.url}/api/${type === 'zip' ? 'practice_export' : `reports/export_${type}`}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${practice.adminKey.apiKey}` },
      body: new URLSearchParams(
        type === 'zip'
          ? {}
          : { report: 'bookings_between_dates', date_from: '2026-01-01', date_to: '2026-01-14' },
      ),
    });
  async function expectExport(type: ExportType): Promise<void> {
    const answer = await exportAs(type);
    const content = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect([answer.status, content]).toEqual([200, expect.stringMatching(contents[type])]);
  }
  /** The free space of an empty disk; an answer under way may still occupy some for a moment. */
  async function freeOnceSent(): Promise<number> {
    const free = (): number => freeBytes(temporary);
    await expect.poll(free, { timeout: 10_000 }).toBe(4 * 2 ** 20);
    return free();
  }
});
