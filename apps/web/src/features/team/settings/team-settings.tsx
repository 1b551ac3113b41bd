import type { TeamMember } from '@burrow/contracts/team';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { LetGo } from '../components/let-go.tsx';
import { RenewInvitation, ResetPassword } from '../components/make-link.tsx';
import { MemberRow } from '../components/member-row.tsx';
import { MemberSessionsDialog } from '../components/member-sessions-dialog.tsx';
import { EditMember } from '../forms/edit-member.tsx';
import { InviteMember } from '../forms/invite-member.tsx';
import { movesFor, type MemberMove } from '../member-moves.ts';
import { teamQuery } from '../queries.ts';

interface Task {
  /** As they were when it began; a refetch meanwhile must not change what is being asked. */
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
  if (move === 'edit') return <EditMember member={member} onClose={onClose} />;
  if (move === 'sessions') return <MemberSessionsDialog member={member} onClose={onClose} />;
  if (move === 'invite-again') return <RenewInvitation member={member} onClose={onClose} />;
  if (move === 'reset-password') return <ResetPassword member={member} onClose={onClose} />;
  return <LetGo member={member} isSelf={member.id === ownId} onClose={onClose} />;
}

/** The people of the practice: who they are, whether they have joined, and what can be done about it. */
export function TeamSettings() {
  const { userId } = useSession();
  const team = useQuery(teamQuery);
  const enable = useCommand('team/enable');
  const [task, setTask] = useState<Task | null>(null);
  const [inviting, setInviting] = useState(false);

  function begin(member: TeamMember, move: MemberMove) {
    if (move !== 'enable') return setTask({ member, move });
    toast.tell(enable.mutateAsync({ staff_id: member.id }), {
      done: `${member.name} is enabled`,
      failed: `Failed to enable ${member.name}`,
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
      <QueryView query={team} skeleton={<SkeletonRows rows={4} />} failure="Failed to load the team">
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
