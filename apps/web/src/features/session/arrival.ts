import { readArrival, type Arrival } from './sign-in-link.ts';

// Runs when the app is loaded, before anything is drawn or called: address and history forget the password at once.
let arrival: Arrival | null = null;
if (/[?&](username|password|fts)=/.test(window.location.search)) {
  arrival = readArrival(window.location.search);
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${arrival.rest}`);
}

/** What the sign-in link brought; only the first caller gets it. */
export function takeArrival(): Arrival | null {
  const taken = arrival;
  arrival = null;
  return taken;
}
