import { Button } from '../../../../ui/button.tsx';
import { KeepFocus } from '../../../../ui/keep-focus.tsx';
import { cooldown, shortWait } from '../countdown.ts';

/** A button that sends another code once `seconds` have passed. The announcement changes once, not every second. */
export function ResendCode({
  seconds,
  busy,
  onResend,
}: {
  seconds: number;
  busy: boolean;
  onResend: () => void;
}) {
  const waiting = seconds > 0;
  return (
    <KeepFocus className="rounded-md outline-none">
      <Button
        variant="quiet"
        size="large"
        className="figures w-full disabled:text-ink-soft disabled:opacity-100"
        disabled={waiting}
        busy={busy}
        busyLabel="Sending..."
        onClick={onResend}
      >
        {waiting ? `Resend Code (${shortWait(seconds)})` : 'Resend Code'}
      </Button>
      <p role="status" className="sr-only">
        {!waiting
          ? 'You can request another code now.'
          : seconds <= cooldown
            ? 'You can request another code in a minute.'
            : 'You can’t request another code yet.'}
      </p>
    </KeepFocus>
  );
}
