import { parseCookie } from 'cookie';
import type { NewCookie } from '../context/context.ts';
import type { Call } from './call.ts';

type Carrier = Pick<Call, 'req' | 'res' | 'deps'>;

/** Whether the browser uses TLS: as this server or its proxy sees it, or by the practice's address. */
const usesTls = ({ req, deps }: Carrier): boolean =>
  req.secure || deps.env.PUBLIC_URL?.startsWith('https:') === true;

/** Over TLS a name that only this host itself can set, and that browsers never send without TLS. */
const nameOn = (carrier: Carrier, name: string): string => (usesTls(carrier) ? `__Host-${name}` : name);

/** A cookie that the browser sent. */
export const cookieOf = (carrier: Carrier, name: string): string | undefined =>
  parseCookie(carrier.req.headers.cookie ?? '')[nameOn(carrier, name)];

/** Sets a cookie that scripts cannot read and other sites cannot make the browser send with a call. */
export function setCookie(
  carrier: Carrier,
  { name, value, path, seconds, sameSite = 'strict' }: NewCookie,
): void {
  const { res } = carrier;
  const secure = usesTls(carrier);
  // A cookie with the __Host- prefix must have the path /.
  const options = { path: secure ? '/' : path, httpOnly: true, sameSite, secure } as const;
  if (value === null) res.clearCookie(nameOn(carrier, name), options);
  else res.cookie(nameOn(carrier, name), value, { ...options, maxAge: seconds * 1000 });
}
