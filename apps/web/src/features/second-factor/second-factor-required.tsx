import { useQueryClient } from '@tanstack/react-query';
import { usePage } from '../../lib/page-name.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { signOut } from '../session/sign-out.ts';
import { OwnFactors } from './components/own-factors.tsx';

const ConfirmIdentity = lazyComponent(
  async () => (await import('../session/confirm-identity.tsx')).ConfirmIdentity,
);

/** Replaces every page until a person who needs a second factor has one. */
export function SecondFactorRequired() {
  usePage('Set up two-step sign-in');
  const client = useQueryClient();

  function goOn() {
    sessionStore.setMustSetUpSecondFactor(false);
    // Refetches the queries that were refused before.
    void client.resetQueries();
  }

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="w-full max-w-md">
        <div className="mb-6 flex flex-col items-center text-center">
          <Logo className="size-14 text-brand" />
          <h1 className="mt-1 text-2xl font-bold text-balance">Set up two-step sign-in</h1>
          <p className="mt-1 text-pretty text-ink-soft">
            Your account needs more than a password. Add a passkey or an authenticator app to continue. It
            takes about a minute.
          </p>
        </div>
        <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
          <OwnFactors onContinue={goOn} />
          <div className="border-t border-line pt-3">
            <Button variant="quiet" onClick={() => signOut()}>
              Logout
            </Button>
          </div>
        </div>
      </div>
      {/* It replaces the frame of the pages, which asks otherwise. */}
      <ConfirmIdentity />
      <Toaster />
    </main>
  );
}
