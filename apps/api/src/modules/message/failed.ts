import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';
import { tellScreens } from '../notification/service.ts';

const lockOutgoing = statement<{ status: string }>(
  'lock_outgoing_message',
  `select k.status from comms k
   where k.tenant_id = $1 and k.id = $2 and k.kind is not null and k.direction = 'out'
   for update`,
);

/** @throws AppError `not_found`, `message_not_failed` */
async function lockFailed({ tx, tenantId }: Ctx, messageId: number): Promise<void> {
  const message = await tx.row(lockOutgoing, [tenantId, messageId]);
  if (!message) throw new AppError('not_found', { message: 'We could not find that message.' });
  if (message.status !== 'failed') throw new AppError('message_not_failed');
}

/**
 * Sends a failed message again as soon as it may leave, as if it had never been tried, with what is true then.
 * @throws AppError `not_found`, `message_not_failed`
 */
export async function sendAgain(ctx: Ctx, messageId: number): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await lockFailed(ctx, messageId);
  await tx.run(
    sql('comms')
      .where({ tenant_id: tenantId, id: messageId })
      .update({
        status: 'pending',
        due_at: now,
        priority: 0,
        attempts: 0,
        locked_until: null,
        last_error: null,
        dismissed_at: null,
        sent_at: null,
        provider: null,
        provider_reference: null,
        // Somebody wants to see what becomes of it: it is not taken back without a word.
        dedupe_key: `asked:${messageId}`,
        updated_at: now,
      }),
  );
  tellScreens(ctx);
}

/**
 * Puts a failed message aside, or back into the list.
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
