import { maxResent } from '@burrow/contracts/message';
import type { Ctx } from '../../context/context.ts';
import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { tellScreens } from '../notification/public.ts';

const lockOutgoing = statement<{ status: string }>(
  'lock_outgoing_message',
  `select k.status from comms k
   where k.tenant_id = $1 and k.id = $2 and k.kind is not null and k.direction = 'out'
   for update`,
);

/** @throws AppError `not_found`, `message_not_failed` */
async function lockFailed({ tx, tenantId }: Ctx, messageId: number): Promise<void> {
  const message = await tx.row(lockOutgoing, [tenantId, messageId]);
  if (!message) throw new AppError('not_found', { message: 'Message not found.' });
  if (message.status !== 'failed') throw new AppError('message_not_failed');
}

// Reset their attempts. A person is waiting for the result, so they are not withdrawn silently.
const queueAgain = statement(
  'queue_messages_again',
  `update comms set status = 'pending', due_at = $3, asked_at = $3, held_back_since = null, priority = 0, attempts = 0,
     locked_until = null, last_error = null, dismissed_at = null, sent_at = null, provider = null,
     provider_reference = null, dedupe_key = 'asked:' || id, updated_at = $3
   where tenant_id = $1 and id = any($2::bigint[])`,
);

/**
 * Resends a failed message as soon as possible, with reset attempts and current details.
 * @throws AppError `not_found`, `message_not_failed`
 */
export async function sendAgain(ctx: Ctx, messageId: number): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await lockFailed(ctx, messageId);
  await tx.rows(queueAgain, [tenantId, [messageId], now]);
  tellScreens(ctx);
}

const lockAllFailed = statement<{ id: number }>(
  'lock_failed_messages',
  `select k.id from comms k
   where k.tenant_id = $1 and k.status = 'failed' and k.kind is not null and k.direction = 'out' and k.dismissed_at is null
   order by k.id desc limit ${maxResent} for update`,
);

/**
 * Resends the newest failed messages that are not dismissed, as many as one call allows.
 * @returns how many
 */
export async function sendAllAgain(ctx: Ctx): Promise<number> {
  const { tx, tenantId, now } = ctx;
  const failed = await tx.rows(lockAllFailed, [tenantId]);
  ctx.auditDetails({ messages: failed.length });
  await tx.rows(queueAgain, [tenantId, failed.map(({ id }) => id), now]);
  tellScreens(ctx);
  return failed.length;
}

/**
 * Dismisses a failed message, or restores it to the list.
 * @throws AppError `not_found`, `message_not_failed`
 */
export async function putAside(ctx: Ctx, messageId: number, isAside: boolean): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await lockFailed(ctx, messageId);
  ctx.auditDetails({ dismissed: isAside });
  await tx.run(
    sql('comms')
      .where({ tenant_id: tenantId, id: messageId })
      .update({ dismissed_at: isAside ? now : null, updated_at: now }),
  );
  tellScreens(ctx);
}
