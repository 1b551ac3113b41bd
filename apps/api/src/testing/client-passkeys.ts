import { freshProofSeconds } from '@burrow/contracts/action';
import { defaultPassword, makeClient, makeSessionKey } from '../../../../packages/dev/src/factory-people.ts';
import type { Caller, TestApi } from './harness.ts';
import { SoftPasskey } from './soft-passkey.ts';

/** A client with a login, signed in a moment ago. */
export async function makePetOwner(api: TestApi, columns: Parameters<typeof makeClient>[1] = {}) {
  const { owner } = api.testDatabase;
  const client = await makeClient(owner, { password: defaultPassword, ...columns });
  const caller = await makeSessionKey(owner, { client, verified: api.clock.now() });
  return { client, tenantId: client.tenant_id, phone: client.phone ?? '', caller };
}

/** Moves the clock past the time for which a sign-in counts as a fresh proof. */
export function makeProofStale(api: TestApi): void {
  api.clock.set(new Date(api.clock.now().getTime() + (freshProofSeconds + 1) * 1000).toISOString());
}

/** Adds a passkey to the caller's account. @returns it, and the answer of the server */
export async function addClientPasskey(api: TestApi, caller: Caller, passkey = new SoftPasskey(api.url)) {
  const { body, status, error } = await api.call('cp/passkey/add', {}, caller);
  if (status !== 200) throw new Error(`No passkey can be added: ${error.code}`);
  const answer = { challenge: body.challenge, passkey: passkey.create(body.passkey_options) as never };
  return { passkey, added: await api.call('cp/passkey/confirm', answer, caller) };
}

/** Signs in to a practice's portal with a passkey, which answers from `origin`. */
export async function signInByPasskey(
  api: TestApi,
  tenantId: number,
  passkey: SoftPasskey,
  origin: string = api.url,
) {
  const { body } = await api.call('cp/passkey/challenge', { tenant_id: tenantId });
  const answer = passkey.sign(body.passkey_options, origin) as never;
  return api.call('cp/passkey/sign_in', { tenant_id: tenantId, challenge: body.challenge, passkey: answer });
}
