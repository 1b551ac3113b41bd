import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepUsedBy } from '../../lib/activity.ts';
import { messageOf } from '../../lib/api-error.ts';
import type { OutputOf } from '../../lib/api.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NativeDialog } from '../../ui/native-dialog.tsx';
import { sessionQuery } from './queries.ts';
import { signOut } from './sign-out.ts';

/** How long before the end to warn. */
const warnSeconds = 60;
/** How often to ask the server during the warning, because another window may be used. */
const recheckSeconds = 5;
const maxWaitSeconds = 3600;

/** The delay before asking the server again, in milliseconds. */
function waitMs(left: number | undefined): number {
  if (left === undefined || left <= warnSeconds) return recheckSeconds * 1000;
  return Math.min(left - warnSeconds, maxWaitSeconds) * 1000;
}

/** Takes a changed role from the server's answer about this session, so that the guard and the tabs follow it. */
function useFollowedRole(me: OutputOf<'session'> | undefined): void {
  useEffect(() => {
    const session = sessionStore.get();
    if (me === undefined || session === null) return;
    if (me.user_id === session.userId && me.tenant_id === session.tenantId) sessionStore.setRole(me.role);
  }, [me]);
}

/** Offers to stay signed in, a minute before a session ends for lack of use. */
export function IdleWarning() {
  const { data, error, refetch } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => waitMs(state.data?.idle_seconds_left),
    refetchIntervalInBackground: true,
  });
  useFollowedRole(data);
  useEffect(() => keepUsedBy(() => void refetch()), [refetch]);
  const isEnding = data !== undefined && data.idle_seconds_left <= warnSeconds;
  return (
    // The browser's own dialog, which opens above any other.
    <NativeDialog
      open={isEnding}
      onOpenChange={() => void refetch()}
      dismissible={false}
      width="small"
      title="Are you still there?"
      description="You’ll be signed out in less than a minute because Burrow hasn’t been used for a while."
      actions={
        <>
          <Button variant="quiet" onClick={() => signOut()}>
            Logout
          </Button>
          <Button variant="primary" data-dialog-beginning onClick={() => void refetch()}>
            Stay signed in
          </Button>
        </>
      }
    >
      {error ? (
        <FormProblem>{messageOf(error, 'Couldn’t check your session. Please try again.')}</FormProblem>
      ) : null}
    </NativeDialog>
  );
}
