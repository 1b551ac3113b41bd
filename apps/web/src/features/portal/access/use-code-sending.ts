import { useMutation } from '@tanstack/react-query';
import type { CodeStep, StoredProgress } from './code-progress.ts';
import { useCountdown } from './countdown.ts';
import { justGotCode, secondsToWait } from './failure-texts.ts';
import { isSameNumber } from './phone-number.ts';

/** The state of resending a code, for the step where it is entered. */
export interface Resending {
  run: () => void;
  busy: boolean;
  error: Error | null;
  /** Whether another code has been sent. */
  done: boolean;
  /** When another code can be sent. */
  secondsLeft: number;
}

interface Request {
  number: string;
  again: boolean;
}

/** The answer to a request for a code. */
interface CodeSending {
  resend_after: number;
  clients_only?: boolean;
}

/** Has codes sent to a phone by `request`, and tracks the progress and when another code can be sent. */
export function useCodeSending(
  request: (number: string) => Promise<CodeSending>,
  [progress, change]: StoredProgress,
) {
  const { phone } = progress;
  const sending = useMutation({
    mutationFn: ({ number }: Request) => request(number),
    onSuccess: ({ resend_after, clients_only: clientsOnly = false }, { number }) =>
      change({
        step: 'verify',
        phone: number,
        sentTo: number,
        resendAt: Date.now() + resend_after * 1000,
        verified: false,
        clientsOnly,
      }),
    onError: (error, { number }) => {
      // The step stays, because the previous code can still be entered.
      const seconds = secondsToWait(error);
      if (seconds === null) return;
      change({
        ...progress,
        phone: number,
        sentTo: justGotCode(error) ? number : progress.sentTo,
        resendAt: Date.now() + seconds * 1000,
        verified: progress.verified && isSameNumber(number, phone),
      });
    },
  });
  const secondsLeft = useCountdown(progress.resendAt);
  const resending: Resending = {
    run: () => sending.mutate({ number: phone, again: true }),
    busy: sending.isPending,
    error: sending.error,
    done: sending.isSuccess && sending.variables.again,
    secondsLeft,
  };
  return {
    send: (number: string) => sending.mutate({ number, again: false }),
    busy: sending.isPending,
    error: sending.error,
    resending,
    /** Opens the step where the previous code is entered. */
    enterCode: () => {
      sending.reset();
      change({ ...progress, step: 'verify', phone: progress.sentTo });
    },
    goTo: (next: CodeStep) => {
      sending.reset();
      change({ ...progress, step: next });
    },
  };
}
