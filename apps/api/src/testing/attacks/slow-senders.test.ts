import { fork, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

// Five hundred callers who send their request a byte at a time, against the server with its production settings.

let database: TestDatabase;
let practice: Practice;
let server: ChildProcess;
let port: number;
const sockets: Socket[] = [];

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
  for (const socket of sockets) socket.destroy();
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  await database.drop();
});

const open = (firstBytes: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(firstBytes, () => resolve(socket)));
    sockets.push(socket);
    socket.once('error', reject);
  });

const headers = (length: number): string =>
  `POST /api/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const ask = async (): Promise<number> => {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/tenant`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${practice.adminKey.apiKey}` },
  });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - began;
};

describe('slow senders', () => {
  it('delay no one else, whether in the middle of their headers or of their body', async () => {
    await ask();
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        open(n % 2 ? headers(5000) + '{"email": "' : headers(5).slice(0, 40)),
      ),
    );
    const waits: number[] = [];
    for (let n = 0; n < 100; n += 1) waits.push(await ask());
    waits.sort((one, other) => one - other);
    expect(waits[98]).toBeLessThan(1000);
  });

  it('are disconnected when their headers do not end', async () => {
    const socket = await open('POST /api/auth HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const began = performance.now();
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.once('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began).toBeLessThan(16_000);
  });
});
