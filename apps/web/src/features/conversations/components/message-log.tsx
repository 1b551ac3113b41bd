import { addDays } from '@burrow/contracts/calendar-day';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { byDay, dayInWords } from '../message-words.ts';
import type { Conversation, ConversationQuery } from '../queries.ts';
import { MessageItem } from './message-item.tsx';

/** Loads the messages before the first one shown. */
function Earlier({ query }: { query: ConversationQuery }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-2">
      {query.isFetchNextPageError ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {failureText('Couldn’t load earlier messages', query.error)}
        </p>
      ) : null}
      <Button
        size="small"
        busy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void query.fetchNextPage()}
      >
        Show earlier messages
      </Button>
    </div>
  );
}

/** Scrolls to the newest message when it is one that was just written here. */
function useShowOwn(messages: ConversationQuery['messages']) {
  const region = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1);
  const known = useRef(newest?.message_id);
  useEffect(() => {
    const isOwn = newest?.direction === 'out' && newest.automatic === '0';
    // The list begins at its end.
    if (isOwn && known.current !== newest.message_id) region.current?.scrollTo({ top: 0 });
    known.current = newest?.message_id;
  }, [newest]);
  return region;
}

/** It scrolls, also by keyboard. */
const scrolled = { role: 'region', tabIndex: 0 } as const;

/** The messages by day, the newest at the bottom, where the list begins and stays when another arrives. */
export function MessageLog({
  query,
  conversation,
  isPage,
}: {
  query: ConversationQuery;
  conversation: Conversation;
  /** On a phone, below the heading of the page. */
  isPage: boolean;
}) {
  const formats = useFormats();
  const today = useNow().slice(0, 10);
  const { messages } = query;
  const region = useShowOwn(messages);
  const DayHeading = isPage ? 'h2' : 'h3';
  const days = byDay(messages, formats.dayOf);
  return (
    <div
      ref={region}
      aria-label={`Messages with ${conversation.client_name}`}
      {...scrolled}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-sunken/50 focus-visible:-outline-offset-2"
    >
      {messages.length === 0 ? (
        <div className="m-auto">
          <EmptyState icon={<MessagesSquare />} title="No messages yet.">
            Write the first one below.
          </EmptyState>
        </div>
      ) : (
        <KeepFocus className="flex flex-col gap-4 px-4 py-3 outline-none">
          <Earlier query={query} />
          {days.map((group) => (
            <section key={group.day} aria-labelledby={`day-${group.day}`} className="flex flex-col gap-3">
              <DayHeading
                id={`day-${group.day}`}
                className="figures text-center text-sm font-semibold text-ink-soft"
              >
                {dayInWords(group.day, today, addDays(today, -1), formats)}
              </DayHeading>
              <ol className="flex flex-col gap-3">
                {group.messages.map((message) => (
                  <MessageItem
                    // Sending again remounts it, so that its clock is current.
                    key={`${message.message_id} ${message.due_at ?? ''}`}
                    message={message}
                    conversation={conversation}
                  />
                ))}
              </ol>
            </section>
          ))}
        </KeepFocus>
      )}
    </div>
  );
}
