import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Packs one entry after the other into a ZIP that is read while it is made; in between it holds no more than a buffer. */
export class Packer {
  private readonly zip = new ZipFile();
  private readonly mtime: Date;
  private current: Readable | undefined;

  /** @param mtime when the entries say they were written */
  constructor(mtime: Date) {
    this.mtime = mtime;
    // Who reads has gone: what is being packed is nobody's.
    this.output.once('close', () => this.current?.destroy());
  }

  /** What is packed, as it comes. */
  get output(): Readable {
    return this.zip.outputStream as Readable;
  }

  /**
   * Packs a stream of known length, when all before it has been read. Pictures and documents are packed already: they
   * are taken as they are unless it says so.
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

  /** Cuts it off. */
  fail(reason: unknown): void {
    this.output.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  }
}
