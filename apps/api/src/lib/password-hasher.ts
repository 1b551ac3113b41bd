import bcrypt from 'bcrypt';

/** Hashes and compares passwords, a few at a time so that sign-ins do not starve everything else of CPU. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for a wrong password; for an unknown person (null) it takes as long and is false. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** bcrypt on Node's thread pool with at most `concurrency` computations under way. */
export function createPasswordHasher(cost: number, concurrency = 1): PasswordHasher {
  const inTurn = limitConcurrency(concurrency);
  // Compared against when nobody has that name, so that the answer takes as long either way. No password is known to
  // give it; computing a real one would hold up the start.
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  return {
    hash: (password) => inTurn(() => bcrypt.hash(password, cost)),
    matches: async (password, hash) => {
      const same = await inTurn(() => bcrypt.compare(password, hash ?? nobody));
      return same && hash !== null;
    },
  };
}

function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed to the next in line, or given back.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
