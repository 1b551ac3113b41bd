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
