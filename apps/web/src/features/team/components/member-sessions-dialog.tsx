import type { TeamMember } from '@burrow/contracts/team';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SessionList } from '../../../ui/session-list.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { memberSessionsQuery } from '../queries.ts';

/** Where a person is signed in to this practice, each to be ended. */
export function MemberSessionsDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const formats = useFormats();
  const sessions = useQuery(memberSessionsQuery(member.id));
  const end = useCommand('team/session_revoke');
  const shown = (sessions.data ?? []).map(({ id, label, kind, last_used_at, current }) => ({
    id,
    name: label ?? (kind === 'session' ? 'Unknown device' : 'Integration'),
    details: `Last used ${formats.dateTime(last_used_at)}`,
    kind,
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
      {sessions.isError ? <QueryError query={sessions} title="Failed to load the sessions" /> : null}
      {sessions.data?.length === 0 ? <EmptyState title="Not signed in anywhere" /> : null}
      <SessionList
        sessions={shown}
        endLabel="End"
        endingId={end.isPending ? Number(end.variables.session_id) : null}
        onEnd={(session_id) => end.mutate({ staff_id: member.id, session_id })}
      />
      {end.isError ? <FormProblem>{messageOf(end.error, 'Couldn’t end the session.')}</FormProblem> : null}
    </Dialog>
  );
}
