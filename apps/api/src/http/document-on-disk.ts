import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import type { Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { onDisk, openNameless } from '../lib/temporary-files.ts';

/** An answer that waits for its caller on the disk, in a file without a name. */
export class DocumentOnDisk implements DocumentInPieces {
  private readonly res: Response;
  private file: FileHandle | undefined;

  constructor(res: Response) {
    this.res = res;
  }

  /**
   * Writes the pieces one after the other. Done again, it begins anew.
   * @throws AppError `unavailable` when the disk does not take them, `malformed_body` when the caller has gone
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

  /** Begins to send what was written; resolves long before the caller has it. */
  async send(): Promise<void> {
    const { file, res } = this;
    if (!file) throw new Error('There is nothing to send: the document was never written.');
    res.setHeader('Content-Length', (await onDisk(file.stat())).size);
    this.file = undefined;
    // A caller who goes away meanwhile is nobody's fault, and there is nobody left to tell.
    pipeline(file.createReadStream({ start: 0 }), res).catch(() => res.destroy());
  }

  /** Gives back what is still there of a document that is not sent. */
  discard(): void {
    const { file } = this;
    this.file = undefined;
    // Nobody needs what is in it any more, whether or not it could be closed.
    file?.close().catch(() => undefined);
  }
}
