import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { ConversationRow } from '@burrow/contracts/conversation';
import type { conversationFilters } from '@burrow/contracts/conversation-limits';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { invalidField } from '../../lib/app-error.ts';
import { cutText } from '../../lib/cut-text.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { searchWords } from '../../lib/search-words.ts';
import { matches, mayFind } from '../client/public.ts';
import { oneLine } from '../message/public.ts';

type Filter = (typeof conversationFilters)[number];

/** The colleague `u` whose conversation `v` is; one who no longer works here has none. */
export const joinedToAssignee =
  'left join users u on u.tenant_id = v.tenant_id and u.id = v.assignee_id and u.disabled_at is null';

/** Of each filter, SQL for which conversations `v` it shows. $7 is the caller. */
const conditions: Readonly<Record<Filter, string>> = {
  all: 'true',
  unread: 'v.unread_at is not null',
  mine: 'v.assignee_id = $7::bigint',
  unassigned: 'u.id is null',
};

/** SQL for how far the message `k` got, as the screens call it. */
export const statusInConversation = `case when k.direction = 'in' then 'received' else case k.status
         when 'pending' then 'queued' when 'confirmed' then 'delivered' else k.status end end`;

type ListedRow = ConversationRow & { place: string };

/** A client with more messages than this since their latest one was written has none that was sent later. */
const lookedAt = 20;

// The page first, and then the latest message of each, which the triggers make sure there is.
// $2 the patterns of all search words, or null; $3 whether the caller may read animals; $4 and $5 the place of the last row
// before the page; $6 rows.
const pageFrom = (filter: Filter, clients: string, isFound: string): string =>
  `select p.*, last.direction as last_direction, last.type as last_channel, last.state as last_status,
     coalesce(left(last.body, 400), '') as last_text,
     to_char(p.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || p.client_id as place
   from (
     select v.client_id, c.name as client_name, case when c.archived_at is null then '0' else '1' end as archived,
       case when v.unread_at is null then '0' else '1' end as unread, u.id as assignee_id, u.name as assignee, v.last_at
     from conversations v
     join ${clients} c on c.tenant_id = v.tenant_id and c.id = v.client_id
     ${joinedToAssignee}
     where v.tenant_id = $1 and v.last_at is not null and ${conditions[filter]} and ${isFound}
       and ($4::timestamptz is null or (v.last_at, v.client_id) < ($4, $5::bigint))
     order by v.last_at desc, v.client_id desc limit $6) p
   cross join lateral (
     select late.* from (
       select k.id, k.direction, k.type, ${statusInConversation} as state, k.body, coalesce(k.sent_at, k.created_at) as at from comms k
       where k.tenant_id = $1 and k.client_id = p.client_id and counts_in_conversation(k)
       order by k.created_at desc limit ${lookedAt}) late
     order by late.at desc, late.id desc limit 1) last
   order by p.last_at desc, p.client_id desc`;

export const pagesOf = (filter: Filter): Record<'read' | 'searched', Statement<ListedRow>> => ({
  read: statement(`conversations_${filter}`, pageFrom(filter, 'clients', matches('$3::boolean'))),
  // Through an index, which row-level security keeps a plain LIKE from using.
  searched: statement(
    `conversations_${filter}_searched`,
    pageFrom(filter, 'find_clients($2::text[])', mayFind('$3::boolean')),
  ),
});
const pages: Readonly<Record<Filter, ReturnType<typeof pagesOf>>> = {
  all: pagesOf('all'),
  unread: pagesOf('unread'),
  mine: pagesOf('mine'),
  unassigned: pagesOf('unassigned'),
};

/** More unread ones than this are not counted. */
const maxCounted = 100;

const unreadConversations = statement<{ unread: number }>(
  'unread_conversations',
  `select count(*)::integer as unread from (
     select from conversations v
     where v.tenant_id = $1 and v.unread_at is not null and v.last_at is not null limit ${maxCounted}) counted`,
);

/** How many characters of a message the list shows. */
const shownOfMessage = 160;

/**
 * The conversations of the practice, the latest message first.
 * @throws AppError `invalid_input` for a cursor
 */
export async function conversationList(
  { tx, tenantId, session }: Ctx,
  { filter, search, limit, cursor }: ParsedInputOf<'conversations'>,
): Promise<OutputOf<'conversations'>> {
  const words = searchWords(search, session.locale);
  const page = pages[filter][words?.indexed ? 'searched' : 'read'];
  const [counted, rows] = await Promise.all([
    tx.row(unreadConversations, [tenantId]),
    tx.rows(page, [
      tenantId,
      words?.patterns ?? null,
      hasScope(session, 'animals:read'),
      ...placeIn(cursor),
      limit + 1,
      ...(filter === 'mine' ? [session.userId] : []),
    ]),
  ]);
  const shown = rows.slice(0, limit);
  return {
    unread: counted?.unread ?? 0,
    conversations: shown.map(({ place: _place, ...row }) => ({
      ...row,
      last_text: cutText(oneLine(row.last_text), shownOfMessage),
    })),
    next_cursor: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}

/** The place of the last row. @throws AppError `invalid_input` */
function placeIn(cursor: string | undefined): [string | null, number | null] {
  if (cursor === undefined) return [null, null];
  const [, at = '', id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/.exec(cursor) ?? [];
  if (id === undefined || !isMoment(at)) {
    throw invalidField('cursor', 'Send next_cursor of the previous page.');
  }
  return [at, Number(id)];
}

/** Whether PostgreSQL can read a moment: 30 February is none, and there is no year 0. */
function isMoment(at: string): boolean {
  const parsed = new Date(at);
  return (
    !Number.isNaN(parsed.getTime()) && at >= '0001' && parsed.toISOString().slice(0, 19) === at.slice(0, 19)
  );
}
