import { useCallback, useEffect, useState } from 'react';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { ApiError, type SecondStepAsked } from '../../lib/api-error.ts';
import { sessionFromSignIn, switchedTo, type AvailableTenant } from '../../lib/session.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { passkeyProblem, passkeySignIn } from '../second-factor/passkeys.ts';
import { linkCredentials, takeCredentials, takeFirstSignIn, type Credentials } from './arrival.ts';

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
  /** Of a link that was opened in a signed-in browser: the form is filled in and waits for Login. */
  offer: (Credentials & { decline: () => void }) | null;
  /** After a correct password: what the sign-in asks for next. */
  secondStep: (SecondStepAsked & { back: () => void }) | null;
  signIn: (email: string, password: string) => void;
  signInWithPasskey: () => void;
  /** Takes a sign-in that the server has accepted. */
  proceed: (result: SignInResult) => void;
}

function finish(result: SignInResult, tenant?: AvailableTenant) {
  const session = sessionFromSignIn(result);
  const isFirst = takeFirstSignIn();
  sessionStore.setMustChangePassword(result.must_change_password || isFirst);
  sessionStore.save(tenant ? switchedTo(session, tenant) : session);
}

/** A link never replaces a session: any website could otherwise sign the desk in to a practice of its own. */
const offeredCredentials = (): Credentials | null => (sessionStore.get() === null ? null : linkCredentials());

/**
 * The sign-in of staff; at once when a sign-in link brought credentials and no one is signed in. It ends with a session
 * in the store, which the page that called it then sees.
 */
export function useSignIn(): SignInState {
  const [offered, setOffered] = useState(offeredCredentials);
  const [busy, setBusy] = useState(() => offered === null && linkCredentials() !== null);
  const [error, setError] = useState<string | null>(null);
  const [undecided, setUndecided] = useState<SignInResult | null>(null);
  const [secondStep, setSecondStep] = useState<SecondStepAsked | null>(null);

  const proceed = useCallback((result: SignInResult) => {
    if (result.multiple_tenants && result.available_tenants.length > 0) setUndecided(result);
    else {
      finish(result);
      setOffered(null);
    }
  }, []);

  const attempt = useCallback(
    (email: string, password: string) => {
      callAction('auth', { email, password }, { as: null })
        .then(proceed)
        .catch((failure: unknown) => {
          if (failure instanceof ApiError && failure.secondStep) setSecondStep(failure.secondStep);
          // Unlike elsewhere, show the message also for an answer without a sentence: 'API Error: 502'.
          else setError(failure instanceof ApiError ? failure.message : 'Sign-in failed. Please try again.');
        })
        .finally(() => setBusy(false));
    },
    [proceed],
  );

  useEffect(() => {
    const credentials = takeCredentials();
    // A link without credentials asks nothing of a person who is signed in.
    if (credentials === null && offered === null && sessionStore.get() !== null) takeFirstSignIn();
    if (credentials !== null && offered === null) attempt(credentials.email, credentials.password);
  }, [attempt, offered]);

  function signIn(email: string, password: string) {
    setBusy(true);
    setError(null);
    attempt(email, password);
  }

  function decline() {
    takeFirstSignIn();
    setOffered(null);
  }

  function signInWithPasskey() {
    setBusy(true);
    setError(null);
    passkeySignIn()
      .then(proceed)
      .catch((failure: unknown) => setError(passkeyProblem(failure)))
      .finally(() => setBusy(false));
  }

  function cancel(result: SignInResult) {
    setUndecided(null);
    // The keys were never stored, so the server revokes them now instead of letting them expire.
    callAction('logout', {}, { as: { apiKey: result.api_key, userId: result.user_id } }).catch(
      (failure: unknown) => console.info('Failed to revoke the unused keys.', failure),
    );
  }

  return {
    busy,
    error,
    choice: undecided && {
      tenants: sessionFromSignIn(undecided).availableTenants,
      choose: (tenant) => {
        finish(undecided, tenant);
        setOffered(null);
      },
      cancel: () => cancel(undecided),
    },
    offer: offered && { ...offered, decline },
    secondStep: secondStep && { ...secondStep, back: () => setSecondStep(null) },
    signIn,
    signInWithPasskey,
    proceed,
  };
}
