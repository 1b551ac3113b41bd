import { conversationFilters } from '@burrow/contracts/conversation-limits';
import type { ConversationRow } from '@burrow/contracts/conversation';
import { MessagesSquare } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterLinks } from '../../../ui/filter-links.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { useRowKeys } from '../../../ui/row-keys.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { conversationPageSize, useConversations, type ConversationFilter } from '../queries.ts';
import { ConversationItem, type ListView } from './conversation-item.tsx';

const filterNames: Readonly<Record<ConversationFilter, string>> = {
  all: 'All',
  unread: 'Unread',
  mine: 'Mine',
  unassigned: 'Unassigned',
};

const nothing: Readonly<Record<Exclude<ConversationFilter, 'all'>, string>> = {
  unread: 'No unread messages.',
  mine: 'No conversations are assigned to you.',
  unassigned: 'Every conversation is assigned.',
};

/** Why the list is empty, with a next step. */
function NoConversations({ filter, q }: { filter: ConversationFilter; q: string }) {
  if (q !== '') {
    return (
      <EmptyState icon={<MessagesSquare />} title="No conversations found.">
        Try part of the client’s name, phone number or email.
      </EmptyState>
    );
  }
  if (filter !== 'all') return <EmptyState icon={<MessagesSquare />} title={nothing[filter]} />;
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title="No messages yet."
      action={
        <ButtonLink size="small" to={paths.clients}>
          Choose a client
        </ButtonLink>
      }
    >
      To write to a client, open their page and press Message. Their replies appear here.
    </EmptyState>
  );
}

function Rows({
  rows,
  view,
  openId,
}: {
  rows: readonly ConversationRow[];
  view: ListView;
  openId: number | null;
}) {
  return (
    <ul aria-label="Conversations" className="divide-y divide-line">
      {rows.map((row) => (
        <ConversationItem key={row.client_id} row={row} view={view} isOpen={row.client_id === openId} />
      ))}
    </ul>
  );
}

/** The conversations of the practice, with a search and filters. */
export function ConversationList({
  filter,
  view,
  openId,
}: {
  filter: ConversationFilter;
  view: ListView;
  /** The client whose conversation is open. */
  openId: number | null;
}) {
  const isPhone = usePhone();
  const area = useRowKeys();
  const { text, setText, q } = useUrlSearch();
  const list = useConversations(filter, q);
  const links = conversationFilters.map((one) => ({
    label: filterNames[one],
    to: paths.messages({ client: openId, show: one === 'all' ? null : one, q }),
    active: one === filter,
  }));
  return (
    <div ref={area} className={classNames('flex min-h-0 flex-col', isPhone ? 'gap-3' : 'flex-1')}>
      <div className={classNames('flex flex-col gap-3', !isPhone && 'border-b border-line p-3')}>
        <h1 className="text-xl font-bold">Messages</h1>
        <SearchField
          label="Search conversations"
          placeholder="Search name, phone or email"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="max-w-full overflow-x-auto">
          <FilterLinks label="Which conversations" links={links} />
        </div>
      </div>
      <KeepFocus
        className={classNames(
          'outline-none',
          isPhone
            ? 'overflow-hidden rounded-lg border border-line bg-surface shadow-card'
            : 'min-h-0 flex-1 overflow-y-auto',
        )}
      >
        <PagedView
          list={list}
          size={conversationPageSize}
          failure="Couldn’t load the conversations"
          empty={<NoConversations filter={filter} q={q} />}
        >
          {(rows) => <Rows rows={rows} view={view} openId={openId} />}
        </PagedView>
      </KeepFocus>
    </div>
  );
}
