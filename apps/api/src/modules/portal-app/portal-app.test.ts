import { get, type IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTenant } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { samplePicture } from '../../testing/sample-files.ts';
import { sendParts } from '../../testing/uploads.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

interface Manifest {
  id: string;
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  theme_color: string;
  icons: { src: string; sizes: string; purpose: string; type: string }[];
}

// With one practice only, every address is its own.
beforeAll(async () => {
  await makeTenant(db());
  await makeTenant(db());
});

/** Asks under a host of its own; fetch sends the server's. */
const ask = (path: string, host = '127.0.0.1'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${api.url}/app/cp/practice/${path}`, { headers: { host }, agent: false }, resolve).on(
      'error',
      reject,
    );
  });

async function statusOf(path: string, host?: string): Promise<number | undefined> {
  const answer = await ask(path, host);
  answer.resume();
  return answer.statusCode;
}

const manifestOf = async (id: number, host?: string): Promise<Manifest> =>
  (await json(await ask(`${id}/manifest.webmanifest`, host))) as Manifest;

/** The colour of a pixel of a picture, and its width. */
async function looked(png: Buffer, x: number, y: number) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return { edge: [info.width, info.height], pixel: [...data.subarray(at, at + 3)] };
}

describe('the manifest', () => {
  it('is that of the practice: name, colour, address and icons', async () => {
    const { id } = await makeTenant(db(), { tenant_name: 'Willow Lane Vets', colour: '#7a2f5c' });
    const answer = await ask(`${id}/manifest.webmanifest`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    });
    const manifest = (await json(answer)) as Manifest;
    expect(manifest).toMatchObject({
      id: `/app/cp?tenant=${id}`,
      name: 'Willow Lane Vets',
      short_name: 'Willow Lane',
      start_url: `/app/cp?tenant=${id}`,
      scope: '/app/cp',
      display: 'standalone',
      theme_color: '#5c2345',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
  });

  it.each([
    ['Paws', 'Paws'],
    ['Vets of the Old Town', 'Vets of the'],
    ['The Veterinary Hospital of Little Hampton', 'The Veterin…'],
    ['Tierärztegemeinschaft', 'Tierärztege…'],
  ])('has a short name for %s that fits below an icon', async (tenant_name, short) => {
    const { id } = await makeTenant(db(), { tenant_name });
    expect((await manifestOf(id)).short_name).toBe(short);
  });

  it('is served at addresses of this practice only', async () => {
    const willow = await makeTenant(db(), { subdomain: 'willow', custom_host: 'pets.willow.example' });
    const clover = await makeTenant(db(), { subdomain: 'clover' });
    for (const host of ['pets.willow.example', 'willow.burrow.example', '127.0.0.1']) {
      expect([host, await statusOf(`${willow.id}/manifest.webmanifest`, host)]).toEqual([host, 200]);
    }
    for (const host of ['pets.willow.example', 'willow.burrow.example']) {
      expect(await statusOf(`${clover.id}/manifest.webmanifest`, host)).toBe(404);
      expect(await statusOf(`${clover.id}/icon-192.png`, host)).toBe(404);
    }
  });

  it('is not served for an unknown or suspended practice, or an id that is none', async () => {
    const { id } = await makeTenant(db());
    await db().query('update tenants set suspended_at = now() where id = $1', [id]);
    for (const path of [
      `${id}/manifest.webmanifest`,
      `${id}/icon-192.png`,
      '999999999/manifest.webmanifest',
      '0/manifest.webmanifest',
      '1e3/manifest.webmanifest',
      `${id}/icon-64.png`,
    ]) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    }
  });
});

describe('an icon', () => {
  it('without a logo is the product’s mark on the practice’s colour', async () => {
    const { id } = await makeTenant(db(), { colour: '#7a2f5c' });
    const png = await buffer(await ask(`${id}/maskable-512.png`));
    expect(await looked(png, 5, 5)).toEqual({ edge: [512, 512], pixel: [0x5c, 0x23, 0x45] });
    // The burrow's arch.
    expect((await looked(png, 256, 285)).pixel).toEqual([0xf6, 0xf3, 0xec]);
  });

  it('is the logo on white, inside the circle that phones cut', async () => {
    const { tenant, adminKey } = await makePractice(db(), { colour: '#7a2f5c' });
    const content = await samplePicture('png', 900, 600);
    await sendParts(api, 'tenant/logo_upload', {}, { name: 'logo.png', content }, adminKey);
    for (const [name, edge] of [
      ['icon-192', 192],
      ['apple-touch-icon', 180],
      ['maskable-192', 192],
    ] as const) {
      const png = await buffer(await ask(`${tenant.id}/${name}.png`));
      expect(await looked(png, 2, 2)).toEqual({ edge: [edge, edge], pixel: [255, 255, 255] });
      expect((await looked(png, edge / 2, edge / 2)).pixel).not.toEqual([255, 255, 255]);
      expect((await sharp(png).metadata()).hasAlpha).toBe(false);
    }
  });

  it('is kept by browsers until the logo or the colour changes', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const address = async () =>
      (await manifestOf(tenant.id)).icons[0]?.src.replace('/app/cp/practice/', '') ?? '';
    const kept = async (path: string) => {
      const answer = await ask(path);
      answer.resume();
      return answer.headers['cache-control'];
    };
    const first = await address();
    expect(await kept(first)).toBe('public, max-age=31536000, immutable');
    const content = await samplePicture('png', 90, 60);
    await sendParts(api, 'tenant/logo_upload', {}, { name: 'logo.png', content }, adminKey);
    const second = await address();
    expect(second).not.toBe(first);
    expect(await kept(first)).toBe('public, max-age=3600');
    expect(await kept(second)).toBe('public, max-age=31536000, immutable');
    await db().query("update tenants set colour = '#123456' where id = $1", [tenant.id]);
    expect(await address()).not.toBe(second);
  });

  it('of a logo that can’t be decoded is the mark', async () => {
    const { tenant, adminKey } = await makePractice(db(), { colour: '#7a2f5c' });
    const content = await samplePicture('png', 90, 60);
    await sendParts(api, 'tenant/logo_upload', {}, { name: 'logo.png', content }, adminKey);
    await db().query("update file_contents set content = 'no picture' where tenant_id = $1", [tenant.id]);
    const png = await buffer(await ask(`${tenant.id}/icon-192.png`));
    expect((await looked(png, 2, 2)).pixel).toEqual([0x5c, 0x23, 0x45]);
  });
});
