import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Derives a key for one purpose, so that a value encrypted for another purpose cannot be decrypted with it. */
const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/**
 * Encrypts a secret for the database.
 * @param secret the server's, such as CODE_SECRET
 * @param purpose what the secret is and whose; it can only be decrypted for this purpose
 */
export function seal(secret: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts what {@link seal} made; null when it was made with another secret, for another purpose, or was changed. */
export function unseal(secret: string, purpose: string, sealed: Buffer): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(nonceBytes + tagBytes)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return null;
  }
}
