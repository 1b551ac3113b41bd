import type { TeamMember } from '@burrow/contracts/team';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryError, QueryView } from '../../../ui/query-view.tsx';
import { SessionList } from '../../../ui/session-list.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { LetGo } from '../components/let-go.tsx';
import { RemoveSecondFactor, RenewInvitation, ResetPassword } from '../components/make-link.tsx';
import { MemberRow } from '../components/member-row.tsx';
import { EditMember, InviteMember } from '../forms/member-forms.tsx';
import { movesFor, type MemberMove } from '../member-moves.ts';

/** The sessions of a person in this practice, each with a button that ends it. */
function MemberSessionsDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const formats = useFormats();
  const sessions = useQuery(actionQuery('team/sessions', { staff_id: member.id }));
  const end = useCommand('team/session_revoke');
  // API keys are revoked under Integrations, which asks first.
  const shown = sessions.data
    ?.filter(({ kind }) => kind === 'session')
    .map(({ id, label, network, last_used_at, current }) => ({
      id,
      name: label ?? 'Unknown device',
      details: [network && `Network ${network}`, `last used ${formats.dateTime(last_used_at)}`]
        .filter(Boolean)
        .join(' · '),
      current,
    }));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Sessions"
      description={`Where ${member.name} is signed in to this practice.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {sessions.isPending ? <SkeletonRows rows={2} /> : null}
      {sessions.isError ? <QueryError query={sessions} title="Couldn’t load the sessions" /> : null}
      {shown?.length === 0 ? <EmptyState title="Not signed in anywhere" /> : null}
      <SessionList
        sessions={shown ?? []}
        endLabel="End"
        endingId={end.isPending ? Number(end.variables.session_id) : null}
        onEnd={(session_id) => end.mutate({ staff_id: member.id, session_id })}
      />
      {end.isError ? <FormProblem>{messageOf(end.error, 'Couldn’t end the session.')}</FormProblem> : null}
    </Dialog>
  );
}

interface Task {
  /** As they were when it opened, because a refetch must not change the question. */
  member: TeamMember;
  move: MemberMove;
}

function TaskDialog({
  task: { member, move },
  ownId,
  onClose,
}: {
  task: Task;
  ownId: number;
  onClose: () => void;
}) {
  const isSelf = member.id === ownId;
  if (move === 'edit') return <EditMember {...{ member, isSelf, onClose }} />;
  if (move === 'sessions') return <MemberSessionsDialog member={member} onClose={onClose} />;
  if (move === 'invite-again') return <RenewInvitation member={member} onClose={onClose} />;
  if (move === 'remove-second-factor') return <RemoveSecondFactor member={member} onClose={onClose} />;
  if (move === 'reset-password') return <ResetPassword member={member} onClose={onClose} />;
  return <LetGo {...{ member, isSelf, onClose }} />;
}

/** The team of the practice, with the actions for each member. */
export function TeamSettings() {
  const { userId } = useSession();
  const team = useQuery(actionQuery('team', {}));
  const enable = useCommand('team/enable');
  const [task, setTask] = useState<Task | null>(null);
  const [inviting, setInviting] = useState(false);

  function begin(member: TeamMember, move: MemberMove) {
    if (move !== 'enable') return setTask({ member, move });
    toast.tell(enable.mutateAsync({ staff_id: member.id }), {
      done: `${member.name} is enabled`,
      failed: `Couldn’t enable ${member.name}`,
    });
  }

  return (
    <Card
      title="People"
      flush
      actions={
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden="true" className="size-4" />}
          onClick={() => setInviting(true)}
        >
          Invite
        </Button>
      }
    >
      <QueryView query={team} skeleton={<SkeletonRows rows={4} />} failure="Couldn’t load the team">
        {(data) => (
          <ul className="divide-y divide-line">
            {data.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isSelf={member.id === userId}
                offered={movesFor(member, userId)}
                onMove={(move) => begin(member, move)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {inviting ? <InviteMember onClose={() => setInviting(false)} /> : null}
      {task ? <TaskDialog task={task} ownId={userId} onClose={() => setTask(null)} /> : null}
    </Card>
  );
}
