import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { webApp } from './web-app.ts';

// A made-up build, with files such as a browser loads.

const script = `export const words = '${'pets '.repeat(1000)}';`;
const preloads = [
  { address: '/cp/login', scripts: ['/app/assets/login-1.js', '/app/assets/kit-1.js'] },
  { address: '/cp', scripts: ['/app/assets/home-1.js'] },
  { address: '/cp/animal/create', scripts: ['/app/assets/create-1.js'] },
  { address: '/cp/animal/:id', scripts: ['/app/assets/animal-1.js'] },
];
const root = mkdtempSync(join(tmpdir(), 'burrow-web-app-'));
mkdirSync(join(root, 'assets'));
// Like that of the portal's service worker: the page '/cp' is below.
mkdirSync(join(root, 'cp'));
mkdirSync(join(root, '.vite'));
writeFileSync(join(root, 'index.html'), '<html><head><title>Burrow</title></head><body></body></html>');
writeFileSync(join(root, '.vite/preloads.json'), JSON.stringify(preloads));
writeFileSync(join(root, 'assets/kit-1.js'), script);
writeFileSync(join(root, 'assets/kit-1.js.br'), brotliCompressSync(script));
writeFileSync(join(root, 'assets/plain-1.js'), script);

const server = express()
  .use('/app', webApp(root, { queryStringLogin: false }))
  .listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

/** Sends a raw request, without the decompression of `fetch`. */
const ask = (path: string, encoding = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = encoding === '' ? {} : { 'accept-encoding': encoding };
    get({ host: '127.0.0.1', port, path: `/app${path}`, headers, agent: false }, resolve).on('error', reject);
  });

const preloaded = async (path: string): Promise<string[]> =>
  [...(await text(await ask(path))).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
    ([, href = '']) => href,
  );

describe('the page', () => {
  it.each([
    ['/cp/login', ['/app/assets/login-1.js', '/app/assets/kit-1.js']],
    ['/cp/login?tenant=1', ['/app/assets/login-1.js', '/app/assets/kit-1.js']],
    ['/cp', ['/app/assets/home-1.js']],
    ['/cp/', ['/app/assets/home-1.js']],
    ['/cp/diary', []],
    ['/cpx', []],
    ['/cp/animal/7', ['/app/assets/animal-1.js']],
    ['/cp/animal/7/more', []],
    ['/cp/animal/create?client=2', ['/app/assets/create-1.js']],
    ['/login', []],
  ])('at %s preloads the scripts of its screen', async (path, scripts) => {
    expect(await preloaded(path)).toEqual(scripts);
  });

  it('is revalidated each time', async () => {
    const answer = await ask('/cp');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    answer.resume();
  });
});

describe('an asset', () => {
  const kept = 'public, max-age=31536000, immutable';

  it('is sent as compressed by the build to clients that accept Brotli', async () => {
    const answer = await ask('/assets/kit-1.js', 'gzip, deflate, br, zstd');
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': kept,
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(await buffer(answer)).toString()).toBe(script);
  });

  it('is sent with gzip, or uncompressed, to others', async () => {
    const gzipped = await ask('/assets/kit-1.js', 'gzip');
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': kept });
    expect(gzipped.headers.vary).toContain('Accept-Encoding');
    expect(gunzipSync(await buffer(gzipped)).toString()).toBe(script);
    const plain = await ask('/assets/kit-1.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(await text(plain)).toBe(script);
  });

  it('that the build did not compress is compressed on request', async () => {
    const answer = await ask('/assets/plain-1.js', 'gzip');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(await buffer(answer)).toString()).toBe(script);
  });
});

it('a folder without a build is reported', () => {
  expect(() => webApp(join(root, 'assets'), { queryStringLogin: false })).toThrow(
    'The web app hasn’t been built',
  );
});
