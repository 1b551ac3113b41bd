import { hash } from 'node:crypto';
import type { OutsideContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { isMissingFile } from '../../lib/ports/file-storage.ts';
import type { FileToPack } from './records.ts';

/** Why a file is not in an export. */
export type Missing =
  | 'The file was deleted during the export.'
  | 'The file is missing from storage.'
  | 'The stored file doesn’t match the original, so it was not included.'
  | 'File storage couldn’t be reached.';

// A file in a store has no content here.
const filesThere = statement<{ id: number; content: Buffer | null }>(
  'export_files_there',
  `select f.id, c.content from files f
   left join file_contents c on c.tenant_id = f.tenant_id and c.file_id = f.id
   where f.tenant_id = $1 and f.id = any($2::bigint[])`,
);

/** The maximum number of files, and of bytes, that are read together. */
const most = { files: 50, bytes: 4 * 1024 * 1024 };

/** Files that are read together: many small ones, or a large one alone. */
export async function* batched(lines: AsyncIterable<string>): AsyncGenerator<FileToPack[]> {
  let batch: FileToPack[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const file = JSON.parse(line) as FileToPack;
    if (batch.length > 0 && (batch.length >= most.files || bytes + file.file_size > most.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.file_size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * After as many failures in a row a store counts as unavailable, and is not asked again: each may have taken half a
 * minute.
 */
const maxFailures = 3;

/** Reads the bytes of files from any store, as a whole: ten megabytes at most. */
export class FileSource {
  private readonly ctx: OutsideContext;
  private readonly tenantId: number;
  private readonly failures = new Map<string, number>();

  constructor(ctx: OutsideContext, tenantId: number) {
    this.ctx = ctx;
    this.tenantId = tenantId;
  }

  /**
   * Each file with its bytes as stored; or why there are none. Checks for each batch whether the caller is still
   * admitted.
   * @throws AppError `unauthenticated` and the like when they are not, `unavailable` when the database is
   */
  async *read(batch: readonly FileToPack[]): AsyncGenerator<[FileToPack, Buffer | Missing]> {
    const ids = batch.map(({ id }) => id);
    const rows = await this.ctx.inPractice((tx) => tx.rows(filesThere, [this.tenantId, ids]));
    const there = new Map(rows.map(({ id, content }) => [id, content]));
    for (const file of batch) {
      const kept = there.get(file.id);
      const isGone = kept === undefined || (kept === null && file.storage === 'database');
      yield [file, isGone ? 'The file was deleted during the export.' : await this.checked(file, kept)];
    }
  }

  private async checked(file: FileToPack, kept: Buffer | null): Promise<Buffer | Missing> {
    const content = kept ?? (await this.fromStore(file));
    if (typeof content === 'string') return content;
    const isSame = hash('sha256', content, 'hex') === file.sha256 && content.length === file.file_size;
    return isSame ? content : 'The stored file doesn’t match the original, so it was not included.';
  }

  private async fromStore(file: FileToPack): Promise<Buffer | Missing> {
    const { storage, storage_key: key, id } = file;
    if (storage === 'database' || key === null) throw new Error('A stored file has no key.');
    if ((this.failures.get(storage) ?? 0) >= maxFailures) return 'File storage couldn’t be reached.';
    try {
      const content = await this.ctx.deps.storage.get(storage, key);
      this.failures.delete(storage);
      return content;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.ctx.log.warn({ err: error.cause, file_id: id, storage }, 'a file of an export could not be read');
      if (isMissingFile(error.cause)) return 'The file is missing from storage.';
      this.failures.set(storage, (this.failures.get(storage) ?? 0) + 1);
      return 'File storage couldn’t be reached.';
    }
  }
}
