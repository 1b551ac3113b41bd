import { hash, randomBytes } from 'node:crypto';
import { apiKeyPrefix } from '@burrow/contracts/api-key';

/** A new secret for a key or a one-time link: 256 random bits. Only its {@link hashKey} is stored. */
export const newKey = (): string => randomBytes(32).toString('base64url');

/** A new API key: as secret as any, and recognisable by its prefix. */
export const newProgramKey = (): string => `${apiKeyPrefix}${newKey()}`;

/**
 * The stored form of an API key or of a one-time link's token. A plain SHA-256 is enough: the secret itself is 256
 * random bits.
 */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');
