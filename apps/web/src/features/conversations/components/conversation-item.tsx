import type { ConversationRow } from '@burrow/contracts/conversation';
import { Mail, MessageSquareText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { rowLinkMark } from '../../../ui/row-keys.ts';
import { channelWords, previewOf } from '../message-words.ts';

/** What the address keeps while a conversation is opened or closed. */
export interface ListView {
  show: string | null;
  q: string;
}

/** '14:05' today, otherwise the day. */
function Moment({ at }: { at: string }) {
  const formats = useFormats();
  const day = formats.dayOf(at);
  return (
    <time
      dateTime={at}
      title={formats.dateTime(at)}
      className="figures shrink-0 text-sm whitespace-nowrap text-ink-soft"
    >
      {day === formats.today() ? formats.timeOf(at) : formats.shortDay(day)}
    </time>
  );
}

/** A conversation in the list: client, beginning of the latest message, when, and who looks after it. */
export function ConversationItem({
  row,
  view,
  isOpen,
}: {
  row: ConversationRow;
  view: ListView;
  isOpen: boolean;
}) {
  const isUnread = row.unread === '1';
  const Icon = row.last_channel === 'sms' ? MessageSquareText : Mail;
  return (
    <li
      className={classNames(
        'relative flex gap-2.5 py-2.5 pr-3 pl-3',
        isOpen ? 'bg-brand-soft' : 'hover:bg-sunken/60 has-focus-visible:bg-sunken/60',
      )}
    >
      <span className="grid w-2.5 shrink-0 place-items-center self-start pt-1.5">
        {isUnread ? <span aria-hidden="true" className="size-2.5 rounded-full bg-brand" /> : null}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <Link
            to={paths.messages({ client: row.client_id, ...view })}
            aria-current={isOpen ? 'true' : undefined}
            aria-label={isUnread ? `${row.client_name}, unread` : undefined}
            className={classNames(
              'min-w-0 truncate text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand',
              isUnread ? 'font-bold' : 'font-semibold',
            )}
            {...rowLinkMark(row.client_id)}
          >
            {row.client_name}
          </Link>
          <Moment at={row.last_at} />
        </div>
        <p
          className={classNames(
            'mt-0.5 flex items-start gap-1.5 text-sm',
            isUnread ? 'font-medium text-ink' : 'text-ink-soft',
          )}
        >
          <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          <span className="sr-only">{channelWords[row.last_channel]}: </span>
          <span className="line-clamp-2 min-w-0 wrap-anywhere">{previewOf(row)}</span>
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {row.assignee === null ? null : (
            <Badge className="max-w-full">
              <span className="sr-only">Assigned to </span>
              <span className="truncate">{row.assignee}</span>
            </Badge>
          )}
          {row.archived === '1' ? <Badge tone="void">Archived</Badge> : null}
        </p>
      </div>
    </li>
  );
}
