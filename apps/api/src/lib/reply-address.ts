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
/** 112 bits. */
const signatureBytes = 14;
/** The bytes of the ids, and the letters of the whole. Numbered installations have ids that need the long form. */
const shortForm = { tenantBytes: 5, clientBytes: 6, length: 40 };
const longForm = { tenantBytes: 8, clientBytes: 8, length: 48 };
/** RFC 4648's base32 in lower case: mail servers may change the case of an address. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const tokenShape = /^[a-z2-7]+$/;

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
  { tenantId, clientId }: ReplyTarget,
): string | null {
  if (domain === undefined || secret === undefined) return null;
  const { tenantBytes, clientBytes } = tenantId < 2 ** 40 && clientId < 2 ** 48 ? shortForm : longForm;
  const ids = Buffer.concat([bytesOf(tenantId, tenantBytes), bytesOf(clientId, clientBytes)]);
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
  const form = [shortForm, longForm].find(({ length }) => length === token.length);
  if (!form || !tokenShape.test(token)) return null;
  const bytes = decoded(token);
  const ids = bytes.subarray(0, -signatureBytes);
  if (!timingSafeEqual(bytes.subarray(-signatureBytes), signatureOf(secret, ids))) return null;
  return {
    tenantId: idIn(ids.subarray(0, form.tenantBytes)),
    clientId: idIn(ids.subarray(form.tenantBytes)),
  };
}

/** Buffer's own functions end at six bytes. */
const bytesOf = (id: number, length: number): Buffer =>
  Buffer.from(id.toString(16).padStart(2 * length, '0'), 'hex');
const idIn = (bytes: Buffer): number => Number.parseInt(bytes.toString('hex'), 16);

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
