import type { Request, Response } from 'express';
import { parseCookie } from 'cookie';
import type { NewCookie } from '../lib/context.ts';

/** A cookie that the browser sent. */
export const cookieOf = (req: Request, name: string): string | undefined =>
  parseCookie(req.headers.cookie ?? '')[name];

/** Gives the browser a cookie that no script reads and that no other site can have it send. */
export function setCookie(
  { req, res }: { req: Request; res: Response },
  { name, value, path, seconds }: NewCookie,
): void {
  const options = { path, httpOnly: true, sameSite: 'strict', secure: req.secure } as const;
  if (value === null) res.clearCookie(name, options);
  else res.cookie(name, value, { ...options, maxAge: seconds * 1000 });
}
