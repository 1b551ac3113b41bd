import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import bcrypt from 'bcrypt';
import { AppError } from './app-error.ts';
import { wideNetwork } from './caller-network.ts';
import { FairSemaphore } from './fair-semaphore.ts';

/** A caller of the hasher. Callers that share a turn are served one after another. */
export interface HashCaller {
  /** A network, or a known device. */
  turn: string;
  /** Known callers get every second place while unknown ones wait. */
  isKnown: boolean;
}

/**
 * Hashes and compares passwords in turns, so that sign-ins do not use all CPU and one network does not use all
 * turns. Refuses a caller whose turn does not come in time with `unavailable`, and one whose network has too many
 * waiting with `rate_limited`, because anyone can fill the queue.
 */
export interface PasswordHasher {
  hash(password: string, caller?: HashCaller): Promise<string>;
  /** False for a wrong password; for an unknown person (null) it takes as long and is false. */
  matches(password: string, hash: string | null, caller?: HashCaller): Promise<boolean>;
  /** How many are under way, and how many wait. */
  queue: () => { running: number; waiting: number };
}

/** Leaves one of Node's four threads free for files and name look-ups. */
const maxThreads = 3;
const maxWaitingEach = 2;
const tooMany = 'Too many people are signing in from your network at once. Wait a moment and try again.';

/** How many computations each of so many processes does at once, so that together they use each core once at most. */
export const hashesAtOnce = (processes: number, cores = availableParallelism()): number =>
  Math.max(1, Math.min(maxThreads, Math.floor(cores / processes)));

/**
 * bcrypt on Node's thread pool, with at most `concurrency` computations at once. Refuses one that cannot start within
 * `patienceMs`.
 */
export function createPasswordHasher(
  cost: number,
  concurrency = hashesAtOnce(1),
  patienceMs = 4000,
): PasswordHasher {
  const turns = new HashTurns(concurrency, patienceMs);
  // Compared for an unknown name, until real comparisons have been measured. No known password matches it; computing a
  // real hash would delay the start.
  const unmatchable = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  const measured = new Durations();
  const compare = (password: string, hash: string): Promise<boolean> =>
    measured.time(() => bcrypt.compare(password, hash));
  return {
    hash: (password, caller) => turns.run(caller, () => bcrypt.hash(password, cost)),
    matches: async (password, hash, caller) => {
      if (hash !== null) return turns.run(caller, () => compare(password, hash));
      if (measured.areFresh) await turns.pretend(caller, () => sleep(measured.draw()));
      else await turns.run(caller, () => compare(password, unmatchable));
      return false;
    },
    queue: () => turns.queue,
  };
}

/**
 * Turns of callers, then places among all of them: known and unknown callers alternate, and among each, the network or
 * device is next whose last place is longest ago. So people who sign in now and then don't wait for those who always do.
 */
class HashTurns {
  readonly queue = { running: 0, waiting: 0 };
  readonly #own: FairSemaphore;
  readonly #all: FairSemaphore;
  #others = 0;

  constructor(concurrency: number, patienceMs: number) {
    // The two waits together last `patienceMs` at most.
    this.#own = new FairSemaphore(Infinity, patienceMs / 2, maxWaitingEach, 1, tooMany);
    this.#all = new FairSemaphore(concurrency, patienceMs / 2);
  }

  /** Runs a computation in a place. */
  async run<T>(caller: HashCaller | undefined, work: () => Promise<T>): Promise<T> {
    return this.#inTurn(caller, async (release) => {
      this.queue.running += 1;
      try {
        return await work();
      } finally {
        this.queue.running -= 1;
        release();
      }
    });
  }

  /** Waits like a computation, then frees the place; the caller's turn ends with the work. */
  async pretend(caller: HashCaller | undefined, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(caller, async (release) => {
      release();
      await work();
    });
  }

  async #inTurn<T>(caller: HashCaller | undefined, work: (release: () => void) => Promise<T>): Promise<T> {
    this.queue.waiting += 1;
    let isWaiting = true;
    const begin = (): void => {
      if (isWaiting) this.queue.waiting -= 1;
      isWaiting = false;
    };
    try {
      // A caller without a turn passed other limits before: a signed-in person, or a command on the server.
      const turn = caller?.turn ?? `other ${(this.#others += 1)}`;
      const endTurn = await this.#beginTurn(turn);
      try {
        const kind = caller && !caller.isKnown ? 'strangers' : 'known';
        const release = await this.#all.take(kind, wideNetwork(turn) ?? turn);
        begin();
        return await work(release);
      } finally {
        endTurn();
      }
    } finally {
      begin();
    }
  }

  async #beginTurn(turn: string): Promise<() => void> {
    try {
      return await this.#own.take(turn);
    } catch (error) {
      // Too many callers of one network are not a fault of the server.
      if (error instanceof AppError && error.code === 'unavailable')
        throw new AppError('rate_limited', { message: tooMany, retryAfterSeconds: 5 });
      throw error;
    }
  }
}

/** How long recent comparisons took, as the server is loaded now. */
class Durations {
  static readonly #kept = 32;
  static readonly #enough = 8;
  static readonly #freshMs = 60_000;
  readonly #recent: number[] = [];
  #measuredAt = -Infinity;

  async time<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const done = await work();
    this.#measuredAt = performance.now();
    this.#recent.push(this.#measuredAt - began);
    if (this.#recent.length > Durations.#kept) this.#recent.shift();
    return done;
  }

  get areFresh(): boolean {
    return (
      this.#recent.length >= Durations.#enough && performance.now() - this.#measuredAt < Durations.#freshMs
    );
  }

  draw(): number {
    return this.#recent[Math.floor(Math.random() * this.#recent.length)] ?? 0;
  }
}
