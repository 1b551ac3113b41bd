import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ConversationMessage } from '@burrow/contracts/conversation';
import { ownWords } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { firstName } from '../../lib/first-name.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { cursorId } from '../../lib/paging.ts';
import { takesReplies } from '../../lib/reply-address.ts';
import { addressedClient, channelStates } from './channels.ts';
import { joinedToAssignee, statusInConversation } from './list.ts';

interface Marks {
  unread: '1' | '0';
  assignee_id: number | null;
  assignee: string | null;
  animals: string[];
}

const conversationMarks = statement<Marks>(
  'conversation_marks',
  `select case when v.unread_at is null then '0' else '1' end as unread, u.id as assignee_id, u.name as assignee,
     array(select a.name from animals a
       where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active order by lower(a.name), a.id) as animals
   from clients c
   left join conversations v on v.tenant_id = c.tenant_id and v.client_id = c.id
   ${joinedToAssignee}
   where c.tenant_id = $1 and c.id = $2`,
);

/** SQL for whether a program wrote the message `k`: Burrow, or the client's mailbox. A keyword in a text is the client's own. */
const isAutomatic = `case k.direction when 'out' then k.kind is distinct from '${ownWords}' else k.type = 'email' and k.is_carried_out end`;

// All of a client's messages are read from the index by client and sorted, because a queued one has its place by when it is
// sent. $3 the last row of the previous page, $4 rows. A cursor that is no message of the client ends the list.
const messagesOfConversation = statement<ConversationMessage>(
  'messages_of_conversation',
  `select k.id as message_id, m.at, k.direction, k.type as channel,
     ${statusInConversation} as status, case when ${isAutomatic} then '1' else '0' end as automatic, k.kind,
     u.name as author, k.subject,
     case when k.status <> 'pending' or k.kind = '${ownWords}' or k.handed_over_at is not null then k.body end as body,
     case when k.status = 'pending' then k.due_at end as due_at,
     case when k.direction = 'out' then k.last_error end as last_error, k.booking_id,
     coalesce((
       select json_agg(json_build_object('file_id', f.id, 'filename', f.filename, 'file_size', f.file_size) order by cf.position)
       from comms_files cf join files f on f.tenant_id = cf.tenant_id and f.id = cf.file_id
       where cf.tenant_id = k.tenant_id and cf.message_id = k.id), '[]') as files,
     array(select cf.filename from comms_files cf
       where cf.tenant_id = k.tenant_id and cf.message_id = k.id and cf.file_id is null order by cf.position) as deleted_files
   from (
     select o.id, coalesce(o.sent_at, o.created_at) as at from comms o
     where o.tenant_id = $1 and o.client_id = $2
       and ($3::bigint is null or (coalesce(o.sent_at, o.created_at), o.id) < (
         select coalesce(l.sent_at, l.created_at), l.id from comms l
         where l.tenant_id = $1 and l.client_id = $2 and l.id = $3))
     order by at desc, o.id desc limit $4) m
   join comms k on k.tenant_id = $1 and k.id = m.id
   left join users u on u.tenant_id = k.tenant_id and u.id = k.author_id
   order by m.at desc, m.id desc`,
);

/**
 * The messages to and from a client, newest first, and how they can be written to now.
 * @throws AppError `not_found`
 */
export async function conversationWith(
  ctx: Ctx,
  { client_id: clientId, limit, cursor }: ParsedInputOf<'conversation'>,
): Promise<OutputOf<'conversation'>> {
  const { tx, tenantId, session, now } = ctx;
  const [client, marks, rows] = await Promise.all([
    addressedClient(ctx, clientId),
    tx.row(conversationMarks, [tenantId, clientId]),
    tx.rows(messagesOfConversation, [tenantId, clientId, cursorId(cursor), limit + 1]),
  ]);
  if (!client || !marks) throw new AppError('not_found', { message: 'Client not found' });
  return {
    client_id: clientId,
    client_name: client.name,
    client_first_name: firstName(client.name, session.locale),
    archived: client.archived_at === null ? '0' : '1',
    ...marks,
    animals: hasScope(session, 'animals:read') ? marks.animals : [],
    channels: channelStates(ctx, client).map(({ channel, recipient, problem, left }) => ({
      channel,
      recipient,
      problem: problem?.message ?? null,
      left_today: left,
    })),
    quiet_until: new Date(client.quiet_until) > now ? client.quiet_until : null,
    email_replies: takesReplies(ctx.deps.env) ? '1' : '0',
    messages: rows.slice(0, limit),
    has_more: rows.length > limit ? '1' : '0',
  };
}
