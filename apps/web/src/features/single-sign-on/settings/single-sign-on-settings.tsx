import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import type { OutputOf } from '../../../lib/api.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ProviderForm, type Provider } from '../forms/provider-form.tsx';

/** Tests the provider and shows the result. */
function TestResult({ test }: { test: ReturnType<typeof useCommand<'identity_provider/test'>> }) {
  if (test.isError)
    return <Banner tone="attention">{messageOf(test.error, 'Couldn’t test the provider.')}</Banner>;
  if (!test.data) return null;
  const { problem, sign_in_host: host } = test.data;
  return problem === null ? (
    <Banner>The provider responds. People sign in at {host}.</Banner>
  ) : (
    <Banner tone="attention">The provider can’t be used: {problem}</Banner>
  );
}

function ProviderFacts({ provider }: { provider: Provider }) {
  const {
    issuer,
    application: clientId,
    admin_group: admins,
    staff_group: staff,
    groups_claim: claim,
  } = provider;
  return (
    <Facts>
      <Fact name="Issuer">{issuer}</Fact>
      <Fact name="Client ID">{clientId}</Fact>
      <Fact name="Client secret">Saved, not shown</Fact>
      <Fact name="Groups">
        {admins === null
          ? 'Not used: invite people in Team'
          : `${admins} (admins), ${staff} (staff), from ${claim}`}
      </Fact>
      <Fact name="Passwords">
        {provider.only_sso === '1' ? 'Not allowed: single sign-on only' : 'Allowed as well'}
      </Fact>
    </Facts>
  );
}

function ProviderCard({ provider }: { provider: Provider }) {
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const test = useCommand('identity_provider/test');
  const close = () => setAsking(null);
  return (
    <Card
      title={provider.name}
      aside={provider.only_sso === '1' ? <Badge tone="pending">Single sign-on only</Badge> : null}
      actions={
        <>
          <Button
            size="small"
            busy={test.isPending}
            busyLabel="Testing..."
            onClick={() => test.mutate({ issuer: provider.issuer })}
          >
            Test
          </Button>
          <Button size="small" onClick={() => setAsking('edit')}>
            Edit
          </Button>
          <Button size="small" variant="attention-secondary" onClick={() => setAsking('delete')}>
            Delete
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="status" className="empty:hidden">
          <TestResult test={test} />
        </div>
        <ProviderFacts provider={provider} />
      </div>
      {asking === 'edit' ? <ProviderForm provider={provider} onClose={close} /> : null}
      {asking === 'delete' ? (
        <ConfirmCommand
          command="identity_provider/delete"
          input={{}}
          onClose={close}
          title="Delete single sign-on?"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          failure="Couldn’t delete single sign-on."
          done="Single sign-on deleted"
        >
          Everyone will sign in with a password again. For people who don’t have one, create a password link
          in Team.
        </ConfirmCommand>
      ) : null}
    </Card>
  );
}

type Answer = OutputOf<'identity_provider'>;

function Addresses({ redirect_url: redirect, sign_in_url: signIn }: Answer) {
  if (redirect === null) return null;
  return (
    <Card title="Addresses">
      <div className="flex flex-col gap-5">
        <CopyField
          label="Redirect address"
          value={redirect}
          note="Register Burrow with your provider as a web application, with this address."
        />
        {signIn === null ? null : (
          <CopyField
            label="Sign-in page"
            value={signIn}
            note="Share this address with your team. It shows your provider’s button."
          />
        )}
      </div>
    </Card>
  );
}

/** The practice's sign-in provider. */
export function SingleSignOnSettings() {
  const query = useQuery(actionQuery('identity_provider', {}));
  const [adding, setAdding] = useState(false);
  return (
    <QueryView query={query} skeleton={<SkeletonRows rows={3} />} failure="Couldn’t load single sign-on">
      {(data) => (
        <div className="flex flex-col gap-4">
          {data.can_save === '1' ? null : (
            <Banner tone="warning">
              This server can’t store a client secret yet. Ask your system administrator to set CODE_SECRET
              and PUBLIC_URL.
            </Banner>
          )}
          {data.provider ? (
            <ProviderCard provider={data.provider} />
          ) : (
            <Card flush>
              <EmptyState
                icon={<KeyRound />}
                title="No single sign-on"
                action={
                  <Button variant="primary" disabled={data.can_save === '0'} onClick={() => setAdding(true)}>
                    Set up single sign-on
                  </Button>
                }
              >
                Let your team sign in with your organisation’s account, such as Microsoft or Google, instead
                of a Burrow password.
              </EmptyState>
            </Card>
          )}
          <Addresses {...data} />
          {adding ? <ProviderForm provider={null} onClose={() => setAdding(false)} /> : null}
        </div>
      )}
    </QueryView>
  );
}
