import type { FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { onDisk, openNameless } from './temporary-files.ts';

/** A range of a {@link Spool} in bytes: from `start` up to, but not including, `end`. */
export interface Stretch {
  start: number;
  end: number;
}

/** The size of a read in bytes. */
const pieceSize = 65_536;

/** Text on the disk, in an unlinked file: written once from front to back, then read in ranges. */
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

  /** The position of the next text. */
  get end(): number {
    return this.written;
  }

  /** @throws AppError `unavailable` when the disk does not store it */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await onDisk(this.file.appendFile(bytes));
    this.written += bytes.length;
  }

  /** The text of a range. */
  read(stretch: Stretch): Readable {
    return Readable.from(this.pieces(stretch), { objectMode: false });
  }

  private async *pieces({ start, end }: Stretch): AsyncGenerator<Buffer> {
    let at = start;
    while (at < end) {
      const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - at));
      const { bytesRead } = await onDisk(this.file.read(piece, 0, piece.length, at));
      if (bytesRead === 0) throw new Error('Data written to the disk could not be read back.');
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  /** The text of a range, line by line. */
  lines(stretch: Stretch): AsyncIterable<string> {
    return createInterface({ input: this.read(stretch), crlfDelay: Infinity });
  }

  /** Frees the space. */
  close(): void {
    // Its content is no longer needed, even if it cannot be closed.
    this.file.close().catch(() => undefined);
  }
}
