import { absolute, paths } from '../../lib/paths.ts';
import { tokenIn } from './link-token.ts';
import { readArrival, type Arrival } from './sign-in-link.ts';

// Runs when the app is loaded, before anything is drawn or called: address and history forget the password at once.
let arrival: Arrival = { credentials: null, firstSignIn: false, rest: '' };
if (/[?&](username|password|fts)=/.test(window.location.search)) {
  arrival = readArrival(window.location.search);
  // An operator can switch sign-in links off; the address forgets the password all the same.
  const allowed =
    document.querySelector<HTMLMetaElement>('meta[name="burrow-query-login"]')?.content !== 'off';
  if (!allowed) arrival = { ...arrival, credentials: null };
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${arrival.rest}`);
}

/** An address without the slashes that the router ignores. */
const partsOf = (path: string): string => path.split('/').filter(Boolean).join('/');

// The same for the token of a one-time link: whoever looks at the history later must not find it.
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

/** Reads another one-time link that was opened in the page that is there, and tells the page. */
export function followSetupLinks(onOpened: () => void): () => void {
  const opened = () => {
    takeTokenOut();
    onOpened();
  };
  window.addEventListener('hashchange', opened);
  return () => window.removeEventListener('hashchange', opened);
}

/** Whether a sign-in link brought credentials that nobody has used yet. */
export const hasCredentials = (): boolean => arrival.credentials !== null;

/** Whether the sign-in link said that a new password has to be chosen. */
export const isFirstSignIn = (): boolean => arrival.firstSignIn;

/** The credentials of the sign-in link; only the first caller gets them. */
export function takeCredentials(): Arrival['credentials'] {
  const { credentials } = arrival;
  arrival = { ...arrival, credentials: null };
  return credentials;
}
