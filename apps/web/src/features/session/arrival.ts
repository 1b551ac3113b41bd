import { absolute, paths } from '../../lib/paths.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** What a sign-in link brought along in its query string. */
interface Arrival {
  credentials: Credentials | null;
  /** The query string that may stay in the address, '' or beginning with '?'. */
  rest: string;
}

/** Set to '1' by `fts=1`: the next sign-in in this tab must choose a new password. */
const firstSignInKey = 'firstSignIn';

/** Splits a query string into what a sign-in link carries and what may stay. */
function readArrival(search: string): Arrival {
  const query = new URLSearchParams(search);
  const email = query.get('username');
  const password = query.get('password');
  // Kept until the sign-in, because the page may be reloaded first.
  if (query.get('fts') === '1') sessionStorage.setItem(firstSignInKey, '1');
  for (const name of ['username', 'password', 'fts']) query.delete(name);
  const rest = query.toString();
  return {
    credentials: email && password ? { email, password } : null,
    rest: rest === '' ? '' : `?${rest}`,
  };
}

// Runs when the app is loaded, before anything is drawn or called: address and history forget the password at once.
let arrival: Arrival = { credentials: null, rest: '' };
if (/[?&](username|password|fts)=/.test(window.location.search)) {
  arrival = readArrival(window.location.search);
  // Without the operator's consent sign-in links do nothing; the address forgets the password all the same.
  const allowed =
    document.querySelector<HTMLMetaElement>('meta[name="burrow-query-login"]')?.content !== 'off';
  if (!allowed) arrival = { ...arrival, credentials: null };
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${arrival.rest}`);
}

/** An address without the slashes that the router ignores. */
const partsOf = (path: string): string => path.split('/').filter(Boolean).join('/');

/** The token that a one-time link carries in its fragment; null when it carries none. */
function tokenIn(fragment: string): string | null {
  const token = fragment.replace(/^#/, '').trim();
  return /^[\w-]{20,200}$/.test(token) ? token : null;
}

// The same for the token of a one-time link, which must not stay in the browser's history.
let setupToken: string | null = null;
function takeTokenOut(): void {
  const page = absolute(paths.welcome);
  if (partsOf(window.location.pathname) !== partsOf(page) || window.location.hash === '') return;
  setupToken = tokenIn(window.location.hash);
  window.history.replaceState(window.history.state, '', page);
}
takeTokenOut();

/** The token of the one-time link that was opened; null when it had none. Reloading the page forgets it. */
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

/** The credentials that a sign-in link brought, while they are unused. */
export const linkCredentials = (): Credentials | null => arrival.credentials;

/** Whether the sign-in link requires a new password. Resets it for later callers. */
export function takeFirstSignIn(): boolean {
  const demands = sessionStorage.getItem(firstSignInKey) === '1';
  sessionStorage.removeItem(firstSignInKey);
  return demands;
}

/** The credentials of the sign-in link; only the first caller gets them. */
export function takeCredentials(): Credentials | null {
  const { credentials } = arrival;
  arrival = { ...arrival, credentials: null };
  return credentials;
}
