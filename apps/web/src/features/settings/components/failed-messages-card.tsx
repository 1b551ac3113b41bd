import type { FailedMessage } from '@burrow/contracts/message';
import { CircleCheck, Mail, MessageSquareText, RotateCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { callAction } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { formatPhone, plural } from '../../../lib/format.ts';
import { usePagedList } from '../../../lib/paged-list.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toast } from '../../../ui/toast.ts';
import { channelNames, sentKindName } from '../message-occasions.ts';

const pageSize = 20;
const about = 'failed message';

/** The client of a message, with a link to its appointment or to the client. */
function Whom({ message }: { message: FailedMessage }) {
  const formats = useFormats();
  const { booking_id: bookingId, booking_date: date, booking_time: time, client_id: clientId } = message;
  const name = message.client_name ?? 'A client';
  const when = date && time ? `${formats.shortDay(date)}, ${formats.time(time)}` : null;
  return (
    <p className="wrap-anywhere">
      {clientId === null ? (
        name
      ) : (
        <Link to={paths.client(clientId)} className={textLinkClass}>
          {name}
        </Link>
      )}
      {bookingId === null ? null : (
        <>
          {' · '}
          <Link to={paths.booking(bookingId)} className={textLinkClass}>
            {[message.animal_name, when].filter(Boolean).join(', ') || `Appointment ${bookingId}`}
          </Link>
        </>
      )}
    </p>
  );
}

/** The actions for a message: retry or dismiss. */
function Buttons({ message, name }: { message: FailedMessage; name: string }) {
  const resend = useCommand('message_resend');
  const dismiss = useCommand('message_dismiss');
  const putAside = () =>
    toast.tell(dismiss.mutateAsync({ message_id: message.id }), {
      done: 'Message dismissed',
      failed: 'Couldn’t dismiss the message',
      about,
      undo: () =>
        toast.tell(dismiss.mutateAsync({ message_id: message.id, dismissed: '0' }), {
          done: 'Message restored',
          failed: 'Couldn’t undo this',
          about,
        }),
    });
  const sendAgain = () =>
    toast.tell(resend.mutateAsync({ message_id: message.id }), {
      done: 'Sending again',
      failed: (error) => failureText('Couldn’t send the message again', error),
      about,
    });
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <Button
        size="small"
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        busy={resend.isPending}
        disabled={dismiss.isPending}
        aria-label={resend.isPending ? undefined : `Send again: ${name}`}
        onClick={sendAgain}
      >
        Send again
      </Button>
      <Button
        size="small"
        variant="quiet"
        busy={dismiss.isPending}
        disabled={resend.isPending}
        aria-label={dismiss.isPending ? undefined : `Dismiss: ${name}`}
        onClick={putAside}
      >
        Dismiss
      </Button>
    </div>
  );
}

function Row({ message }: { message: FailedMessage }) {
  const formats = useFormats();
  const Icon = message.type === 'sms' ? MessageSquareText : Mail;
  const occasion = sentKindName(message.kind);
  const to = message.type === 'sms' ? formatPhone(message.recipient) : message.recipient;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{occasion}</p>
        <Whom message={message} />
        <p className="mt-0.5 text-sm font-medium wrap-anywhere text-attention">
          {message.last_error ?? 'The provider gave no reason.'}
        </p>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          {channelNames[message.type]} to {to} · {formats.dateTime(message.created_at)}
          {message.attempts > 1 ? ` · ${plural(message.attempts, 'attempt')}` : ''}
        </p>
      </div>
      <Buttons message={message} name={`${occasion}, ${message.client_name ?? to}`} />
    </li>
  );
}

/** Resends all failed messages, including those that the list has not loaded. */
function SendAllButton() {
  const resendAll = useCommand('messages/resend_all');
  const sendAll = () =>
    toast.tell(resendAll.mutateAsync({}), {
      done: 'Sending the messages again',
      failed: (error) => failureText('Couldn’t send the messages again', error),
      about,
    });
  return (
    <Button
      size="small"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      busy={resendAll.isPending}
      onClick={sendAll}
    >
      Send all again
    </Button>
  );
}

/** 'Failed messages': messages to send again or to dismiss. */
export function FailedMessagesCard() {
  const list = usePagedList({
    action: 'messages/failed',
    asked: {},
    read: (page, signal) => callAction('messages/failed', page, { signal }),
    sizes: { first: pageSize, next: pageSize },
  });
  const { rows } = list;
  return (
    <Card
      flush
      title="Failed messages"
      aside={
        rows.length > 0 ? (
          <Badge tone="attention">
            {rows.length}
            {list.hasNextPage ? '+' : ''}
          </Badge>
        ) : null
      }
      actions={rows.length > 1 ? <SendAllButton /> : null}
    >
      <KeepFocus className="outline-none">
        <PagedView
          list={list}
          size={pageSize}
          failure="Couldn’t load the messages"
          skeletonRows={2}
          empty={
            <p className="flex items-center gap-2.5 px-4 py-3.5 text-ink-soft">
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-confirmed" />
              No failed messages. Any that can’t be sent appear here.
            </p>
          }
        >
          {(messages) => (
            <ul aria-label="Failed messages" className="divide-y divide-line">
              {messages.map((message) => (
                <Row key={message.id} message={message} />
              ))}
            </ul>
          )}
        </PagedView>
      </KeepFocus>
    </Card>
  );
}
