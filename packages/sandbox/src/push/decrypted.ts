import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto';

const tagLength = 16;
const headerLength = 21;
/** The last byte before the padding of the only record. */
const lastRecord = 2;

const derived = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * The text of a message for a browser with these keys (RFC 8291 over RFC 8188, one record); null when it is not for it.
 */
export function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string | null {
  const salt = body.subarray(0, 16);
  const keyLength = body[headerLength - 1] ?? 0;
  const senderKey = body.subarray(headerLength, headerLength + keyLength);
  const record = body.subarray(headerLength + keyLength);
  if (keyLength !== 65 || record.length <= tagLength) return null;
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
    const secret = derived(ecdh.computeSecret(senderKey), auth, info, 32);
    const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-tagLength));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -tagLength)), decipher.final()]);
    const end = plain.lastIndexOf(lastRecord);
    return end === -1 ? null : plain.subarray(0, end).toString('utf8');
  } catch {
    // Encrypted for other keys, or damaged.
    return null;
  }
}
