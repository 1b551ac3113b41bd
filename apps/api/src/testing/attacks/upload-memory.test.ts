import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiEnvironment, apiNodeFlags } from '../../../../../scripts/api-node-flags.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { Caller } from '../harness.ts';
import { samplePdf } from '../sample-files.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

// The largest allowed files, several at once and in the most wasteful encoding, against the server with its
// production settings.

let database: TestDatabase;
let practice: Practice;
let server: ChildProcess;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  practice = await makePractice(database.owner);
  server = fork(join(import.meta.dirname, '../../main.ts'), {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: database.appUrl,
      LOG_LEVEL: 'error',
      ...apiEnvironment,
    },
    execArgv: [...apiNodeFlags],
  });
  port = await new Promise<number>((resolve, reject) => {
    server.once('message', (message: { listening: number }) => resolve(message.listening));
    server.once('exit', () => reject(new Error('The server did not start.')));
  });
});
afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  await database.drop();
});

/** The server's peak memory, in megabytes. */
const peakMegabytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000;

async function send(body: FormData | string, caller: Caller = practice.adminKey): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/file/upload`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${caller.apiKey}`,
      ...(typeof body === 'string' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

async function download(fileId: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/file/get`, {
    method: 'POST',
    body: JSON.stringify({ file_id: fileId }),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${practice.adminKey.apiKey}` },
  });
  await response.arrayBuffer();
  return response.status;
}

it.skipIf(process.platform !== 'linux')(
  'stays below 450 MB during large uploads and downloads',
  { timeout: 60_000 },
  async () => {
    const owner = { entity_type: 'client', entity_id: String(practice.client.id) };
    const parts = (name: string, content: Buffer): FormData => {
      const form = new FormData();
      for (const [field, value] of Object.entries(owner)) form.append(field, value);
      form.append('file', new Blob([new Uint8Array(content)]), name);
      return form;
    };
    const pdf = samplePdf(maxFileBytes);
    const wasteful = Buffer.alloc(maxFileBytes, 0xff);
    wasteful.write('%PDF-1.7\n');
    const form = new URLSearchParams({ ...owner, filename: 'a.pdf', file_data: wasteful.toString('base64') });
    // Of 48 million pixels, stored rotated.
    const plain = sharp({ create: { width: 8064, height: 6048, channels: 3, background: '#7a6' } });
    const photo = await plain.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const answers = await Promise.all([
      send(parts('b.pdf', pdf)),
      send(parts('c.pdf', pdf)),
      send(form.toString()),
      send(parts('d.pdf', pdf)),
      // Four at once is the limit of a person.
      send(parts('e.jpg', photo), practice.staffKey),
      send(parts('f.jpg', photo), practice.staffKey),
      send(form.toString(), practice.staffKey),
    ]);
    expect(answers).toEqual(answers.map(() => 200));
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from files order by file_size desc limit 1',
    );
    const largest = Number(rows[0]?.id);
    const downloads = await Promise.all(Array.from({ length: 10 }, () => download(largest)));
    expect(downloads).toEqual(downloads.map(() => 200));
    expect(peakMegabytes()).toBeLessThan(450);
  },
);
