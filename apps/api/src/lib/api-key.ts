import { hash } from 'node:crypto';

/** What the database keeps of an API key. A plain SHA-256 is enough: the key itself is 256 random bits. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');
