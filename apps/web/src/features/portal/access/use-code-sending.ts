import { useMutation } from '@tanstack/react-query';
import type { CodeStep, StoredProgress } from './code-progress.ts';
import { useCountdown } from './countdown.ts';
import { justGotCode, secondsToWait } from './failure-texts.ts';
import { isSameNumber } from './phone-number.ts';

/** Sending another code, as the step shows it where the code is entered. */
export interface Resending {
  run: () => void;
  busy: boolean;
  error: Error | null;
  /** Another one has been sent. */
  done: boolean;
  /** Until another one can be sent. */
  secondsLeft: number;
}

interface Request {
  number: string;
  again: boolean;
}

/** What a request for a code is answered with. */
interface CodeSending {
  resend_after: number;
  clients_only?: boolean;
}

/** Has codes sent to a phone by `request`, and keeps the progress and when another code can be sent. */
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
      // The step stays: the code that was just sent can still be entered.
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
    /** To where the code is entered that was sent before. */
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
