import type { Request } from 'express';

/**
 * Whether the caller has the version with this tag; undefined if they send none. Express' own check distrusts callers who send
 * `Cache-Control: no-cache` with it, as half of the calendar programs do.
 */
export const hasVersion = ({ headers }: Request, tag: string): boolean | undefined =>
  headers['if-none-match']
    ?.split(',')
    .some((one) => ['*', `"${tag}"`].includes(one.trim().replace(/^W\//, '')));

/** The header for a version. Weak: a compressed answer has the same content in other bytes. */
export const entityTag = (tag: string): string => `W/"${tag}"`;
