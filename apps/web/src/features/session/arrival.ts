import { absolute, paths } from '../../lib/paths.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** The credentials in the query string of a sign-in link. */
interface Arrival {
  credentials: Credentials | null;
  /** The rest of the query string, '' or beginning with '?'. */
  rest: string;
}

/** Set to '1' by `fts=1`: the next sign-in in this tab must choose a new password. */
const firstSignInKey = 'firstSignIn';

/** Splits a query string into the parts of a sign-in link and the rest. */
function readArrival(search: string): Arrival {
  const query = new URLSearchParams(search);
  const email = query.get('username');
  const password = query.get('password');
  // Stored until the sign-in, because the page may be reloaded before.
  if (query.get('fts') === '1') sessionStorage.setItem(firstSignInKey, '1');
  for (const name of ['username', 'password', 'fts']) query.delete(name);
  const rest = query.toString();
  return {
    credentials: email && password ? { email, password } : null,
    rest: rest === '' ? '' : `?${rest}`,
  };
}

// Runs when the app loads, before anything is rendered or fetched, and removes the password from address and history.
let arrival: Arrival = { credentials: null, rest: '' };
if (/[?&](username|password|fts)=/.test(window.location.search)) {
  arrival = readArrival(window.location.search);
  // Sign-in links do nothing unless the operator allows them, but the password is always removed from the address.
  const allowed =
    document.querySelector<HTMLMetaElement>('meta[name="burrow-query-login"]')?.content !== 'off';
  if (!allowed) arrival = { ...arrival, credentials: null };
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${arrival.rest}`);
}

/** An address without the extra slashes that the router ignores. */
const partsOf = (path: string): string => path.split('/').filter(Boolean).join('/');

/** The token in the fragment of a one-time link; null if there is none. */
function tokenIn(fragment: string): string | null {
  const token = fragment.replace(/^#/, '').trim();
  return /^[\w-]{20,200}$/.test(token) ? token : null;
}

// Does the same for the token of a one-time link, which must not stay in the browser's history.
let setupToken: string | null = null;
function takeTokenOut(): void {
  const page = absolute(paths.welcome);
  if (partsOf(window.location.pathname) !== partsOf(page) || window.location.hash === '') return;
  setupToken = tokenIn(window.location.hash);
  window.history.replaceState(window.history.state, '', page);
}
takeTokenOut();

/** The token of the one-time link that was opened; null if there was none. A reload loses it. */
export const setupLinkToken = (): string | null => setupToken;

/** Reads another one-time link opened in this tab, which does not reload the page, and then calls `onOpened`. */
export function followSetupLinks(onOpened: () => void): () => void {
  const opened = () => {
    takeTokenOut();
    onOpened();
  };
  window.addEventListener('hashchange', opened);
  return () => window.removeEventListener('hashchange', opened);
}

/** The unused credentials of a sign-in link. */
export const linkCredentials = (): Credentials | null => arrival.credentials;

/** Whether the sign-in link requires a new password. Resets it for later callers. */
export function takeFirstSignIn(): boolean {
  const demands = sessionStorage.getItem(firstSignInKey) === '1';
  sessionStorage.removeItem(firstSignInKey);
  return demands;
}

/** The credentials of the sign-in link, returned once. */
export function takeCredentials(): Credentials | null {
  const { credentials } = arrival;
  arrival = { ...arrival, credentials: null };
  return credentials;
}
