import { Socket } from 'node:net';

/**
 * A socket that sends what is written in one turn of the event loop as one packet. The driver writes each message of a
 * pipeline by itself, and a system call costs more than putting the message together.
 */
export class BatchingSocket extends Socket {
  private isHolding = false;

  constructor() {
    super();
    // Not a method that overrides: connecting a socket puts Node's own write back in its place.
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
