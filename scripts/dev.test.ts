import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, serverFolder, startPostgres, type PostgresServer } from './postgres-server.ts';

const checkout = join(import.meta.dirname, '..');
const folder = serverFolder(checkout, `test-postgres-${process.pid}-own`);
let server: PostgresServer;
let dev: ChildProcess;
let output = '';
let address: string;

beforeAll(async () => {
  // A server of its own: starting sets the password of the API's role, which other tests use.
  server = await startPostgres({ folder, settings: ['fsync=off'] });
  const [port, sandboxPort, mailPort] = [await freePort(), await freePort(), await freePort()];
  address = `http://127.0.0.1:${port}`;
  dev = spawn(process.execPath, [join(checkout, 'scripts/start.ts'), '--dev'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: server.url('postgres'),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(mailPort),
    },
  });
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (text: Buffer) => (output += String(text)));
  }
  await new Promise<void>((resolve, reject) => {
    dev.stdout?.on('data', () => output.includes('Burrow is running') && resolve());
    dev.once('exit', () => reject(new Error(`It ended while starting:\n${output}`)));
  });
}, 120_000);

afterAll(async () => {
  if (dev.exitCode === null) {
    const gone = new Promise((resolve) => dev.once('exit', resolve));
    dev.kill('SIGTERM');
    await gone;
  }
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run dev', () => {
  it('serves the web app from its sources and the API at one address', async () => {
    const page = await (await fetch(`${address}/app/login`)).text();
    expect(page).toContain('/app/@vite/client');
    const source = await (await fetch(`${address}/app/src/main.tsx`)).text();
    expect(source).toContain('createRoot');
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
  });

  it('restarts the API when one of its files is saved', async () => {
    const file = join(checkout, 'apps/api/src/lib/version.ts');
    const now = new Date();
    utimesSync(file, now, now);
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(/Restarting/);
    await expect
      .poll(() => fetch(`${address}/api/ready`).then(({ status }) => status), { timeout: 20_000 })
      .toBe(200);
  });
});
