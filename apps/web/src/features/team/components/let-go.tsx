import type { TeamMember } from '@burrow/contracts/team';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';

const appointments = (count: number, name: string): string =>
  count === 1
    ? `1 upcoming appointment stays with ${name} until you reassign it.`
    : `${count} upcoming appointments stay with ${name} until you reassign them.`;

const programs = (count: number, isSelf: boolean): string =>
  `${count === 1 ? '1 API key acts' : `${count} API keys act`} as ${isSelf ? 'you' : 'them'} and ${count === 1 ? 'stops' : 'stop'} working too. Take over any still needed under Settings › Integrations.`;

/** What happens to somebody who is let in no longer. */
function consequences(member: TeamMember, isSelf: boolean): ReactNode {
  const { name, state, upcoming_bookings: upcoming, api_keys: keys } = member;
  if (state === 'invited') return 'Their link stops working, and they are removed from the list.';
  if (state === 'support') return 'They are signed out of this practice at once.';
  return (
    <>
      <p>
        {isSelf
          ? 'You will be signed out straight away and can’t sign in to this practice until an admin enables you again. Your work is kept.'
          : 'They will be signed out straight away and can’t sign in to this practice until they are enabled again. Their work is kept.'}
      </p>
      {upcoming > 0 ? <p className="mt-2 font-medium text-ink">{appointments(upcoming, name)}</p> : null}
      {keys > 0 ? <p className="mt-2 font-medium text-ink">{programs(keys, isSelf)}</p> : null}
    </>
  );
}

/** Asks before somebody is let in no longer: disabled, their support access ended, or their invitation taken back. */
export function LetGo({
  member,
  isSelf,
  onClose,
}: {
  member: TeamMember;
  isSelf: boolean;
  onClose: () => void;
}) {
  const disable = useCommand('team/disable');
  const cancel = useCommand('team/invite_cancel');
  const { id, name, state } = member;
  const command = state === 'invited' ? cancel : disable;
  const words = {
    invited: {
      title: `Cancel ${name}’s invitation?`,
      verb: 'Cancel invitation',
      done: 'Invitation cancelled',
    },
    support: {
      title: `End ${name}’s support access?`,
      verb: 'End support access',
      done: 'Support access ended',
    },
    active: { title: `Disable ${name}?`, verb: 'Disable', done: `${name} is disabled` },
    disabled: { title: `Disable ${name}?`, verb: 'Disable', done: `${name} is disabled` },
  }[state];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words.title}
      confirmLabel={words.verb}
      busyLabel="One moment..."
      cancelLabel={state === 'invited' ? 'Keep' : 'Cancel'}
      busy={command.isPending}
      error={command.isError ? messageOf(command.error, 'Something went wrong. Please try again.') : null}
      onConfirm={() =>
        command.mutate(
          { staff_id: id },
          {
            onSuccess: () => {
              onClose();
              if (isSelf) sessionStore.clear();
              else toast.success(words.done);
            },
          },
        )
      }
    >
      {consequences(member, isSelf)}
    </ConfirmDialog>
  );
}
