import type { BookingDetail } from '@burrow/contracts/booking';
import { Mail, MessageSquareText } from 'lucide-react';
import { useFormats } from '../../../lib/practice.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

type Message = BookingDetail['comms_log'][number];

const looks: Record<Message['status'], { tone: BadgeTone; label: string }> = {
  sent: { tone: 'progress', label: 'Sent' },
  confirmed: { tone: 'confirmed', label: 'Confirmed' },
  pending: { tone: 'pending', label: 'Pending' },
  failed: { tone: 'attention', label: 'Failed' },
};

const kinds = {
  sms: { Icon: MessageSquareText, label: 'SMS' },
  email: { Icon: Mail, label: 'Email' },
};

function MessageRow({ message }: { message: Message }) {
  const { dateTime } = useFormats();
  const { Icon, label } = kinds[message.type];
  const look = looks[message.status];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          <span className="font-semibold text-ink">{label}</span>
          <Badge tone={look.tone}>{look.label}</Badge>
          <time dateTime={message.created_at} className="figures">
            {dateTime(message.created_at)}
          </time>
          {message.provider ? <span>via {message.provider}</span> : null}
        </p>
        <p className="mt-1 whitespace-pre-line">{message.body}</p>
      </div>
    </li>
  );
}

/** Every message to the client about this appointment, newest first. */
export function CommsLogCard({ messages }: { messages: readonly Message[] }) {
  return (
    <Card
      flush
      title="Communications Log"
      aside={messages.length > 0 ? <Badge>{messages.length}</Badge> : null}
    >
      {messages.length === 0 ? (
        <EmptyState icon={<MessageSquareText />} title="No communications yet" />
      ) : (
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Card>
  );
}
