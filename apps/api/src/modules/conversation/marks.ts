import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { tellScreens } from '../notification/public.ts';

type Marked = { client_id: number };

/** A conversation with a client has a row from the first mark on, also without messages. */
const writing = (name: string, column: string, value: string, onConflict: string) =>
  statement<Marked>(
    name,
    `insert into conversations as v (tenant_id, client_id, ${column})
     select c.tenant_id, c.id, ${value} from clients c
     where c.tenant_id = $1 and c.id = $2 and c.erased_at is null
     on conflict (tenant_id, client_id) do update set ${column} = ${onConflict}
     returning v.client_id`,
  );

// $3 since when it is unread; null for read. What was unread before stays so since then.
const mark = writing(
  'mark_conversation',
  'unread_at',
  '$3::timestamptz',
  'case when excluded.unread_at is not null then coalesce(v.unread_at, excluded.unread_at) end',
);
const assign = writing('assign_conversation', 'assignee_id', '$3::bigint', 'excluded.assignee_id');

/**
 * Marks the conversation with a client as read or unread, for everyone.
 * @throws AppError `not_found`
 */
export async function markConversation(
  ctx: Ctx,
  { client_id: clientId, unread }: ParsedInputOf<'conversation_mark'>,
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const marked = await tx.row(mark, [tenantId, clientId, unread ? now : null]);
  if (!marked) throw new AppError('not_found', { message: 'Client not found' });
  tellScreens(ctx);
}

const colleague = statement<{ id: number }>(
  'conversation_colleague',
  `select u.id from users u
   where u.tenant_id = $1 and u.id = $2 and u.disabled_at is null and u.support_until is null`,
);

/**
 * Assigns the conversation with a client; null for no one.
 * @throws AppError `not_found`
 */
export async function assignConversation(ctx: Ctx, clientId: number, staffId: number | null): Promise<void> {
  const { tx, tenantId } = ctx;
  if (staffId !== null && !(await tx.row(colleague, [tenantId, staffId]))) {
    throw new AppError('not_found', { message: 'Staff member not found. Choose another.' });
  }
  const assigned = await tx.row(assign, [tenantId, clientId, staffId]);
  if (!assigned) throw new AppError('not_found', { message: 'Client not found' });
  ctx.auditDetails({ staff_id: staffId });
  tellScreens(ctx);
}
