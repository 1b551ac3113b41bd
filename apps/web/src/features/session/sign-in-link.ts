/** What a sign-in link brought along in its query string. */
export interface Arrival {
  credentials: { email: string; password: string } | null;
  /** `fts=1`: a new password has to be chosen at this first sign-in. */
  firstSignIn: boolean;
  /** The query string that may stay in the address, '' or beginning with '?'. */
  rest: string;
}

/** Splits a query string into what a sign-in link carries and what may stay. */
export function readArrival(search: string): Arrival {
  const query = new URLSearchParams(search);
  const email = query.get('username');
  const password = query.get('password');
  const firstSignIn = query.get('fts') === '1';
  for (const name of ['username', 'password', 'fts']) query.delete(name);
  const rest = query.toString();
  return {
    credentials: email && password ? { email, password } : null,
    firstSignIn,
    rest: rest === '' ? '' : `?${rest}`,
  };
}
