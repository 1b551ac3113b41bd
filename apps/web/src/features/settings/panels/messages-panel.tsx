import { messageKinds } from '@burrow/contracts/message-text';
import type { TenantRecord } from '@burrow/contracts/tenant';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actionQuery } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { FailedMessagesCard } from '../components/failed-messages-card.tsx';
import { MessageRow } from '../components/message-row.tsx';
import { MessageRulesForm } from '../components/message-rules-form.tsx';
import { SendingCard } from '../components/sending-card.tsx';
import { occasions } from '../message-occasions.ts';
import { useLeave } from '../unsaved.tsx';

/** The texts of messages, by occasion and channel. One text is edited at a time. */
function MessageTexts() {
  const query = useQuery(actionQuery('message_templates', {}));
  const [editing, setEditing] = useState<string | null>(null);
  const leave = useLeave();
  if (query.isPending) {
    return (
      <Card title="Texts">
        <SkeletonRows rows={5} />
      </Card>
    );
  }
  if (!query.data) {
    return (
      <Card title="Texts">
        <QueryError query={query} title="Couldn’t load the messages" />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {messageKinds.map((kind) => (
        <Card
          key={kind}
          title={occasions[kind].label}
          aside={<span className="text-sm text-ink-soft">{occasions[kind].when}</span>}
          flush
        >
          <ul className="divide-y divide-line">
            {query.data
              .filter((message) => message.kind === kind)
              .map((message) => {
                const key = `${message.kind} ${message.channel}`;
                return (
                  <MessageRow
                    key={key}
                    message={message}
                    editing={editing === key}
                    // Only an open text would be lost; other changes on the page stay.
                    onEdit={() => (editing === null ? setEditing(key) : leave(() => setEditing(key)))}
                    onClose={() => setEditing(null)}
                  />
                );
              })}
          </ul>
        </Card>
      ))}
    </div>
  );
}

/** Messages to clients: delivery status, failed messages, reminders and limits, and the texts. */
export const MessagesPanel = ({ practice }: { practice: TenantRecord }) => (
  <div className="flex flex-col gap-4">
    <SendingCard />
    <FailedMessagesCard />
    <MessageRulesForm
      practice={practice}
      after={
        <section aria-labelledby="message-texts" className="mt-2 flex flex-col gap-3">
          <h2 id="message-texts" className="text-lg font-bold">
            Texts
          </h2>
          <MessageTexts />
        </section>
      }
    />
  </div>
);
