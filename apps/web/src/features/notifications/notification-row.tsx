import type { NotificationRecord } from '@burrow/contracts/notification';
import {
  BanknoteArrowDown,
  BanknoteArrowUp,
  BanknoteX,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarSync,
  CalendarX,
  MessageCircleX,
  MessageSquareReply,
  ShieldQuestionMark,
  Unplug,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { defaultPracticeLocale } from '../../lib/format.ts';
import { useFormats, usePractice } from '../../lib/practice.ts';
import { useSession } from '../../lib/session-store.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { classNames } from '../../ui/class-names.ts';
import { notificationText } from './notification-text.ts';

const looks: Record<NotificationRecord['kind'], { icon: ReactNode; tone: string }> = {
  booking_request: { icon: <CalendarPlus />, tone: 'bg-brand-soft text-brand' },
  booking_cancelled: { icon: <CalendarX />, tone: 'bg-sunken text-ink-soft' },
  booking_moved: { icon: <CalendarSync />, tone: 'bg-sunken text-ink-soft' },
  change_asked: { icon: <CalendarClock />, tone: 'bg-brand-soft text-brand' },
  payment: { icon: <BanknoteArrowDown />, tone: 'bg-sunken text-confirmed' },
  message_failed: { icon: <MessageCircleX />, tone: 'bg-sunken text-attention' },
  refund_failed: { icon: <BanknoteX />, tone: 'bg-sunken text-attention' },
  client_confirmed: { icon: <CalendarCheck />, tone: 'bg-sunken text-confirmed' },
  deposit_returned: { icon: <BanknoteArrowUp />, tone: 'bg-sunken text-ink-soft' },
  webhook_off: { icon: <Unplug />, tone: 'bg-sunken text-attention' },
  client_text: { icon: <MessageSquareReply />, tone: 'bg-brand-soft text-brand' },
  offer_taken: { icon: <CalendarCheck />, tone: 'bg-sunken text-confirmed' },
  time_freed: { icon: <CalendarClock />, tone: 'bg-brand-soft text-brand' },
  deposit_unsettled: { icon: <ShieldQuestionMark />, tone: 'bg-sunken text-attention' },
};

const rowClass = 'flex gap-3 px-4 py-3';

/**
 * The address that a notification opens: the conversation, its appointment or client, otherwise the settings it concerns; null when the
 * person may not open those.
 */
function placeOf(
  { kind, booking_id: bookingId, client_id: clientId, client_name: client }: NotificationRecord,
  isAdmin: boolean,
): string | null {
  const isOwnMessage = kind === 'message_failed' && bookingId === null;
  if ((kind === 'client_text' || isOwnMessage) && clientId !== null) {
    return paths.messages({ client: clientId });
  }
  if (bookingId !== null) return paths.booking(bookingId);
  if (clientId !== null) return paths.client(clientId);
  if (kind === 'time_freed') return paths.waitlist;
  if (kind === 'webhook_off') return isAdmin ? paths.settings('integrations') : null;
  if (kind === 'message_failed' && isAdmin) return paths.settings('messages');
  return client === null ? null : paths.clientSearch(client);
}

/** One notification: sentence, age, and a link. */
export function NotificationRow({
  notification,
  now,
  dotted,
  onFollow,
}: {
  notification: NotificationRecord;
  now: Date;
  dotted: boolean;
  onFollow: () => void;
}) {
  const { kind } = notification;
  const to = placeOf(notification, useSession().role === 'admin');
  const { icon, tone } = looks[kind];
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classNames('grid size-9 shrink-0 place-items-center rounded-full', tone)}
      >
        {icon}
      </span>
      <Sentence notification={notification} now={now} />
      {dotted ? (
        <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-brand">
          <span className="sr-only">Unread</span>
        </span>
      ) : null}
    </>
  );
  if (to === null) return <div className={rowClass}>{content}</div>;
  return (
    <Link
      to={to}
      onClick={onFollow}
      className={classNames(
        rowClass,
        'text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2',
      )}
    >
      {content}
    </Link>
  );
}

function Sentence({ notification, now }: { notification: NotificationRecord; now: Date }) {
  const formats = useFormats();
  const { locale } = usePractice() ?? defaultPracticeLocale;
  const { created_at: createdAt } = notification;
  const { animal, client, what } = notificationText(notification, formats);
  return (
    <span className="min-w-0 flex-1 leading-snug wrap-break-word">
      {animal === null ? null : (
        <>
          <span className="font-semibold">{animal}</span> ·{' '}
        </>
      )}
      {client}
      {what}
      <time dateTime={createdAt} title={formats.dateTime(createdAt)} className="block text-sm text-ink-soft">
        {timeAgo(createdAt, now, locale) ?? formats.dateTime(createdAt)}
      </time>
    </span>
  );
}
