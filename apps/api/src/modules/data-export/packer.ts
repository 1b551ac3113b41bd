import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Packs one entry after the other into a ZIP that is read while it is generated; it holds no more than a buffer. */
export class Packer {
  private readonly zip = new ZipFile();
  private readonly mtime: Date;
  private current: Readable | undefined;

  /** @param mtime the time of the entries */
  constructor(mtime: Date) {
    this.mtime = mtime;
    // The reader has disconnected, so stop packing.
    this.output.once('close', () => this.current?.destroy());
  }

  /** The ZIP as a stream. */
  get output(): Readable {
    return this.zip.outputStream as Readable;
  }

  /**
   * Packs a stream of known length, when all before it has been read. Pictures and documents are compressed already:
   * they are stored unchanged unless requested otherwise.
   */
  async add(path: string, content: Readable, size: number, compress: boolean): Promise<void> {
    if (this.output.destroyed) throw new Error('Nobody reads this any more.');
    this.current = content;
    const done = finished(content);
    this.zip.addReadStream(content, path, { size, compress, mtime: this.mtime, mode: 0o100_644 });
    await done;
  }

  /** Ends the ZIP: until then no program can open it. */
  end(): void {
    this.zip.end();
  }

  /** Aborts it. */
  fail(reason: unknown): void {
    this.output.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  }
}
