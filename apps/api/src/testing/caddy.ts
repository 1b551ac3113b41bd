import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../../packages/dev/src/postgres-server.ts';
import type { RunningProxy } from './small-proxy.ts';

const caddyfile = join(import.meta.dirname, '../../../../infra/Caddyfile');

/**
 * Starts a real Caddy with infra/Caddyfile, in which only addresses are replaced.
 * @param program its path
 * @param servers the targets of the name `api`: all with one port, at different addresses
 */
export async function startCaddy(program: string, servers: readonly string[]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-caddy-'));
  const names = await startNames(servers.map((server) => new URL(server).hostname));
  const [port, tls, own] = [await freePort(), await freePort(), await freePort()];
  const apiPort = new URL(servers[0] ?? '').port;
  const changed = replaceEach(readFileSync(caddyfile, 'utf8'), [
    ['http_port 8080', `http_port ${port}`],
    ['https_port 8443', `https_port ${tls}`],
    ['{$SITE_ADDRESS} {', `http://:${port} {\n\tbind 127.0.0.1`],
    ['to api:8080', `to api:${apiPort}`],
    ['transport http {', `transport http {\n\t\t\tresolvers udp/127.0.0.1:${names.port}`],
    ['http://:2020', `http://:${own}`],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), changed);
  const caddy = spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: 'ignore',
  });
  const exited = once(caddy, 'exit');
  const answers = () => fetch(`http://127.0.0.1:${own}/`).then(({ status }) => status, String);
  await expect.poll(answers, { timeout: 10_000 }).toBe(200);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      caddy.kill('SIGKILL');
      await exited;
      names.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function replaceEach(text: string, changes: readonly (readonly [string, string])[]): string {
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`infra/Caddyfile has no '${from}'.`);
    text = text.replace(from, to);
  }
  return text;
}

/**
 * A minimal name server that answers every question for an IPv4 address with the same addresses in rotation, as
 * Docker's does.
 */
async function startNames(addresses: readonly string[]): Promise<{ port: number; stop(): void }> {
  const socket = createSocket('udp4');
  let turn = 0;
  socket.on('message', (asked, { port, address }) => {
    // The question ends after its name (a chain of lengths that ends with zero), type and class.
    const nameEnd = asked.indexOf(0, 12);
    const question = asked.subarray(12, nameEnd + 5);
    const isIpv4 = asked.readUInt16BE(nameEnd + 1) === 1;
    turn += 1;
    const inTurn = addresses.map((_, index) => addresses[(index + turn) % addresses.length] ?? '');
    const records = (isIpv4 ? inTurn : []).map((ip) => {
      const pointerTypeClassTtlLength = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4];
      return Buffer.from([...pointerTypeClassTtlLength, ...ip.split('.').map(Number)]);
    });
    const head = Buffer.from([asked[0] ?? 0, asked[1] ?? 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, question, ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, stop: () => socket.close() };
}
