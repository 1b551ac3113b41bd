import { hash } from 'node:crypto';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OutsideContext } from '../../lib/context.ts';
import type { FileToPack } from './records.ts';

/** Why a file is not in an export. */
export type Missing =
  | 'It was deleted while the export was made.'
  | 'It is not in the store.'
  | 'It came back changed, so it is left out.'
  | 'The store could not be reached.';

const bytesOfFile = statement<{ content: Buffer }>(
  'export_file_bytes',
  'select fc.content from file_contents fc where fc.tenant_id = $1 and fc.file_id = $2',
);

const stillThere = statement<{ found: boolean }>(
  'export_file_is_there',
  'select exists (select from files f where f.tenant_id = $1 and f.id = $2) as found',
);

/** After as many failures in a row a store counts as away, and is asked no more: each may have taken half a minute. */
const mostFailures = 3;

/** Reads the bytes of files from wherever they are, whole: ten megabytes are the most. */
export class FileSource {
  private readonly ctx: OutsideContext;
  private readonly tenantId: number;
  private readonly failures = new Map<string, number>();

  constructor(ctx: OutsideContext, tenantId: number) {
    this.ctx = ctx;
    this.tenantId = tenantId;
  }

  /**
   * The bytes of a file, which are those that were stored; or why there are none. Asks each time whether the caller may
   * still be there.
   * @throws AppError `unauthenticated` and the like when they may not, `unavailable` when the database is away
   */
  async read(file: FileToPack): Promise<Buffer | Missing> {
    const content = file.storage === 'database' ? await this.fromDatabase(file) : await this.fromStore(file);
    if (typeof content === 'string') return content;
    const isSame = hash('sha256', content, 'hex') === file.sha256 && content.length === file.file_size;
    return isSame ? content : 'It came back changed, so it is left out.';
  }

  private async fromDatabase({ id }: FileToPack): Promise<Buffer | Missing> {
    const row = await this.ctx.inPractice((tx) => tx.row(bytesOfFile, [this.tenantId, id]));
    return row?.content ?? 'It was deleted while the export was made.';
  }

  private async fromStore(file: FileToPack): Promise<Buffer | Missing> {
    const { storage, storage_key: key, id } = file;
    if (storage === 'database' || key === null) throw new Error('A file in a store has a key.');
    const isThere = await this.ctx.inPractice(async (tx: TenantTransaction) =>
      tx.row(stillThere, [this.tenantId, id]),
    );
    if (!isThere?.found) return 'It was deleted while the export was made.';
    if ((this.failures.get(storage) ?? 0) >= mostFailures) return 'The store could not be reached.';
    try {
      const content = await this.ctx.deps.storage.get(storage, key);
      this.failures.delete(storage);
      return content;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.ctx.log.warn({ err: error.cause, file_id: id, storage }, 'a file of an export could not be read');
      if (isGone(error.cause)) return 'It is not in the store.';
      this.failures.set(storage, (this.failures.get(storage) ?? 0) + 1);
      return 'The store could not be reached.';
    }
  }
}

/** What a disk and an S3 store say of a key that they do not have. */
const isGone = (cause: unknown): boolean =>
  cause instanceof Error && (('code' in cause && cause.code === 'ENOENT') || cause.name === 'NoSuchKey');
