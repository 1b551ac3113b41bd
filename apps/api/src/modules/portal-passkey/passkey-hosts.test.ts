import { describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import type { TenantRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePetOwner } from '../../testing/client-passkeys.ts';
import { useTestApi } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';

// Which host a passkey of the portal belongs to, and from which pages it may answer.

const publicHost = 'burrow.example';
const api = useTestApi({ TRUST_PROXY: '1', PUBLIC_URL: `https://${publicHost}` });
const db = () => api.testDatabase.owner;

let hostsGiven = 0;
const newHost = (): string => `pets-${(hostsGiven += 1)}.example.test`;

const ownerAt = async (columns: Partial<TenantRow> = {}) => {
  const { tenant } = await makePractice(db(), columns);
  return makePetOwner(api, { tenant });
};
type Owner = Awaited<ReturnType<typeof ownerAt>>;

interface Answer {
  code?: string;
  message?: string;
  challenge: string;
  passkey_options: { rp?: { id: string }; rpId?: string };
}

/** Posts to the API as a browser does that opened it at `host`. */
const at = (host: string) => async (action: string, input: object, caller?: { apiKey: string }) => {
  const response = await api.post(`/api/${action}`, JSON.stringify(input), {
    'Content-Type': 'application/json',
    'X-Forwarded-Host': host,
    ...(caller ? { Authorization: `Bearer ${caller.apiKey}` } : {}),
  });
  return (await response.json()) as Answer;
};

/** The host that a passkey was added for, or why it was not. */
async function addAt(host: string, { caller }: Owner, passkey: SoftPasskey) {
  const ask = at(host);
  const { code, challenge, passkey_options: options } = await ask('cp/passkey/add', {}, caller);
  if (code !== undefined) return code;
  const added = await ask('cp/passkey/confirm', { challenge, passkey: passkey.create(options) }, caller);
  return added.code ?? options.rp?.id;
}

async function signInAt(host: string, { tenantId }: Owner, passkey: SoftPasskey) {
  const ask = at(host);
  const begun = await ask('cp/passkey/challenge', { tenant_id: tenantId });
  if (begun.code !== undefined) return begun.code;
  const { challenge, passkey_options: options } = begun;
  const answer = { tenant_id: tenantId, challenge, passkey: passkey.sign(options) };
  return (await ask('cp/passkey/sign_in', answer)).code ?? 'signed in';
}

describe('the host of a portal’s passkeys', () => {
  it('is the requested one: the installation’s, the practice’s own or its subdomain', async () => {
    const custom_host = newHost();
    const owner = await ownerAt({ custom_host, subdomain: 'willow' });
    const hosts = [publicHost, custom_host, `willow.${publicHost}`];
    for (const host of hosts) {
      const passkey = new SoftPasskey(`https://${host}`);
      expect(await addAt(host, owner, passkey)).toBe(host);
      expect([host, await signInAt(host, owner, passkey)]).toEqual([host, 'signed in']);
      for (const other of hosts.filter((one) => one !== host))
        expect([other, await signInAt(other, owner, passkey)]).toEqual([other, 'passkey_not_valid']);
    }
  });

  it('is neither another practice’s nor any that leads here', async () => {
    const other = newHost();
    await ownerAt({ custom_host: other, subdomain: 'other' });
    const owner = await ownerAt();
    for (const host of [other, `other.${publicHost}`, 'evil.example', `nothing.${publicHost}`]) {
      const passkey = new SoftPasskey(`https://${host}`);
      expect([host, await addAt(host, owner, passkey)]).toEqual([host, 'conflict']);
      expect([host, await signInAt(host, owner, passkey)]).toEqual([host, 'conflict']);
    }
  });

  it('is named in the refusal at another address', async () => {
    const custom_host = newHost();
    const [hosted, plain] = [await ownerAt({ custom_host }), await ownerAt()];
    const refused = async ({ tenantId }: Owner) =>
      (await at('evil.example')('cp/passkey/challenge', { tenant_id: tenantId })).message;
    const sentence = 'Passkeys can’t be used at this address. Open ';
    expect(await refused(hosted)).toBe(`${sentence}https://${custom_host}/app/cp.`);
    expect(await refused(plain)).toBe(`${sentence}https://${publicHost}/app/cp?tenant=${plain.tenantId}.`);
  });

  it('is the only origin that may answer, over TLS', async () => {
    const custom_host = newHost();
    const owner = await ownerAt({ custom_host });
    const origins = [`http://${custom_host}`, `https://${custom_host}:8443`, `https://${publicHost}`];
    for (const origin of origins) {
      const refused = await addAt(custom_host, owner, new SoftPasskey(origin));
      expect([origin, refused]).toEqual([origin, 'passkey_not_valid']);
    }
  });
});
