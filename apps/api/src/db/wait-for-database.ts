import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../lib/app-error.ts';
import { toAppError } from './constraint-errors.ts';

const tryEveryMs = 1000;
const sayEveryMs = 5000;

interface Patience {
  /** How long to try before giving up; 0 tries once. */
  forMs: number;
  /** Receives the reason why the database does not answer: at once, and every five seconds. */
  onWait(reason: string): void;
}

/**
 * Runs work that needs the database, and retries while the database does not answer: it may start later than the
 * server. Refusals (a wrong password, a missing right) are thrown at once.
 * @param work must be repeatable after a partial run
 * @throws Error whose message is ready to print, when the time is up
 */
export async function whenDatabaseAnswers<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const began = performance.now();
  let saidAt = -Infinity;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = unavailableReason(error);
      if (reason === undefined) throw error;
      const now = performance.now();
      if (now - began >= patience.forMs) {
        const seconds = Math.round((now - began) / 1000);
        throw new Error(`The database hasn’t responded for ${seconds} seconds: ${reason}.`, { cause: error });
      }
      if (now - saidAt >= sayEveryMs) {
        saidAt = now;
        patience.onWait(reason);
      }
      await pause(tryEveryMs);
    }
  }
}

/**
 * The message of an error, for the operator. One for a name with several unreachable addresses has none itself: its
 * parts do. A refusal says what a caller may know: its cause follows.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = error.message || (unavailableReason(error) ?? error.name);
  return error instanceof AppError && error.cause instanceof Error
    ? `${said} ${reasonOf(error.cause)}`
    : said;
}

/** Why the database does not answer, or undefined when it has answered and refuses. */
export function unavailableReason(error: unknown): string | undefined {
  const known = toAppError(error);
  if (!(known instanceof AppError) || known.code !== 'unavailable') return undefined;
  const cause: unknown = known.cause ?? known;
  // A name with several addresses fails once for each, and only the parts have the reason.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  return first instanceof Error ? first.message : String(first);
}
