import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Env } from '../../config/env.ts';

/** The defaults of authenticator apps: SHA-1, six digits, a new code every 30 seconds. */
const codeSeconds = 30;
/** How many steps a phone's clock may differ. */
const skewSteps = 1;

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Whether secrets can be stored. They are encrypted with CODE_SECRET, so that a copy of the database does not reveal them. */
export const canKeepSecrets = ({ CODE_SECRET }: Env): boolean => CODE_SECRET !== undefined;

function keyOf({ CODE_SECRET }: Env): Buffer {
  if (CODE_SECRET === undefined) throw new Error('CODE_SECRET is not set.');
  return Buffer.from(hkdfSync('sha256', CODE_SECRET, '', 'burrow authenticator app secrets', 32));
}

/** A new secret, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** A secret as it is stored: nonce, tag, ciphertext. It decrypts for its account only. */
export function encryptSecret(env: Env, accountId: number, secret: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const encrypting = createCipheriv(cipher, keyOf(env), nonce, { authTagLength: tagLength });
  encrypting.setAAD(Buffer.from(String(accountId)));
  const text = Buffer.concat([encrypting.update(secret, 'utf8'), encrypting.final()]);
  return Buffer.concat([nonce, encrypting.getAuthTag(), text]);
}

/** A stored secret in base32; null if it was encrypted with another CODE_SECRET. */
export function decryptSecret(env: Env, accountId: number, stored: Buffer): string | null {
  if (!canKeepSecrets(env)) return null;
  const [nonce, tag] = [
    stored.subarray(0, nonceLength),
    stored.subarray(nonceLength, nonceLength + tagLength),
  ];
  try {
    const decrypting = createDecipheriv(cipher, keyOf(env), nonce, { authTagLength: tagLength });
    decrypting.setAAD(Buffer.from(String(accountId)));
    decrypting.setAuthTag(tag);
    const text = decrypting.update(stored.subarray(nonceLength + tagLength));
    return Buffer.concat([text, decrypting.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const appOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Burrow', label, secret: Secret.fromBase32(secret), period: codeSeconds });

/** The address that an authenticator app reads from a QR code. */
export const otpauthUri = (secret: string, email: string): string => appOf(secret, email).toString();

/**
 * The time step of a code, which may be one step early or late; null for a wrong, used or older code.
 */
export function stepOfCode(secret: string, code: string, lastStep: number | null, now: Date): number | null {
  const timestamp = now.getTime();
  const skew = appOf(secret).validate({ token: code, timestamp, window: skewSteps });
  if (skew === null) return null;
  const step = Math.floor(timestamp / 1000 / codeSeconds) + skew;
  return lastStep !== null && step <= lastStep ? null : step;
}
