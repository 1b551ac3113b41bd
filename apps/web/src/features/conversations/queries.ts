import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAction, type InputOf, type OutputOf } from '../../lib/api.ts';
import { actionQuery } from '../../lib/query.ts';

export type Conversation = OutputOf<'conversation'>;
export type ConversationFilter = NonNullable<InputOf<'conversations'>['filter']>;

export const conversationPageSize = 30;
export const messagePageSize = 50;

/** Conversations, the latest message first, page by page, and the number of unread ones. */
export function useConversations(filter: ConversationFilter, search: string) {
  const asked = { filter, ...(search === '' ? {} : { search }) };
  const list = useInfiniteQuery({
    queryKey: ['conversations', asked, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callAction(
        'conversations',
        { ...asked, limit: conversationPageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: OutputOf<'conversations'>) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.conversations) ?? [], [pages]);
  return { ...list, rows, unread: pages?.[0]?.unread ?? 0 };
}

/** The number of unread conversations. */
export const useUnreadConversations = (): number =>
  useQuery({
    ...actionQuery('conversations', { filter: 'unread', limit: 1 }),
    select: ({ unread }) => unread,
  }).data ?? 0;

/** A conversation as of its first page, and the messages of all loaded pages, oldest first. Disabled without a client. */
export function useConversation(clientId: number | null) {
  const query = useInfiniteQuery({
    queryKey: ['conversation', { client_id: clientId }, 'pages'],
    enabled: clientId !== null,
    queryFn: ({ pageParam, signal }) =>
      callAction(
        'conversation',
        { client_id: clientId ?? 0, limit: messagePageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ has_more: hasMore, messages }: Conversation) =>
      hasMore === '1' ? String(messages.at(-1)?.message_id ?? '') : undefined,
  });
  const pages = query.data?.pages;
  const messages = useMemo(() => (pages?.flatMap((page) => page.messages) ?? []).toReversed(), [pages]);
  return { ...query, conversation: pages?.[0], messages };
}

export type ConversationQuery = ReturnType<typeof useConversation>;
