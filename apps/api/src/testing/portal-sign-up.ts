import type { OutputOf } from '@burrow/contracts/actions';
import type { TestApi } from './harness.ts';

/** Moves the test's clock. */
export function later(api: TestApi, seconds: number): void {
  api.clock.set(new Date(api.clock.now().getTime() + seconds * 1000).toISOString());
}

/** The code in the last text message to a number. */
export function codeSentTo(api: TestApi, phone: string): string {
  const code = /^\d{6}\b/.exec(api.smsTo(phone)[0]?.body ?? '')?.[0];
  if (code === undefined) throw new Error(`No code was sent to ${phone}.`);
  return code;
}

/** Verifies a number at a practice, and returns the token for creating the account. */
export async function provenPhone(api: TestApi, tenantId: number, phone: string): Promise<string> {
  const asked = await api.call('cp/register/start', { tenant_id: tenantId, phone });
  if (asked.status !== 200) throw new Error(`No code for ${phone}: ${asked.error.code}`);
  const code = codeSentTo(api, phone);
  const proved = await api.call('cp/register/verify', { tenant_id: tenantId, phone, code });
  return proved.body.registration_token;
}

/** Requests a code to sign in with, and answers it. */
export async function signInByCode(api: TestApi, tenantId: number, phone: string) {
  const asked = await api.call('cp/code/start', { tenant_id: tenantId, phone });
  if (asked.status !== 200) throw new Error(`No code for ${phone}: ${asked.error.code}`);
  return api.call('cp/code/verify', { tenant_id: tenantId, phone, code: codeSentTo(api, phone) });
}

type Verified = OutputOf<'cp/code/verify'>;

/** The session of a client who signed in with a code. */
export function sessionOf(body: Verified) {
  if (body.is_new) throw new Error('A session was expected.');
  return body;
}

/** The token of a verified number without a client. */
export function tokenOf(body: Verified): string {
  if (!body.is_new) throw new Error('A token was expected.');
  return body.registration_token;
}
