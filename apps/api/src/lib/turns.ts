import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a loop may block the event loop before it yields, in milliseconds. */
const maxMs = 10;

/**
 * Lets a long loop yield to the event loop by time, not by number of rows, because one row may take long.
 *
 * Usage: `if (turns.isOver) await turns.next();`
 */
export class Turns {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= maxMs;
  }

  /** Yields to everything else that is ready to run. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
