import { MailOpen } from 'lucide-react';
import type { RefObject } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formatPhone } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { useStaff } from '../../bookings/queries.ts';
import type { Conversation } from '../queries.ts';
import type { ListView } from './conversation-item.tsx';

/** Who in the team looks after the conversation. */
function Assignee({ conversation }: { conversation: Conversation }) {
  const { client_id: clientId, assignee_id: current, assignee } = conversation;
  const staff = useStaff().data ?? [];
  const assign = useCommand('conversation_assign');
  const isListed = current === null || staff.some(({ id }) => id === current);
  const options = [
    ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
    // Someone who has left the team.
    ...(isListed ? [] : [{ value: String(current), label: assignee ?? '' }]),
  ];
  const chosen = assign.isPending ? assign.variables.staff_id : current;
  return (
    <Select
      label="Assigned to"
      hideLabel
      className="w-40 max-w-full"
      emptyLabel="No one"
      options={options}
      value={String(chosen ?? '')}
      onChange={({ target }) =>
        assign.mutate(
          { client_id: clientId, staff_id: target.value === '' ? null : Number(target.value) },
          { onError: (error) => toast.failed('Couldn’t assign the conversation', error) },
        )
      }
    />
  );
}

/** Who the conversation is with, who looks after it, and 'Mark as unread'. */
export function ThreadHeader({
  conversation,
  headingRef,
  isPage,
  view,
  onUnread,
  isMarking,
}: {
  conversation: Conversation;
  headingRef: RefObject<HTMLHeadingElement | null>;
  isPage: boolean;
  view: ListView;
  onUnread: () => Promise<void>;
  isMarking: boolean;
}) {
  const navigate = useNavigate();
  const Heading = isPage ? 'h1' : 'h2';
  const ways = conversation.channels.flatMap(({ channel, recipient }) =>
    recipient === null ? [] : [channel === 'sms' ? formatPhone(recipient) : recipient],
  );
  const markUnread = () =>
    onUnread().then(
      () => void navigate(paths.messages(view)),
      (error: unknown) => toast.failed('Couldn’t mark the conversation as unread', error),
    );
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Heading ref={headingRef} tabIndex={-1} className="min-w-0 text-lg font-bold outline-none">
            <Link
              to={paths.client(conversation.client_id)}
              className="rounded-sm wrap-anywhere text-ink no-underline hover:text-brand hover:underline"
            >
              {conversation.client_name}
            </Link>
          </Heading>
          {conversation.archived === '1' ? <Badge tone="void">Archived</Badge> : null}
        </div>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          {ways.length === 0 ? 'No number or email address' : ways.join(' · ')}
        </p>
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <span aria-hidden="true" className="text-sm whitespace-nowrap text-ink-soft">
          Assigned to
        </span>
        <Assignee conversation={conversation} />
        <IconButton
          label="Mark as unread"
          icon={<MailOpen aria-hidden="true" />}
          aria-disabled={isMarking}
          onClick={() => (isMarking ? undefined : void markUnread())}
        />
      </div>
    </header>
  );
}
