import { AppError } from './app-error.ts';

/** Lets a number of callers at a time do something that takes much memory or processor; the others wait their turn. */
export class Places {
  private free: number;
  private readonly waitMs: number;
  private readonly waiting = new Set<(release: () => void) => void>();

  /** @param waitMs how long a caller waits before being turned away */
  constructor(places: number, waitMs: number) {
    this.free = places;
    this.waitMs = waitMs;
  }

  /**
   * Takes a place and answers how to give it back; giving it back twice counts once.
   * @throws AppError `unavailable` when none becomes free in time
   */
  take(): Promise<() => void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve(this.releaseOnce());
    }
    return new Promise((resolve, reject) => {
      const admit = (release: () => void): void => {
        clearTimeout(overdue);
        resolve(release);
      };
      const overdue = setTimeout(() => {
        this.waiting.delete(admit);
        reject(new AppError('unavailable'));
      }, this.waitMs);
      this.waiting.add(admit);
    });
  }

  private releaseOnce(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const [next] = this.waiting;
      if (next) {
        this.waiting.delete(next);
        next(this.releaseOnce());
      } else {
        this.free += 1;
      }
    };
  }
}
