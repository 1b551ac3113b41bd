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
