import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { recoveryCodeCount } from '@burrow/contracts/second-factor';

/** Without characters that look like others. Ten of them are 49 bits, enough with a slow hash. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeLength = 10;

const slowHash = promisify<string, Buffer, number, Buffer>(scrypt);

/** New recovery codes, as shown and as stored. */
export interface RecoveryCodes {
  codes: string[];
  salt: Buffer;
  hashes: Buffer[];
}

/** A code as typed, without spaces and dashes. */
export const bareCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** The stored form of a code. Hashed slowly, because codes are short enough to type. */
export const recoveryCodeHash = (typed: string, salt: Buffer): Promise<Buffer> =>
  slowHash(bareCode(typed), salt, 32);

export async function makeRecoveryCodes(): Promise<RecoveryCodes> {
  const salt = randomBytes(16);
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const hashes: Buffer[] = [];
  // In sequence: each hash takes 16 MB.
  for (const code of codes) hashes.push(await recoveryCodeHash(code, salt));
  return { codes, salt, hashes };
}

function newCode(): string {
  const characters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${characters.slice(0, codeLength / 2)}-${characters.slice(codeLength / 2)}`;
}
