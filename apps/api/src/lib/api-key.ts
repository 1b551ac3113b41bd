import { createHash } from 'node:crypto';

/** What the database keeps of an API key. A plain SHA-256 is enough: the key itself is 256 random bits. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
