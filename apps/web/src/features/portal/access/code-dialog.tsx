import { useState } from 'react';
import { callAction } from '../../../lib/api.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { beginSession } from './begin-session.ts';
import { useCodeProgress } from './code-progress.ts';
import { CodeName } from './components/code-name.tsx';
import { EnterCode } from './components/enter-code.tsx';
import { PhoneStep } from './components/phone-step.tsx';
import { useEntrance } from './entrance.ts';
import { accessFailure } from './failure-texts.ts';
import { readablePhone } from './phone-number.ts';
import { useCodeSending } from './use-code-sending.ts';

/** A verified number without a client: what makes one. */
interface NewClient {
  token: string;
  /** Another account was changed to this number without verifying it. */
  isTaken: boolean;
}

/** Where the code went, when only clients were sent one: the same for every number. */
const SentToClients = ({ phone }: { phone: string }) => (
  <p role="status">
    If <strong className="figures whitespace-nowrap">{readablePhone(phone)}</strong> is a client’s number, we
    sent a 6-digit code to it. New numbers can’t get codes at the moment. If none arrives, please call the
    practice.
  </p>
);

/** Signing in with a code: the number, the code sent to it, and the name of a person who is new. */
export function CodeDialog({
  phone: typedBefore,
  onPassword,
  onClose,
}: {
  /** What the sign-in's field holds. */
  phone: string;
  /** The person has a password for this number. */
  onPassword: (phone: string) => void;
  onClose: () => void;
}) {
  const { tenantId, british, landing } = useEntrance();
  const stored = useCodeProgress('code', tenantId);
  const [progress, change] = stored;
  const [begunAt] = useState(progress.step);
  const [asked, setAsked] = useState(false);
  const [newClient, setNewClient] = useState<NewClient | null>(null);
  const { phone } = progress;
  const { send, busy, error, resending, goTo, enterCode } = useCodeSending(
    (number) => callAction('cp/code/start', { tenant_id: tenantId, phone: number }, { as: null }),
    stored,
  );

  /** The entrance leads on once there is a session. */
  async function verify(code: string) {
    const verified = await callAction('cp/code/verify', { tenant_id: tenantId, phone, code }, { as: null });
    if (verified.is_new) {
      setNewClient({ token: verified.registration_token, isTaken: verified.unverified_account });
      goTo('register');
    } else {
      change(null);
      await beginSession(verified, landing);
    }
  }

  function close() {
    // It must not reopen after a reload; a code that was sent can still be entered.
    change({ ...progress, step: 'phone' });
    onClose();
  }

  return (
    <NativeDialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      width="small"
      title={progress.step === 'register' && newClient !== null ? 'About you' : 'Sign in with a code'}
    >
      <KeepFocus className="outline-none">
        {progress.step === 'register' && newClient !== null ? (
          <CodeName
            {...{ tenantId, phone }}
            registrationToken={newClient.token}
            isTaken={newClient.isTaken}
            onPassword={() => {
              change(null);
              onPassword(phone);
            }}
            onSignedIn={() => change(null)}
            onBack={() => goTo('phone')}
          />
        ) : progress.step === 'verify' ? (
          <EnterCode
            {...{ phone, resending }}
            {...(progress.clientsOnly ? { sent: <SentToClients phone={phone} /> } : {})}
            takesFocus={begunAt !== 'verify'}
            step="signup-verify"
            onCode={verify}
            onBack={() => goTo('phone')}
          />
        ) : (
          <PhoneStep
            {...{ british, busy }}
            phone={asked ? phone : typedBefore || phone}
            askedFor={phone}
            sentTo={progress.sentTo}
            secondsLeft={resending.secondsLeft}
            problem={error ? accessFailure('signup-start', error, british) : null}
            onSend={(number) => {
              setAsked(true);
              send(number);
            }}
            onHaveCode={enterCode}
          />
        )}
      </KeepFocus>
    </NativeDialog>
  );
}
