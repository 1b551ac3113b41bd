import { Socket } from 'node:net';

/**
 * A socket that sends everything written in one turn of the event loop as one packet. The driver writes each message
 * of a pipeline separately, and a system call costs more than concatenating them.
 */
export class BatchingSocket extends Socket {
  private isHolding = false;

  constructor() {
    super();
    // Assign the method, don't override it: `connect` reassigns `write`.
    this.once('connect', () => {
      const writeNow = this.write.bind(this) as (...args: unknown[]) => boolean;
      this.write = (...args: unknown[]) => {
        this.holdForThisTurn();
        return writeNow(...args);
      };
    });
  }

  private holdForThisTurn(): void {
    if (this.isHolding) return;
    this.isHolding = true;
    this.cork();
    process.nextTick(() => {
      this.isHolding = false;
      this.uncork();
    });
  }
}
