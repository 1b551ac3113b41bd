import { messageKinds } from '@burrow/contracts/message-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { MessageRow } from '../components/message-row.tsx';
import { occasions } from '../message-occasions.ts';
import { useLeave } from '../unsaved.tsx';

/** What clients are written, by occasion and channel. One text is edited at a time. */
export function MessagesPanel() {
  const query = useQuery(actionQuery('message_templates', {}));
  const [editing, setEditing] = useState<string | null>(null);
  const leave = useLeave();
  if (query.isPending) {
    return (
      <Card title="Messages">
        <SkeletonRows rows={5} />
      </Card>
    );
  }
  if (!query.data) {
    return (
      <Card title="Messages">
        <ErrorPanel
          title="Failed to load the messages"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {messageOf(query.error, '')}
        </ErrorPanel>
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
                    onEdit={() => leave(() => setEditing(key))}
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
