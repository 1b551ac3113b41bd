import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../lib/app-error.ts';
import { toAppError } from './constraint-errors.ts';

const tryEveryMs = 1000;
const sayEveryMs = 5000;

interface Patience {
  /** How long to try before giving up; 0 tries once. */
  forMs: number;
  /** Hears why the database does not answer: at once, and every five seconds. */
  onWait(reason: string): void;
}

/**
 * Does what needs the database, again and again while the database does not answer: it may start later than we do. What
 * it refuses (a wrong password, a missing right) is thrown at once.
 * @param work can be done again after a part of it
 * @throws Error whose message is ready to print, when the patience is at an end
 */
export async function whenDatabaseAnswers<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const began = performance.now();
  let saidAt = -Infinity;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = whyAway(error);
      if (reason === undefined) throw error;
      const now = performance.now();
      if (now - began >= patience.forMs) {
        const seconds = Math.round((now - began) / 1000);
        throw new Error(`The database hasn’t answered for ${seconds} seconds: ${reason}.`, { cause: error });
      }
      if (now - saidAt >= sayEveryMs) {
        saidAt = now;
        patience.onWait(reason);
      }
      await pause(tryEveryMs);
    }
  }
}

/** What an error says. One for a name with several addresses, none of which answers, says nothing itself: its parts do. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || (whyAway(error) ?? error.name) : String(error);

/** Why the database does not answer, or undefined when it has answered and refuses. */
export function whyAway(error: unknown): string | undefined {
  const known = toAppError(error);
  if (!(known instanceof AppError) || known.code !== 'unavailable') return undefined;
  const cause: unknown = known.cause ?? known;
  // A name with several addresses fails once for each, and says so in none but the parts.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  return first instanceof Error ? first.message : String(first);
}
