import { describe, expect, it } from 'vitest';
import { codeSentTo } from '../testing/portal-sign-up.ts';
import { makeTenant } from '../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../testing/harness.ts';

const api = useTestApi({ PUBLIC_URL: 'https://burrow.example.test' });
const phone = '07700900123';

describe('the cookie of a sign-up if the practice’s address is https', () => {
  it('is bound to the host and sent over TLS alone, and completes the sign-up', async () => {
    const { id } = await makeTenant(api.testDatabase.owner);
    await api.call('cp/register/start', { tenant_id: id, phone });
    const input = { tenant_id: id, phone, code: codeSentTo(api, phone) };
    const { body, headers } = await api.call('cp/register/verify', input);
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      new RegExp(
        `^__Host-burrow_registration=${body.registration_token}; Max-Age=900; Path=/; .*HttpOnly; Secure; SameSite=Strict$`,
      ),
    );
    const form = new URLSearchParams({ tenant_id: String(id), phone, name: 'Nora', password: 'petlover-7' });
    const sent = cookie.split(';', 1)[0] ?? '';
    const unprefixed = sent.replace('__Host-', '');
    expect((await api.post('/api/cp/register/complete', form, { Cookie: unprefixed })).status).toBe(400);
    expect((await api.post('/api/cp/register/complete', form, { Cookie: sent })).status).toBe(200);
  });
});
