import { conversationFilters } from '@burrow/contracts/conversation-limits';
import { MessagesSquare } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { useAddressValues } from '../../../lib/use-address-values.ts';
import { recordIdFrom } from '../../../lib/record-id.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ConversationList } from '../components/conversation-list.tsx';
import { Thread } from '../components/thread.tsx';

/** Names the page while no conversation is open, which would name it after the client. */
function ListPage() {
  usePage('Messages');
  return null;
}

const paneClass = 'flex min-h-0 min-w-0 flex-col';

/**
 * Conversations with clients (/admin/messages): the list, and beside it the conversation that the address names. On a
 * phone, one or the other.
 */
export function MessagesPage() {
  const isPhone = usePhone();
  const [{ client, show, q }] = useAddressValues(['client', 'show', 'q']);
  const clientId = recordIdFrom(client);
  const filter = conversationFilters.find((one) => one === show) ?? 'all';
  const view = { show: filter === 'all' ? null : filter, q: q.trim() };
  const isOpen = client !== '';
  const list = <ConversationList filter={filter} view={view} openId={clientId} />;
  const thread = <Thread key={client} clientId={clientId} view={view} isPage={isPhone} />;
  if (isPhone) {
    return isOpen ? (
      <div className={classNames(paneClass, 'conversation-desk -mx-3 -mt-4 sm:-mx-4')}>{thread}</div>
    ) : (
      <>
        <ListPage />
        {list}
      </>
    );
  }
  return (
    <div className="conversation-desk flex overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div className={classNames(paneClass, 'w-80 shrink-0 border-r border-line lg:w-92')}>{list}</div>
      <div className={classNames(paneClass, 'flex-1')}>
        {isOpen ? (
          thread
        ) : (
          <div className="m-auto">
            <ListPage />
            <EmptyState icon={<MessagesSquare />} title="Choose a conversation">
              Or open a client to write to them.
            </EmptyState>
          </div>
        )}
      </div>
    </div>
  );
}
