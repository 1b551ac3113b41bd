import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

type Identities = OutputOf<'sso/identities'>;
type Connected = Identities['connected'][number];

const hostOf = (issuer: string): string => new URL(issuer).host;

function Row({ identity, onDisconnect }: { identity: Connected; onDisconnect: () => void }) {
  const { dateTime } = useFormats();
  const { email, issuer, practice_name: practice, last_used_at: used, connected_at: since } = identity;
  const facts = [
    practice ?? 'All your practices',
    used === null ? `connected ${dateTime(since)}` : `last used ${dateTime(used)}`,
  ];
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold wrap-anywhere">{email ?? hostOf(issuer)}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {[...(email === null ? [] : [hostOf(issuer)]), ...facts].join(' · ')}
        </span>
      </span>
      <Button size="small" onClick={onDisconnect}>
        Disconnect
      </Button>
    </li>
  );
}

function ConnectButtons({ available }: Pick<Identities, 'available'>) {
  const start = useCommand('sso/connect_start', { untilGone: true });
  return (
    <div className="flex flex-col items-start gap-2">
      {available.map(({ of, name }) => (
        <Button
          key={of}
          busy={start.isPending && start.variables.of === of}
          busyLabel="Opening..."
          onClick={() => start.mutate({ of }, { onSuccess: ({ url }) => window.location.assign(url) })}
        >
          Connect {name}
        </Button>
      ))}
      {start.isError ? (
        <FormProblem>{messageOf(start.error, 'Couldn’t connect. Please try again.')}</FormProblem>
      ) : null}
    </div>
  );
}

/** The sign-in providers connected to the person's account. */
export function ConnectedSignIn() {
  const query = useQuery(actionQuery('sso/identities', {}));
  const [leaving, setLeaving] = useState<Connected | null>(null);
  return (
    <QueryView
      query={query}
      skeleton={<SkeletonRows rows={1} />}
      failure="Couldn’t load your connected sign-ins"
    >
      {({ connected, available }) => (
        <div className="flex flex-col gap-2">
          {connected.length === 0 ? (
            <p className="text-sm text-ink-soft">
              {available.length === 0
                ? 'Your practice hasn’t set up single sign-on.'
                : 'Nothing connected yet. You sign in with your password.'}
            </p>
          ) : (
            <ul aria-label="Connected sign-ins" className="divide-y divide-line">
              {connected.map((identity) => (
                <Row key={identity.id} identity={identity} onDisconnect={() => setLeaving(identity)} />
              ))}
            </ul>
          )}
          <ConnectButtons available={available} />
          {leaving === null ? null : (
            <ConfirmCommand
              command="sso/disconnect"
              input={{ identity_id: leaving.id }}
              onClose={() => setLeaving(null)}
              title="Disconnect this sign-in?"
              confirmLabel="Disconnect"
              busyLabel="Disconnecting..."
              failure="Couldn’t disconnect it."
              done="Sign-in disconnected"
            >
              You won’t be able to sign in with {leaving.email ?? hostOf(leaving.issuer)} any more. Your other
              single sign-on sessions will end.
            </ConfirmCommand>
          )}
        </div>
      )}
    </QueryView>
  );
}
