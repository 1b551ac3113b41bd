import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { focusOnArrival } from '../../../lib/use-fresh-page.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { channelWords } from '../message-words.ts';
import { useConversation, type Conversation, type ConversationQuery } from '../queries.ts';
import { Composer } from './composer.tsx';
import type { ListView } from './conversation-item.tsx';
import { MessageLog } from './message-log.tsx';
import { ThreadHeader } from './thread-header.tsx';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const usePageShown = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

type Messages = ConversationQuery['messages'];

/**
 * The messages that were written since `known` was loaded; both begin with the oldest. Earlier pages add older ones. Ids are not
 * compared, because a practice may have moved from another installation, nor only times, because one that is sent later moves.
 */
function writtenSince(messages: Messages, known: Messages): Messages {
  const ids = new Set(known.map(({ message_id: id }) => id));
  const since = known[0]?.at ?? '';
  return messages.filter(({ message_id: id, at }) => !ids.has(id) && at >= since);
}

/**
 * Marks the conversation as read when it is opened and when someone writes, while the page is visible. One that is marked as
 * unread meanwhile, here or on another screen, stays so.
 * @param messages those of people and programs: a failed attempt is repeated when a person writes again
 * @param isCurrent whether the conversation is as last read from the server, not from before it was opened
 * @returns a command that marks it as unread, after which it stays so until it is opened again
 */
function useMarkRead(clientId: number, isUnread: boolean, messages: Messages, isCurrent: boolean) {
  const { mutate: read } = useCommand('conversation_mark');
  const unread = useCommand('conversation_mark');
  const isShown = usePageShown();
  const [isLeft, setLeft] = useState(false);
  const seen = useRef<Messages | null>(null);
  useEffect(() => {
    if (!isShown || !isCurrent || isLeft) return;
    const known = seen.current;
    seen.current = messages;
    const isNews = known === null || writtenSince(messages, known).some(({ automatic }) => automatic === '0');
    if (isNews && isUnread) read({ client_id: clientId, unread: '0' });
  }, [read, clientId, isUnread, isShown, isCurrent, isLeft, messages]);
  const markUnread = async (): Promise<void> => {
    setLeft(true);
    try {
      await unread.mutateAsync({ client_id: clientId, unread: '1' });
    } catch (error) {
      setLeft(false);
      throw error;
    }
  };
  return { markUnread, isMarking: unread.isPending };
}

/** The sentence for messages from the client that arrived while the conversation was open. */
function useNews({ client_name: name }: Conversation, messages: Messages): string {
  const [known, setKnown] = useState(messages);
  const [said, setSaid] = useState('');
  if (messages !== known) {
    setKnown(messages);
    const written = writtenSince(messages, known);
    const last = written.findLast(({ direction }) => direction === 'in');
    if (last !== undefined) setSaid(`${channelWords[last.channel]} from ${name}: ${last.body ?? ''}`);
    else if (written.length > 0) setSaid('');
  }
  return said;
}

function OpenThread({
  query,
  conversation,
  view,
  isPage,
}: {
  query: ConversationQuery;
  conversation: Conversation;
  view: ListView;
  isPage: boolean;
}) {
  const { messages } = query;
  const { client_id: clientId, unread } = conversation;
  const { markUnread, isMarking } = useMarkRead(clientId, unread === '1', messages, !query.isFetching);
  const news = useNews(conversation, messages);
  const [sent, setSent] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  // Opened from the list: continue in the conversation.
  useEffect(() => focusOnArrival(heading.current), []);
  return (
    <>
      <ThreadHeader
        conversation={conversation}
        headingRef={heading}
        isPage={isPage}
        view={view}
        onUnread={markUnread}
        isMarking={isMarking}
      />
      <p role="status" className="sr-only">
        {news}
      </p>
      <p role="status" className="sr-only">
        {sent}
      </p>
      <MessageLog {...{ query, conversation, isPage }} />
      <Composer
        conversation={conversation}
        // The same sentence again must differ, to be announced.
        onSent={(sentence) => setSent((before) => (before === sentence ? `${sentence}\u00a0` : sentence))}
      />
    </>
  );
}

function ThreadSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col bg-surface">
      <span className="sr-only">Loading the messages...</span>
      <div className="flex flex-col gap-2 border-b border-line p-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-3.5 w-64 max-w-full" />
      </div>
      <div className="flex flex-1 flex-col justify-end gap-3 bg-sunken/40 p-4">
        <Skeleton className="h-14 w-3/5" />
        <Skeleton className="h-10 w-2/5 self-end" />
        <Skeleton className="h-16 w-1/2" />
      </div>
      <div className="border-t border-line p-4">
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  );
}

/** The conversation with a client: who it is with, its messages, and the form of a new one. */
export function Thread({
  clientId,
  view,
  isPage,
}: {
  /** Null for an address that names no client. */
  clientId: number | null;
  view: ListView;
  /** On a phone it is a page of its own, with a way back. */
  isPage: boolean;
}) {
  const query = useConversation(clientId);
  const { conversation } = query;
  usePage(conversation?.client_name ?? 'Messages', isPage ? paths.messages(view) : null);
  if (conversation) return <OpenThread {...{ query, conversation, view, isPage }} />;
  const isMissing = clientId === null || (query.error instanceof ApiError && query.error.status === 404);
  if (!isMissing && !query.isError) return <ThreadSkeleton />;
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="m-auto">
      <Heading className="sr-only">Conversation</Heading>
      {isMissing ? (
        <EmptyState
          icon={<MessagesSquare />}
          title="Client not found"
          action={
            <ButtonLink size="small" to={paths.clients}>
              All clients
            </ButtonLink>
          }
        />
      ) : (
        <QueryError query={query} title="Couldn’t load the messages" />
      )}
    </div>
  );
}
