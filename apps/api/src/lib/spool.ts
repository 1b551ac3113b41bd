import type { FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { onDisk, openNameless } from './temporary-files.ts';

/** A stretch of a {@link Spool}, in bytes: from `start`, without `end`. */
export interface Stretch {
  start: number;
  end: number;
}

/** How much is read at a time, in bytes. */
const pieceSize = 65_536;

/** Text that waits on the disk, in a file without a name: written once from front to back, then read in stretches. */
export class Spool {
  private readonly file: FileHandle;
  private written = 0;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /** @throws AppError `unavailable` when the disk has no room for it */
  static async open(): Promise<Spool> {
    return new Spool(await onDisk(openNameless()));
  }

  /** Where the next text goes. */
  get end(): number {
    return this.written;
  }

  /** @throws AppError `unavailable` when the disk does not take it */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await onDisk(this.file.appendFile(bytes));
    this.written += bytes.length;
  }

  /** What was written to a stretch. */
  read(stretch: Stretch): Readable {
    return Readable.from(this.pieces(stretch), { objectMode: false });
  }

  private async *pieces({ start, end }: Stretch): AsyncGenerator<Buffer> {
    let at = start;
    while (at < end) {
      const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - at));
      const { bytesRead } = await onDisk(this.file.read(piece, 0, piece.length, at));
      if (bytesRead === 0) throw new Error('The disk lost what was written to it.');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  /** What was written to a stretch, line by line. */
  lines(stretch: Stretch): AsyncIterable<string> {
    return createInterface({ input: this.read(stretch), crlfDelay: Infinity });
  }

  /** Gives the room back. */
  close(): void {
    // Nobody needs what is in it any more, whether or not it could be closed.
    this.file.close().catch(() => undefined);
  }
}
