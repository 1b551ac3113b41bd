import type { Dependencies, WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Transaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { MailAttachment } from '../../lib/ports/mail.ts';
import { readWholeFiles } from '../file/public.ts';
import type { Failure } from './delivery.ts';
import type { MessageFacts } from './facts.ts';
import type { Claim } from './repository.ts';

/** A claimed message, and what its work needs. */
export interface Work {
  deps: Dependencies;
  claim: Claim;
  /** Runs one of the few transactions that may be open at a time. */
  transaction: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>;
}

/**
 * The files of an email with their bytes, or why they can't be read now. A process reads at most those of one email for each
 * of its connections to the mail server at a time.
 */
export async function readFiles(
  { deps, claim: { tenantId }, transaction }: Work,
  { files }: MessageFacts,
): Promise<readonly MailAttachment[] | Failure> {
  const ids = files.flatMap(({ id }) => id ?? []);
  try {
    return await readWholeFiles(
      { deps, tenantId, transaction: (work) => transaction(({ tx }) => work(tx)) },
      ids,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = 'The files of this email couldn’t be read.';
    return { sent: false, reason, isFinal: false, mayArrive: false, isOptedOut: false };
  }
}

// In the order of $3.
const insertFiles = statement(
  'insert_message_files',
  `insert into comms_files (tenant_id, message_id, position, file_id, filename)
   select $1, $2, given.position, f.id, f.filename
   from unnest($3::bigint[]) with ordinality given (id, position)
   join files f on f.tenant_id = $1 and f.id = given.id`,
);

/** Attaches files to an email, in this order. They may be used with its client: the caller has checked that. */
export function attachFiles(
  tx: Transaction,
  tenantId: number,
  messageId: number,
  fileIds: readonly number[],
): void {
  if (fileIds.length > 0) tx.beforeCommit(insertFiles, [tenantId, messageId, fileIds]);
}
