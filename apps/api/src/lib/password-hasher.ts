import bcrypt from 'bcrypt';
import { AppError } from './app-error.ts';

/**
 * Hashes and compares passwords, a few at a time so that sign-ins do not take all CPU. A caller whose turn does not
 * come in time is refused with `unavailable`: a queue that anyone can fill must be bounded.
 */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for a wrong password; for an unknown person (null) it takes as long and is false. */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** How many are under way, and how many wait. */
  queue: () => { running: number; waiting: number };
}

/**
 * bcrypt on Node's thread pool with at most `concurrency` computations at once, started within `patienceMs` or not at
 * all.
 */
export function createPasswordHasher(cost: number, concurrency = 1, patienceMs = 4000): PasswordHasher {
  const { inTurn, queue } = limitConcurrency(concurrency, patienceMs);
  // Compared for an unknown name, so that the answer takes as long. No known password matches it; computing a real
  // hash would delay the start.
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  return {
    hash: (password) => inTurn(() => bcrypt.hash(password, cost)),
    matches: async (password, hash) => {
      const same = await inTurn(() => bcrypt.compare(password, hash ?? nobody));
      return same && hash !== null;
    },
    queue,
  };
}

interface Turns extends Pick<PasswordHasher, 'queue'> {
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

function limitConcurrency(limit: number, patienceMs: number): Turns {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const overdue = setTimeout(() => {
        waiting.delete(begin);
        reject(
          new AppError('unavailable', {}, { cause: new Error('Too many passwords wait to be hashed.') }),
        );
      }, patienceMs);
      const begin = (): void => {
        clearTimeout(overdue);
        resolve();
      };
      waiting.add(begin);
    });
  const inTurn: Turns['inTurn'] = async (work) => {
    if (running >= limit) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is released.
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
  return { inTurn, queue: () => ({ running, waiting: waiting.size }) };
}
