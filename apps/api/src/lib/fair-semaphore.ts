import { AppError } from './app-error.ts';

type Admit = (release: () => void) => void;

/** How many members are remembered for their last turn; the others count as new. */
const maxRemembered = 1000;

/**
 * A fair semaphore: limits how many callers at a time do work that takes much memory or processor. The others wait;
 * turns alternate between quota keys, so that however many of one quota key wait, a caller of another quota key waits for at most
 * one of them. Within a quota key, the next turn is the member's whose last one is longest ago.
 */
export class FairSemaphore {
  private free: number;
  private readonly waitMs: number;
  private readonly maxWaitingEach: number;
  private readonly maxEach: number;
  private readonly tooMany: string;
  /** The number of places each quota key holds. */
  private readonly taken = new Map<string, number>();
  /** In the order of their turns; contains only quota keys with waiting callers, each with its member. */
  private readonly waiting = new Map<string, Map<Admit, string>>();
  /** Numbers the turns. */
  private turns = 0;
  /** The last turn of each member, the oldest first. */
  private readonly lastTurns = new Map<string, number>();

  /**
   * @param waitMs how long a caller waits before being refused
   * @param maxWaitingEach how many of one quota key may wait
   * @param maxEach how many places one quota key may have
   * @param tooMany the message for a caller whose quota key has too many waiting
   */
  constructor(
    places: number,
    waitMs: number,
    maxWaitingEach = Infinity,
    maxEach = places,
    tooMany = 'Too many of your files are being processed at once. Wait a moment and try again.',
  ) {
    this.free = places;
    this.waitMs = waitMs;
    this.maxWaitingEach = maxWaitingEach;
    this.maxEach = maxEach;
    this.tooMany = tooMany;
  }

  /**
   * Takes a place and returns a function that releases it; a second call has no effect.
   * @param member of the quota key; callers of one member, like those of a quota key without members, are served as they arrive
   * @throws AppError `unavailable` when none becomes free in time, `rate_limited` when too many of the quota key wait
   */
  async take(quotaKey: string, member = quotaKey): Promise<() => void> {
    if (this.mayTake(quotaKey)) return this.occupy(quotaKey, member);
    const others = this.waiting.get(quotaKey);
    if (others && others.size >= this.maxWaitingEach) {
      throw new AppError('rate_limited', {
        message: this.tooMany,
        retryAfterSeconds: 5,
      });
    }
    return new Promise((resolve, reject) => {
      const admit: Admit = (release) => {
        clearTimeout(overdue);
        resolve(release);
      };
      const overdue = setTimeout(() => {
        this.leave(quotaKey, admit);
        reject(new AppError('unavailable'));
      }, this.waitMs);
      if (others) others.set(admit, member);
      else this.waiting.set(quotaKey, new Map([[admit, member]]));
    });
  }

  /** Runs the work in a place that {@link take} acquires, and releases it afterwards. */
  async run<T>(quotaKey: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(quotaKey);
    try {
      return await work();
    } finally {
      release();
    }
  }

  private leave(quotaKey: string, admit: Admit): void {
    const own = this.waiting.get(quotaKey);
    own?.delete(admit);
    if (own?.size === 0) this.waiting.delete(quotaKey);
  }

  private mayTake(quotaKey: string): boolean {
    return this.free > 0 && (this.taken.get(quotaKey) ?? 0) < this.maxEach;
  }

  /** Gives a place to the first caller of the next quota key; the key then goes to the end of the queue. */
  private admitNext(): void {
    for (const [quotaKey, own] of this.waiting) {
      if (!this.mayTake(quotaKey)) continue;
      const [admit, member] = this.nextOf(own);
      this.waiting.delete(quotaKey);
      own.delete(admit);
      if (own.size > 0) this.waiting.set(quotaKey, own);
      admit(this.occupy(quotaKey, member));
      return;
    }
  }

  /** The first caller of the member whose last turn is longest ago. */
  private nextOf(own: ReadonlyMap<Admit, string>): [Admit, string] {
    const lastTurn = (member: string): number => this.lastTurns.get(member) ?? 0;
    return [...own].reduce((next, other) => (lastTurn(other[1]) < lastTurn(next[1]) ? other : next));
  }

  private occupy(quotaKey: string, member: string): () => void {
    this.free -= 1;
    this.remember(member);
    this.taken.set(quotaKey, (this.taken.get(quotaKey) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.free += 1;
      const left = (this.taken.get(quotaKey) ?? 1) - 1;
      if (left > 0) this.taken.set(quotaKey, left);
      else this.taken.delete(quotaKey);
      this.admitNext();
    };
  }

  private remember(member: string): void {
    this.lastTurns.delete(member);
    this.lastTurns.set(member, (this.turns += 1));
    const [oldest] = this.lastTurns.keys();
    if (this.lastTurns.size > maxRemembered && oldest !== undefined) this.lastTurns.delete(oldest);
  }
}
