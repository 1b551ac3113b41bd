import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { asFields, takenTime, type Consent, type TakenTime } from './start-times.ts';

interface Accepting {
  /** Sends the acceptance, with the desk's consents. */
  send: (consents: Partial<Record<Consent, '1'>>) => Promise<unknown>;
  onAccepted: () => void;
  /** What went wrong, other than a taken time; null if it was shown elsewhere. */
  failure: (error: unknown) => string | null;
}

const answeredCodes: ReadonlySet<unknown> = new Set([
  'illegal_transition',
  'booking_moved',
  'request_answered',
]);

/** The message when a colleague has answered the request since the screen showed it; null after any other failure. */
export const answeredProblem = (error: unknown): string | null =>
  error instanceof ApiError && answeredCodes.has(error.code)
    ? 'This request has already been answered.'
    : null;

/** Accepts what a client asked for. When its time is no longer free, `taken` says why, and `acceptAnyway()` consents. */
export function useAccept({ send, onAccepted, failure }: Accepting) {
  const [taken, setTaken] = useState<TakenTime | null>(null);
  const [given, setGiven] = useState<readonly Consent[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = async (consents: readonly Consent[]) => {
    setProblem(null);
    setGiven(consents);
    try {
      await send(asFields(consents));
    } catch (error) {
      const inTheWay = takenTime(error);
      if (inTheWay) setTaken(inTheWay);
      else setProblem(failure(error));
      return;
    }
    setTaken(null);
    onAccepted();
  };
  return {
    accept: () => void accept([]),
    taken,
    /** Keeps the consents given before: a time may be taken in two ways. */
    acceptAnyway: () => void accept(taken ? [...given, taken.needs] : given),
    forget: () => setTaken(null),
    problem,
  };
}
