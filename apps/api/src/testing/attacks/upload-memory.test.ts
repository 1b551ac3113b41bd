import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePractice, type Practice } from '../factories.ts';
import { samplePdf } from '../sample-files.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

// The largest files there are, several at once and in the most wasteful way, against the server as it is run.

let database: TestDatabase;
let practice: Practice;
let server: ChildProcess;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  practice = await makePractice(database.owner);
  server = fork(join(import.meta.dirname, '../../main.ts'), {
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: database.appUrl, LOG_LEVEL: 'error' },
    execArgv: [],
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

/** Most memory that the server has held so far, in megabytes. */
const peakMegabytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000;

async function send(body: FormData | string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/file/upload`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${practice.adminKey.apiKey}`,
      ...(typeof body === 'string' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

it.skipIf(process.platform !== 'linux')(
  'stays below 512 MB under large uploads',
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
    // To be turned upright it has to be in memory whole.
    const plain = sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#7a6' } });
    const photo = await plain.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const answers = await Promise.all([
      send(parts('b.pdf', pdf)),
      send(parts('c.pdf', pdf)),
      send(form.toString()),
      send(parts('d.pdf', pdf)),
      send(parts('e.jpg', photo)),
    ]);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect(peakMegabytes()).toBeLessThan(512);
  },
);
