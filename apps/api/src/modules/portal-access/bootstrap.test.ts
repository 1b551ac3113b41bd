import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeTenant } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('delete from tenants'));

/** The API's answer to a caller under a given host; fetch sends its own. */
const practiceOf = (host: string) =>
  new Promise<unknown>((resolve, reject) => {
    const asked = request(
      `${api.url}/api/bootstrap`,
      { method: 'POST', headers: { Host: host } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = JSON.parse(Buffer.concat(parts).toString()) as { tenant_id: unknown };
          resolve(body.tenant_id);
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });

const suspend = (id: number) => db().query('update tenants set suspended_at = now() where id = $1', [id]);

describe('the address of a portal', () => {
  it('is the only practice’s, whatever the address', async () => {
    expect(await practiceOf('127.0.0.1')).toBeNull();
    const { id } = await makeTenant(db());
    for (const host of ['127.0.0.1:8080', 'localhost', 'vets.example', '[::1]:80']) {
      expect([host, await practiceOf(host)]).toEqual([host, id]);
    }
    await makeTenant(db());
    expect(await practiceOf('vets.example')).toBeNull();
  });

  it('identifies a practice by its own host or by its first label, in any case', async () => {
    const willow = await makeTenant(db(), { subdomain: 'willow', custom_host: 'pets.willow-vets.example' });
    const clover = await makeTenant(db(), { subdomain: 'clover' });
    expect(await practiceOf('Pets.Willow-Vets.example:443')).toBe(willow.id);
    expect(await practiceOf('WILLOW.burrow.example')).toBe(willow.id);
    expect(await practiceOf('clover.burrow.example')).toBe(clover.id);
    for (const host of ['clover', 'a.clover.burrow.example', 'willow-vets.example']) {
      expect([host, await practiceOf(host)]).toEqual([host, null]);
    }
  });

  it('prefers a practice’s own host, and ignores numeric labels', async () => {
    await makeTenant(db(), { subdomain: '127' });
    const own = await makeTenant(db(), { custom_host: 'pets.example.com' });
    await makeTenant(db(), { subdomain: 'pets' });
    expect(await practiceOf('pets.example.com')).toBe(own.id);
    expect(await practiceOf('127.0.0.1')).toBeNull();
  });

  it('of a suspended practice leads nowhere, not even to the only remaining one', async () => {
    const willow = await makeTenant(db(), { subdomain: 'willow', custom_host: 'pets.willow-vets.example' });
    const clover = await makeTenant(db(), { subdomain: 'clover' });
    await suspend(willow.id);
    expect(await practiceOf('pets.willow-vets.example')).toBeNull();
    expect(await practiceOf('willow.burrow.example')).toBeNull();
    expect(await practiceOf('burrow.example')).toBe(clover.id);
  });
});
