import { randomBytes } from 'node:crypto';
import type { LinkKind } from '@burrow/contracts/client-link';
import type { WorkContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import { portalOrigin } from '../../lib/portal-address.ts';
import { customHost, insertLink } from './repository.ts';

/** A record of a client, and how long a link to it works. */
interface Linked {
  clientId: number;
  kind: LinkKind;
  recordId: number;
  expiresAt: Date;
}

/** 72 bits: short enough for a text message. A link alone opens nothing, so it need not be as secret as a key. */
const tokenBytes = 9;

/**
 * A new address that leads a client to their record, for a message to them. It works any number of times, with a code sent
 * to the number that the client has then.
 * @returns null if PUBLIC_URL is not set
 */
export async function linkFor(
  { tx, tenantId, deps, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'deps' | 'now'>,
  linked: Linked,
): Promise<string | null> {
  const { PUBLIC_URL: publicUrl } = deps.env;
  if (publicUrl === undefined) return null;
  const token = randomBytes(tokenBytes).toString('base64url');
  await insertLink(tx, tenantId, { tokenHash: hashKey(token), ...linked }, now);
  return `${portalOrigin(publicUrl, { custom_host: await customHost(tx, tenantId) })}/l/${token}`;
}
