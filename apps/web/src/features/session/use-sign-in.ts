import { useCallback, useEffect, useState } from 'react';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { ApiError, type SecondStepAsked } from '../../lib/api-error.ts';
import { sessionFromSignIn, switchedTo, type AvailableTenant } from '../../lib/session.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { dropAccountRequest } from '../second-factor/account-request.ts';
import { passkeyProblem, passkeySignIn } from '../second-factor/passkeys.ts';
import { linkCredentials, takeCredentials, takeFirstSignIn, type Credentials } from './arrival.ts';

type SignInResult = OutputOf<'auth'>;

interface SignInState {
  busy: boolean;
  error: string | null;
  /** Signed in, with a choice of practices. */
  choice: {
    tenants: AvailableTenant[];
    choose: (tenant: AvailableTenant) => void;
    cancel: () => void;
  } | null;
  /** A link opened in a signed-in browser only fills in the form. */
  offer: (Credentials & { decline: () => void }) | null;
  /** The challenge after a correct password. */
  secondStep: (SecondStepAsked & { back: () => void }) | null;
  signIn: (email: string, password: string) => void;
  signInWithPasskey: () => void;
  /** Handles a sign-in that the server has accepted. */
  proceed: (result: SignInResult) => void;
}

function finish(result: SignInResult, tenant?: AvailableTenant) {
  const session = sessionFromSignIn(result);
  const isFirst = takeFirstSignIn();
  sessionStore.setMustChangePassword(result.must_change_password || isFirst);
  sessionStore.save(tenant ? switchedTo(session, tenant) : session);
}

/** A link never replaces a session: otherwise any website could sign the desk in to a practice of its own. */
const offeredCredentials = (): Credentials | null => (sessionStore.get() === null ? null : linkCredentials());

/**
 * The sign-in of staff; automatic for a sign-in link if no one is signed in. It stores the session, which the calling
 * page then picks up.
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
          // Unlike elsewhere, also show a response without a message: 'API Error: 502'.
          else setError(failure instanceof ApiError ? failure.message : 'Sign-in failed. Please try again.');
        })
        .finally(() => setBusy(false));
    },
    [proceed],
  );

  useEffect(() => {
    const credentials = takeCredentials();
    // A link without credentials does not concern a person who is signed in.
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
    // Its challenge is used up.
    setSecondStep(null);
    dropAccountRequest();
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
