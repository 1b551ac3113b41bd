import type { TeamMember } from '@burrow/contracts/team';
import type { ReactNode } from 'react';
import { sessionStore } from '../../../lib/session-store.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';

const appointments = (count: number, name: string): string =>
  count === 1
    ? `1 upcoming appointment stays with ${name} until you reassign it.`
    : `${count} upcoming appointments stay with ${name} until you reassign them.`;

const programs = (count: number, isSelf: boolean): string =>
  `${count === 1 ? '1 API key acts' : `${count} API keys act`} as ${isSelf ? 'you' : 'them'} and ${count === 1 ? 'stops' : 'stop'} working too. Take over any still needed under Settings → Integrations.`;

/** What happens to the calendar feeds that a person made for others, once they may not. */
export const endedFeeds = (count: number, isSelf: boolean): string =>
  `${count === 1 ? '1 calendar feed' : `${count} calendar feeds`} ${isSelf ? 'you' : 'they'} created for the whole practice or other people’s diaries will stop working for good. Another admin can create new ones under Settings → Integrations.`;

/** The consequences for a member who loses access. */
function consequences(member: TeamMember, isSelf: boolean): ReactNode {
  const { name, state, upcoming_bookings: upcoming, api_keys: keys, shared_feeds: feeds } = member;
  if (state === 'invited')
    return 'Their link stops working, and they are removed from the list. If appointments or other records mention them, they stay on the list as disabled.';
  if (state === 'support') return 'They will be signed out of this practice straight away.';
  return (
    <>
      <p>
        {isSelf
          ? 'You will be signed out straight away and can’t sign in to this practice until an admin enables you again. Your work is kept.'
          : 'They will be signed out straight away and can’t sign in to this practice until they are enabled again. Their work is kept.'}
      </p>
      {upcoming > 0 ? <p className="mt-2 font-medium text-ink">{appointments(upcoming, name)}</p> : null}
      {keys > 0 ? <p className="mt-2 font-medium text-ink">{programs(keys, isSelf)}</p> : null}
      {feeds > 0 ? <p className="mt-2 font-medium text-ink">{endedFeeds(feeds, isSelf)}</p> : null}
    </>
  );
}

/** Asks before a member is disabled, their support access is ended, or their invitation is cancelled. */
export function LetGo({
  member,
  isSelf,
  onClose,
}: {
  member: TeamMember;
  isSelf: boolean;
  onClose: () => void;
}) {
  const { id, name, state } = member;
  const words = {
    invited: {
      title: `Cancel ${name}’s invitation?`,
      verb: 'Cancel invitation',
      busy: 'Cancelling...',
      done: 'Invitation cancelled',
    },
    support: {
      title: `End ${name}’s support access?`,
      verb: 'End support access',
      busy: 'Ending...',
      done: 'Support access ended',
    },
    active: { title: `Disable ${name}?`, verb: 'Disable', busy: 'Disabling...', done: `${name} is disabled` },
    disabled: {
      title: `Disable ${name}?`,
      verb: 'Disable',
      busy: 'Disabling...',
      done: `${name} is disabled`,
    },
  }[state];
  return (
    <ConfirmCommand
      command={state === 'invited' ? 'team/invite_cancel' : 'team/disable'}
      input={{ staff_id: id }}
      onClose={onClose}
      title={words.title}
      confirmLabel={words.verb}
      busyLabel={words.busy}
      cancelLabel={state === 'invited' ? 'Keep invitation' : 'Cancel'}
      failure="Something went wrong. Please try again."
      {...(isSelf ? { onDone: () => sessionStore.clear() } : { done: words.done })}
    >
      {consequences(member, isSelf)}
    </ConfirmCommand>
  );
}
