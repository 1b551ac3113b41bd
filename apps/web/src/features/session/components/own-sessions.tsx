import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SessionList } from '../../../ui/session-list.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { ownSessionsQuery } from '../queries.ts';

/** Where the person is signed in, each to be ended, or all but this one. */
export function OwnSessions() {
  const formats = useFormats();
  const sessions = useQuery(ownSessionsQuery);
  const end = useCommand('session/revoke');
  if (sessions.isPending) return <SkeletonRows rows={2} />;
  if (sessions.isError) {
    return <QueryError query={sessions} title="Failed to load your sessions" />;
  }
  const shown = sessions.data.map(({ id, label, tenant_name, last_used_at, current }) => ({
    id,
    name: label ?? 'Unknown device',
    details: [tenant_name, `last used ${formats.dateTime(last_used_at)}`].filter(Boolean).join(' · '),
    kind: 'session' as const,
    current,
  }));
  const ending = end.isPending ? (end.variables.session_id ?? 'others') : null;
  return (
    <div className="flex flex-col gap-2">
      <SessionList
        sessions={shown}
        endLabel="Sign out"
        endingId={typeof ending === 'number' ? ending : null}
        onEnd={(id) => end.mutate({ session_id: id })}
      />
      {end.isError ? <FormProblem>{messageOf(end.error, 'Couldn’t end the session.')}</FormProblem> : null}
      {shown.some(({ current }) => !current) ? (
        <div>
          <Button
            variant="attention-secondary"
            busy={ending === 'others'}
            onClick={() => end.mutate({}, { onSuccess: () => toast.success('Signed out everywhere else') })}
          >
            Sign out everywhere else
          </Button>
        </div>
      ) : (
        <p className="text-sm text-ink-soft">You aren’t signed in anywhere else.</p>
      )}
    </div>
  );
}
