import { useState } from 'react';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { sessionFromSignIn, switchedTo, type AvailableTenant } from '../../lib/session.ts';
import { sessionStore } from '../../lib/session-store.ts';

type SignInResult = OutputOf<'auth'>;

interface SignInState {
  busy: boolean;
  error: string | null;
  /** Signed in, but in which practice has still to be chosen. */
  choice: {
    tenants: AvailableTenant[];
    choose: (tenant: AvailableTenant) => void;
    cancel: () => void;
  } | null;
  signIn: (email: string, password: string) => void;
}

/** The sign-in of staff. It ends with a session in the store, which the page that called it then sees. */
export function useSignIn(firstSignIn: boolean): SignInState {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [undecided, setUndecided] = useState<SignInResult | null>(null);

  function finish(result: SignInResult, tenant?: AvailableTenant) {
    const session = sessionFromSignIn(result);
    sessionStore.setMustChangePassword(result.must_change_password || firstSignIn);
    sessionStore.save(tenant ? switchedTo(session, tenant) : session);
  }

  async function signIn(email: string, password: string) {
    setBusy(true);
    setError(null);
    try {
      const result = await callAction('auth', { email, password }, { as: null });
      if (result.multiple_tenants && result.available_tenants.length > 0) setUndecided(result);
      else finish(result);
    } catch (failure) {
      setError(messageOf(failure, 'Sign-in failed. Please try again.'));
    } finally {
      setBusy(false);
    }
  }

  function cancel(result: SignInResult) {
    setUndecided(null);
    // The keys were never stored; the server is told so that they end now and not by expiry.
    callAction('logout', {}, { as: { apiKey: result.api_key, userId: result.user_id } }).catch(
      (failure: unknown) => console.info('The unused keys could not be ended.', failure),
    );
  }

  return {
    busy,
    error,
    choice: undecided && {
      tenants: sessionFromSignIn(undecided).availableTenants,
      choose: (tenant) => finish(undecided, tenant),
      cancel: () => cancel(undecided),
    },
    signIn: (email, password) => void signIn(email, password),
  };
}
