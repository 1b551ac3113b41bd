import type { ConversationMessage } from '@burrow/contracts/conversation';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { failureText } from '../../../lib/failure-text.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useInstant } from '../../../lib/use-now.ts';
import { classNames } from '../../../ui/class-names.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toast } from '../../../ui/toast.ts';
import { messageAuthor, messageName, messageState } from '../message-words.ts';
import type { Conversation } from '../queries.ts';
import { MessageFiles } from './message-files.tsx';

/** Longer messages, such as most emails, are folded; automatic ones sooner, because their texts are known. */
const folds = {
  own: { characters: 900, lines: 14, className: 'line-clamp-12' },
  automatic: { characters: 160, lines: 3, className: 'line-clamp-2' },
};

const linkButtonClass = classNames('min-h-6', textLinkClass);

/** The text of a message; a long one is folded. */
function Body({ body, fold }: { body: string; fold: (typeof folds)[keyof typeof folds] }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = body.length > fold.characters || body.split('\n').length > fold.lines;
  return (
    <>
      <p className={classNames('wrap-anywhere whitespace-pre-line', isLong && !isWhole && fold.className)}>
        {body}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isWhole}
          className={classNames('mt-1 text-sm', linkButtonClass)}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </>
  );
}

/** A button in the line below a message. */
function LineButton({
  label,
  whole,
  busy,
  onPress,
}: {
  label: string;
  /** The label for screen readers. */
  whole: string;
  busy: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={whole}
      aria-disabled={busy || undefined}
      className={classNames(linkButtonClass, busy && 'opacity-55')}
      onClick={busy ? undefined : onPress}
    >
      {label}
    </button>
  );
}

const about = (id: number): string => `message ${id}`;

function Cancel({ id }: { id: number }) {
  const cancel = useCommand('message_cancel');
  return (
    <LineButton
      label="Cancel"
      whole="Cancel this message"
      busy={cancel.isPending}
      onPress={() =>
        toast.tell(cancel.mutateAsync({ message_id: id }), {
          done: 'Message cancelled',
          failed: (error) => failureText('Couldn’t cancel the message', error),
          about: about(id),
        })
      }
    />
  );
}

function Resend({ id }: { id: number }) {
  const resend = useCommand('message_resend');
  return (
    <LineButton
      label="Resend"
      whole="Resend this message"
      busy={resend.isPending}
      onPress={() =>
        toast.tell(resend.mutateAsync({ message_id: id }), {
          done: 'Sending again',
          failed: (error) => failureText('Couldn’t send the message again', error),
          about: about(id),
        })
      }
    />
  );
}

const toneClass = { quiet: '', waiting: 'font-medium text-pending', failed: 'font-medium text-attention' };

/** Below a message: what it is, who wrote it and when, how far it got, and what can be done about it. */
function Line({ message }: { message: ConversationMessage }) {
  const formats = useFormats();
  const now = useInstant();
  const { message_id: id, status, automatic, author } = message;
  const state = messageState(message, now, formats);
  const parts: { key: string; shown: ReactNode }[] = [
    { key: 'name', shown: messageName(message) },
    ...(automatic === '0' && message.direction === 'out' && author !== null
      ? // Screen readers have read it before the message.
        [{ key: 'author', shown: <span aria-hidden="true">{author}</span> }]
      : []),
    { key: 'at', shown: <time dateTime={message.at}>{formats.timeOf(message.at)}</time> },
    ...(state ? [{ key: 'state', shown: <span className={toneClass[state.tone]}>{state.label}</span> }] : []),
    ...(status === 'queued' && automatic === '0' ? [{ key: 'cancel', shown: <Cancel id={id} /> }] : []),
    ...(status === 'failed' ? [{ key: 'resend', shown: <Resend id={id} /> }] : []),
    ...(message.booking_id === null
      ? []
      : [
          {
            key: 'booking',
            shown: (
              <Link to={paths.booking(message.booking_id)} className={textLinkClass}>
                Appointment
              </Link>
            ),
          },
        ]),
  ];
  return (
    <p
      className={classNames(
        'figures flex max-w-[min(34rem,88%)] flex-wrap items-baseline gap-x-1 text-sm wrap-anywhere text-ink-soft',
        message.direction === 'out' && 'justify-end text-right',
      )}
    >
      {parts.map(({ key, shown }, index) => (
        <span key={key}>
          {shown}
          {index < parts.length - 1 ? <span aria-hidden="true"> ·</span> : null}
        </span>
      ))}
    </p>
  );
}

const bubbleClass = {
  in: 'border-line bg-surface',
  out: 'border-transparent bg-brand-soft',
  automatic: 'border-dashed border-edge/50 text-sm text-ink-soft',
};

/** One message: the client's at the left, the practice's at the right, automatic ones muted. */
export function MessageItem({
  message,
  conversation,
}: {
  message: ConversationMessage;
  conversation: Conversation;
}) {
  const { direction, subject, body } = message;
  const look = message.automatic === '1' ? 'automatic' : direction;
  return (
    <li className={classNames('flex flex-col gap-1', direction === 'in' ? 'items-start' : 'items-end')}>
      <div
        className={classNames(
          'max-w-[min(34rem,88%)] min-w-0 rounded-lg border px-3 py-2',
          bubbleClass[look],
        )}
      >
        <p className="sr-only">{messageAuthor(message, conversation.client_name)}:</p>
        {subject === null ? null : <p className="mb-1 font-semibold wrap-anywhere">{subject}</p>}
        {body === null ? (
          <p>You’ll see the message here once it’s sent.</p>
        ) : (
          <Body body={body} fold={look === 'automatic' ? folds.automatic : folds.own} />
        )}
        <MessageFiles files={message.files} deleted={message.deleted_files} />
      </div>
      <Line message={message} />
    </li>
  );
}
