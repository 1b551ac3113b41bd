import type { Role } from '@burrow/contracts/roles';
import { useSyncExternalStore } from 'react';
import { dropDraftsExcept } from './drafts.ts';
import { forgetAppointmentsExcept } from './kept-appointments.ts';
import { keepOpenForms } from './kept-forms.ts';
import { forgetRecordsExcept } from './recent-records.ts';
import { afterExpiry, parseSession, withRole, type Session } from './session.ts';

export const sessionKey = 'auth';
/** Set to '1' while the person must choose a new password before anything else. */
const firstLoginKey = 'firstLogin';
/** Set to '1' at sign-out, so that other tabs can distinguish it from an expired session. */
const signedOutKey = 'signedOut';

interface State {
  session: Session | null;
  /** The person signed out, here or in another tab. */
  signedOut: boolean;
  /** Signed out on request; the browser is about to load the sign-in page. */
  leaving: boolean;
  mustChangePassword: boolean;
  /** The server refuses everything until a second factor is set up. */
  mustSetUpSecondFactor: boolean;
}

function read(): State {
  return {
    session: parseSession(localStorage.getItem(sessionKey)),
    signedOut: localStorage.getItem(signedOutKey) === '1',
    leaving: false,
    mustChangePassword: localStorage.getItem(firstLoginKey) === '1',
    mustSetUpSecondFactor: false,
  };
}

let state = read();
const listeners = new Set<() => void>();

/**
 * An expired session keeps its drafts for the same person's next sign-in, and a change of practice keeps unsent messages
 * and visit notes, but not the forms of this tab. Signing out, or another person's sign-in, removes them all.
 * Appointments for the offline page are removed with the session.
 */
function forgetOthers({ session, signedOut }: State) {
  forgetAppointmentsExcept(localStorage, session);
  if (session === null && !signedOut) return;
  dropDraftsExcept(sessionStorage, session === null ? [] : [session]);
  const everywhere = session === null ? [] : [session, ...session.availableTenants];
  dropDraftsExcept(localStorage, everywhere);
  forgetRecordsExcept(localStorage, everywhere);
}

// A restored tab may contain drafts of a former session.
forgetOthers(state);

/** Whether another screen replaces the pages until the same person has signed in or set up a second factor. */
const isInterrupted = (next: State): boolean =>
  next.session === null ? !next.signedOut : next.mustSetUpSecondFactor && !state.mustSetUpSecondFactor;

function become(next: State) {
  if (state.session !== null && isInterrupted(next)) keepOpenForms(state.session);
  state = next;
  forgetOthers(next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

// Other tabs of this browser write the same storage; `key` is null when all of it was cleared. The server may
// refuse this tab's key before the sign-out in another tab is seen here: then its forms were kept, and are removed now.
window.addEventListener('storage', ({ key }) => {
  if (key === null || [sessionKey, firstLoginKey, signedOutKey].includes(key)) {
    become({ ...read(), leaving: state.leaving });
  }
});

// The browser's Back shows a page as it was when it was left, such as while signing out.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) become(read());
});

/** Keeps the open forms for after a reload of the page. */
export function keepFormsOfSession(): void {
  if (state.session !== null) keepOpenForms(state.session);
}

/** What the server demands before anything else, as far as is known. */
export type Demands = Pick<State, 'mustChangePassword' | 'mustSetUpSecondFactor'>;

export const sessionStore = {
  get: (): Session | null => state.session,
  demands: (): Demands => state,
  /** Whether the session ended without the person signing out. */
  hasExpired: (): boolean => state.session === null && !state.signedOut,
  subscribe,
  /** Stores a sign-in or a change of practice for all tabs. */
  save(session: Session) {
    localStorage.removeItem(signedOutKey);
    localStorage.setItem(sessionKey, JSON.stringify(session));
    // Another practice may not require a second factor.
    become({ ...state, session, signedOut: false, leaving: false, mustSetUpSecondFactor: false });
  },
  /** Stores the role that the server reports for this session, which an admin may have changed since the sign-in. */
  setRole(role: Role) {
    const { session } = state;
    if (session === null || session.role === role) return;
    const changed = withRole(session, role);
    localStorage.setItem(sessionKey, JSON.stringify(changed));
    become({ ...state, session: changed });
  },
  /** Clears the session in all tabs. `leaving`: the person signed out. */
  clear(leaving = false) {
    if (leaving) localStorage.setItem(signedOutKey, '1');
    localStorage.removeItem(sessionKey);
    localStorage.removeItem(firstLoginKey);
    become({
      session: null,
      signedOut: leaving,
      leaving,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    });
  },
  /** Handles a key that the server no longer accepts. */
  expire() {
    const left = state.session && afterExpiry(state.session);
    if (left) sessionStore.save(left);
    else sessionStore.clear();
  },
  /** Marks or clears that a new password must be chosen first. */
  setMustChangePassword(required: boolean) {
    if (required) localStorage.setItem(firstLoginKey, '1');
    else localStorage.removeItem(firstLoginKey);
    become({ ...state, mustChangePassword: required });
  },
  /** Marks or clears that two-step sign-in must be set up first. */
  setMustSetUpSecondFactor(required: boolean) {
    if (required !== state.mustSetUpSecondFactor) become({ ...state, mustSetUpSecondFactor: required });
  },
};

const snapshot = () => state;

/** Session and its flags, kept up to date across tabs. */
export function useSessionState(): State {
  return useSyncExternalStore(subscribe, snapshot);
}

/** The session of a page behind the guard, which always has one. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (session === null) throw new Error('This screen needs a signed-in session.');
  return session;
}
