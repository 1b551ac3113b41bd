import { Socket } from 'node:net';

type WriteDone = (error?: Error | null) => void;

/**
 * A socket that sends what is written in one turn of the event loop as one packet. The driver writes each message of a
 * pipeline by itself, and a system call costs more than putting the message together.
 */
export class BatchingSocket extends Socket {
  private isHolding = false;

  override write(chunk: Uint8Array | string, done?: WriteDone): boolean;
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, done?: WriteDone): boolean;
  override write(
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | WriteDone,
    done?: WriteDone,
  ): boolean {
    this.holdForThisTurn();
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, done);
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
