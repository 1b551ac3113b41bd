import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { checkout } from '../../../../../scripts/source-files.ts';
import { useTestApi } from '../harness.ts';

// The database describes a refused row by its values: notes, names, hashes. The log keeps none of them.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const secret = 'Owner is in hospital, key under the third pot';

describe('the log', () => {
  it('names the failure and its place, and repeats nothing that was written', async () => {
    const { client, animal, checkUp, staffKey } = await makePractice(db());
    await db().query('alter table bookings add constraint no_secrets check (notes is null)');
    api.expectLoggedErrors();
    const form = {
      client_id: client.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      notes: secret,
    };
    const { status, headers } = await api.call('booking_create', form, staffKey);
    await db().query('alter table bookings drop constraint no_secrets');
    expect(status).toBe(500);
    const log = api.logLines.join('\n');
    expect(log).toContain('violates check constraint');
    // Each line of a request has its id.
    const named = api.logLines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id);
    expect(new Set(named)).toEqual(new Set([headers.get('x-request-id')]));
    expect(log).toContain('no_secrets');
    expect(log).toContain('database.ts');
    expect(log).not.toContain(secret);
  });

  it('records a failed text message without the number, the text or the code', async () => {
    const { tenant } = await makePractice(db());
    const ask = (phone: string) => api.call('cp/register/start', { tenant_id: tenant.id, phone });
    expect((await ask('07700900417')).status).toBe(200);
    const code = /\d{6}/.exec(api.smsTo('07700900417')[0]?.body ?? '')?.[0];
    api.expectLoggedErrors();
    api.sandbox.mood.twilio = 'outage';
    expect((await ask('07700900418')).status).toBe(503);
    const log = api.logLines.join('\n');
    expect(log).toContain('Twilio refused a message: HTTP 503, code 20503');
    expect(log).not.toMatch(/77009004|verification/);
    expect(log).not.toContain(code);
  });

  it("keeps callers' addresses where the guide says, whose command removes them", async () => {
    await api.call('auth', { email: 'ann@burrow.test', password: 'tall-ship-9' });
    await expect.poll(() => api.logLines.join()).toContain('"network":"127.0.0.1"');
    const guide = readFileSync(join(checkout, 'docs/operating/troubleshooting.md'), 'utf8');
    const [, command = ''] = /\bsed -E '([^']+)'/.exec(guide) ?? [];
    const ofProxy = '{"logger":"http.log.error","request":{"remote_ip":"127.0.0.1","client_ip":"127.0.0.1"}}';
    const input = [...api.logLines, ofProxy].join('\n');
    const sent = execFileSync('sed', ['-E', command], { input, encoding: 'utf8' });
    expect(sent).toContain('security event');
    expect(sent).not.toContain('127.0.0.1');
  });

  it('escapes a line break in an address', async () => {
    await api.post('/api/x%0a{"level":60,"msg":"forged"}', null);
    expect(api.logLines.filter((line) => (JSON.parse(line) as { msg: string }).msg === 'forged')).toEqual([]);
  });
});
