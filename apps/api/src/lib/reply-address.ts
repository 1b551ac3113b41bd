import { createHmac, timingSafeEqual } from 'node:crypto';

/** The operator's settings for replies by email; without both there are none. */
export interface ReplySettings {
  INBOUND_MAIL_DOMAIN?: string | undefined;
  INBOUND_MAIL_SECRET?: string | undefined;
}

/** Whose conversation a reply belongs to. */
export interface ReplyTarget {
  tenantId: number;
  clientId: number;
}

const purpose = 'burrow reply address 1\0';
const prefix = 'r-';
/** Ids of practices and clients up to 2⁴⁰ and 2⁴⁸, and 112 bits of the signature: 25 bytes are exactly 40 letters. */
const [tenantBytes, clientBytes, signatureBytes] = [5, 6, 14];
const idBytes = tenantBytes + clientBytes;
/** RFC 4648's base32 in lower case: mail servers may change the case of an address. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const tokenShape = /^[a-z2-7]{40}$/;

/** Whether replies to emails arrive here; otherwise they go to the practice's own address. */
export const takesReplies = ({ INBOUND_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret }: ReplySettings) =>
  domain !== undefined && secret !== undefined;

/**
 * The address for replies of a client of a practice. Its signature makes it unforgeable, so a reply needs no lookup
 * before it is known to be one.
 * @returns null where replies are not set up
 */
export function replyAddress(
  { INBOUND_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret }: ReplySettings,
  target: ReplyTarget,
): string | null {
  if (domain === undefined || secret === undefined) return null;
  const ids = Buffer.alloc(idBytes);
  ids.writeUIntBE(target.tenantId, 0, tenantBytes);
  ids.writeUIntBE(target.clientId, tenantBytes, clientBytes);
  return `${prefix}${encoded(Buffer.concat([ids, signatureOf(secret, ids)]))}@${domain}`;
}

/** Whose reply address this is; null for any other address, in any case and with any signature. */
export function readReplyAddress(
  { INBOUND_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret }: ReplySettings,
  address: string,
): ReplyTarget | null {
  const [local = '', host, ...rest] = address.trim().toLowerCase().split('@');
  if (secret === undefined || domain === undefined || host !== domain || rest.length > 0) return null;
  const token = local.startsWith(prefix) ? local.slice(prefix.length) : '';
  if (!tokenShape.test(token)) return null;
  const bytes = decoded(token);
  const ids = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), signatureOf(secret, ids))) return null;
  return {
    tenantId: ids.readUIntBE(0, tenantBytes),
    clientId: ids.readUIntBE(tenantBytes, clientBytes),
  };
}

const signatureOf = (secret: string, ids: Buffer): Buffer =>
  createHmac('sha256', secret).update(purpose).update(ids).digest().subarray(0, signatureBytes);

/** Eight letters for five bytes. */
function encoded(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    const bits = BigInt(bytes.readUIntBE(at, 5));
    for (let shift = 35n; shift >= 0n; shift -= 5n) text += letters.charAt(Number((bits >> shift) & 31n));
  }
  return text;
}

function decoded(token: string): Buffer {
  const bytes = Buffer.alloc((token.length / 8) * 5);
  for (let at = 0; at < token.length; at += 8) {
    let bits = 0;
    for (const letter of token.slice(at, at + 8)) bits = bits * 32 + letters.indexOf(letter);
    bytes.writeUIntBE(bits, (at / 8) * 5, 5);
  }
  return bytes;
}
