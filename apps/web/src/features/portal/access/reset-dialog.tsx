import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callAction } from '../../../lib/api.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { useCodeProgress } from './code-progress.ts';
import { PhoneStep } from './components/phone-step.tsx';
import { ResetVerify } from './components/reset-verify.tsx';
import { useEntrance } from './entrance.ts';
import { accessFailure } from './failure-texts.ts';
import { useCodeSending } from './use-code-sending.ts';

const shownFor = 2000;

/** Confirms the reset, then closes the dialog. */
function ResetDone({ onShown }: { onShown: () => void }) {
  const close = useEffectEvent(onShown);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Read out for having the focus: a region that appears with its text may be passed over, and this is gone soon.
    message.current?.focus();
    const timer = setTimeout(() => close(), shownFor);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-col items-center gap-2 py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
      <p ref={message} tabIndex={-1} className="font-semibold outline-none">
        Password reset successfully! You can now log in with your new password.
      </p>
    </div>
  );
}

/** A forgotten password: the number, then the code sent to it and a new password. */
export function ResetDialog({
  phone: typedBefore,
  onReset,
  onClose,
}: {
  /** What the sign-in's field holds. */
  phone: string;
  /** The password is new; shows the number to sign in with. */
  onReset: (phone: string) => void;
  onClose: () => void;
}) {
  const { tenantId, british, passwordMinimum } = useEntrance();
  const stored = useCodeProgress('reset', tenantId);
  const [progress, change] = stored;
  const [begunAt] = useState(progress.step);
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState(false);
  const { phone } = progress;
  const { send, busy, error, resending, goTo, enterCode } = useCodeSending(
    (number) => callAction('cp/password/reset/start', { tenant_id: tenantId, phone: number }, { as: null }),
    stored,
  );

  function close() {
    if (done) {
      change(null);
      onReset(phone);
    } else {
      // It must not reopen after a reload; a code that was sent can still be entered.
      change({ ...progress, step: 'phone' });
      onClose();
    }
  }
  return (
    <NativeDialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      width="small"
      title="Reset Password"
    >
      <KeepFocus className="outline-none">
        {done ? (
          <ResetDone onShown={close} />
        ) : progress.step === 'phone' ? (
          <PhoneStep
            {...{ british, busy }}
            phone={asked ? phone : typedBefore || phone}
            askedFor={phone}
            sentTo={progress.sentTo}
            secondsLeft={resending.secondsLeft}
            problem={error ? accessFailure('reset-start', error, british) : null}
            onSend={(number) => {
              setAsked(true);
              send(number);
            }}
            onHaveCode={enterCode}
          />
        ) : (
          <ResetVerify
            {...{ tenantId, phone, passwordMinimum, resending }}
            takesFocus={begunAt !== 'verify'}
            onReset={() => setDone(true)}
            onChangePhone={() => goTo('phone')}
          />
        )}
      </KeepFocus>
    </NativeDialog>
  );
}
