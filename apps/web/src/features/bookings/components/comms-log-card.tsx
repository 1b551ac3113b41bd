import type { BookingDetail } from '@burrow/contracts/booking';
import {
  BellRing,
  Mail,
  MessageSquareReply,
  MessageSquareText,
  MessagesSquare,
  RotateCw,
} from 'lucide-react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatPhone } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useInstant } from '../../../lib/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { toast } from '../../../ui/toast.ts';
import { sentKindName } from '../../settings/message-occasions.ts';
import { aboutBooking } from '../about-booking.ts';
import { messageState, type LoggedMessage } from '../comms-log.ts';

const channels = {
  sms: { Icon: MessageSquareText, label: 'SMS' },
  email: { Icon: Mail, label: 'Email' },
};
const notification = { Icon: BellRing, label: 'Notification' };

/** Longer texts, such as most emails, are collapsed. */
const foldedFrom = 240;

/** The text of a message; a long one shows its subject or beginning, and the rest on request. */
function MessageText({ subject, body }: Pick<LoggedMessage, 'subject' | 'body'>) {
  if (body === '') return subject === null ? null : <p className="mt-1">{subject}</p>;
  if (body.length < foldedFrom && subject === null) {
    return <p className="mt-1 wrap-anywhere whitespace-pre-line">{body}</p>;
  }
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer rounded-sm wrap-anywhere pointer-coarse:py-1.5">
        {subject ?? `${body.slice(0, foldedFrom / 3).trimEnd()}…`}
      </summary>
      <p className="mt-1 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">{body}</p>
    </details>
  );
}

function SendAgain({ message, name, about }: { message: LoggedMessage; name: string; about: string }) {
  const resend = useCommand('message_resend');
  return (
    <Button
      size="small"
      className="print:hidden"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      busy={resend.isPending}
      aria-label={resend.isPending ? undefined : `Send again: ${name}`}
      onClick={() =>
        resend.mutate(
          { message_id: message.id },
          {
            onSuccess: () => toast.success('Sending again', { about }),
            onError: (error) => toast.error(failureText('Couldn’t send the message again', error), { about }),
          },
        )
      }
    >
      Send again
    </Button>
  );
}

const providerNames: Readonly<Record<string, string>> = { twilio: 'Twilio', smtp: 'SMTP' };

/** A message to the client: occasion, channel, status and text. */
function MessageEntry({ message, booking }: { message: LoggedMessage; booking: BookingDetail }) {
  const about = aboutBooking(booking.id);
  const formats = useFormats();
  const now = useInstant();
  const isNotification = message.provider === 'push';
  const { Icon, label } = isNotification ? notification : channels[message.type];
  const { tone, label: state } = messageState(message, booking, now, formats);
  const name = message.kind === null ? label : sentKindName(message.kind);
  const to = message.type === 'sms' ? formatPhone(message.recipient) : message.recipient;
  const at = message.sent_at ?? message.created_at;
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{name}</span>
          <Badge tone={tone}>{state}</Badge>
        </p>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          {isNotification ? label : `${label} to ${to}`} · <time dateTime={at}>{formats.dateTime(at)}</time>
          {message.kind === null && message.provider
            ? ` · via ${providerNames[message.provider] ?? message.provider}`
            : null}
        </p>
        {message.last_error === null ||
        (message.status !== 'failed' && message.status !== 'pending') ? null : (
          <p className="mt-1 text-sm font-medium wrap-anywhere text-attention">{message.last_error}</p>
        )}
        <MessageText {...message} />
        {message.status === 'failed' && message.kind !== null ? (
          <div className="mt-2">
            <SendAgain message={message} name={`${name}, ${label}`} about={about} />
          </div>
        ) : null}
      </div>
    </li>
  );
}

function ReplyEntry({ message, clientName }: { message: LoggedMessage; clientName: string }) {
  const formats = useFormats();
  return (
    <li className="flex gap-3 bg-brand-soft px-4 py-3">
      <MessageSquareReply aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{clientName} replied</p>
        <p className="figures text-sm text-ink-soft">
          {channels[message.type].label} ·{' '}
          <time dateTime={message.created_at}>{formats.dateTime(message.created_at)}</time>
        </p>
        <p className="mt-1 text-lg wrap-anywhere whitespace-pre-line">{message.body}</p>
      </div>
    </li>
  );
}

/** All messages to the client about this appointment and their replies, newest first. */
export function CommsLogCard({ booking }: { booking: BookingDetail }) {
  const { comms_log: messages, client_name: clientName } = booking;
  return (
    <Card
      flush
      title="Communications Log"
      aside={messages.length > 0 ? <Badge>{messages.length}</Badge> : null}
      actions={
        <ButtonLink
          size="small"
          className="-my-1 print:hidden"
          icon={<MessagesSquare aria-hidden="true" className="size-4" />}
          to={paths.messages({ client: booking.client_id })}
        >
          Open conversation
        </ButtonLink>
      }
    >
      {messages.length === 0 ? (
        <EmptyState icon={<MessageSquareText />} title="No communications yet">
          Messages to the client about this appointment appear here.
        </EmptyState>
      ) : (
        <KeepFocus className="outline-none">
          <ul aria-label="Messages" className="divide-y divide-line">
            {messages.map((message) =>
              message.direction === 'in' ? (
                <ReplyEntry key={message.id} message={message} clientName={clientName} />
              ) : (
                // `due_at` in the key: sending again remounts the entry, so that its clock is current.
                <MessageEntry
                  key={`${message.id} ${message.due_at ?? ''}`}
                  message={message}
                  booking={booking}
                />
              ),
            )}
          </ul>
        </KeepFocus>
      )}
    </Card>
  );
}
