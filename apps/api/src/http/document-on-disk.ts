import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import type { Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { onDisk, openNameless } from '../lib/temporary-files.ts';

/** An answer spooled to the disk, in an unlinked file. */
export class DocumentOnDisk implements DocumentInPieces {
  private readonly res: Response;
  private file: FileHandle | undefined;

  constructor(res: Response) {
    this.res = res;
  }

  /**
   * Writes the pieces one after the other. A second call starts from the beginning.
   * @throws AppError `unavailable` when the disk does not store them, `malformed_body` when the caller has
   * disconnected
   */
  async write(pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>): Promise<void> {
    await this.file?.close();
    const file = await onDisk(openNameless());
    this.file = file;
    for await (const piece of pieces) {
      if (this.res.closed) throw new AppError('malformed_body');
      await onDisk(file.appendFile(piece));
    }
  }

  /** Starts to send the written file; resolves long before the caller has received it. */
  async send(): Promise<void> {
    const { file, res } = this;
    if (!file) throw new Error('The document was never written, so it can’t be sent.');
    res.setHeader('Content-Length', (await onDisk(file.stat())).size);
    this.file = undefined;
    // A caller who disconnects meanwhile is no error, and there is no one left to answer.
    pipeline(file.createReadStream({ start: 0 }), res).catch(() => res.destroy());
  }

  /** Releases what remains of a document that is not sent. */
  discard(): void {
    const { file } = this;
    this.file = undefined;
    // Its content is no longer needed, even if it cannot be closed.
    file?.close().catch(() => undefined);
  }
}
