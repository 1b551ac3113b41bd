import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { trialRemaining } from '../trial.ts';

type Status = OutputOf<'subscription/status'>;

const looks: Record<Status['status'], { tone: BadgeTone; label: string }> = {
  trial: { tone: 'pending', label: 'Trial' },
  active: { tone: 'confirmed', label: 'Subscribed' },
  past_due: { tone: 'attention', label: 'Payment overdue' },
  lapsed: { tone: 'attention-strong', label: 'Expired' },
};

const explanations: Record<Status['status'], string> = {
  trial: 'Everything can be used until the trial ends.',
  active: 'The practice has a subscription. There is nothing to do.',
  past_due:
    'The last payment for the subscription did not arrive. Please settle it soon, so that work is not interrupted.',
  lapsed:
    'Your trial period has expired. Please subscribe to continue using the service. Until then records can be read, appointments can be cancelled, but nothing new can be saved.',
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-4 py-2">
      <dt className="w-28 shrink-0 text-ink-soft sm:w-40">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

function Standing({ status }: { status: Status }) {
  const formats = useFormats();
  const practice = usePractice();
  const remaining = trialRemaining(status);
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">{explanations[status.status]}</p>
      <dl className="divide-y divide-line border-y border-line">
        <Fact name="Practice">{practice?.tenant_name}</Fact>
        <Fact name="Subscription">{status.has_subscription ? 'Yes' : 'No'}</Fact>
        {status.trial_end_date ? (
          <Fact name={remaining ? 'Trial ends' : 'Trial ended'}>
            {formats.date(status.trial_end_date)}
            {remaining ? <span className="font-normal text-ink-soft"> ({remaining})</span> : null}
          </Fact>
        ) : null}
      </dl>
      {status.status === 'active' ? null : (
        <p className="max-w-prose text-ink-soft">
          To subscribe, please contact whoever runs Burrow for you and tell them the name of your practice. As
          soon as the subscription has started, this page shows it.
        </p>
      )}
    </div>
  );
}

/** Where the practice stands with its trial or subscription (/admin/subscription). */
export function SubscriptionPage() {
  usePage('Subscription', paths.dashboard);
  const status = useQuery(actionQuery('subscription/status', {}));
  const look = status.data && looks[status.data.status];
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <PageHeader
        title="Subscription"
        leading={<CreditCard aria-hidden="true" className="size-7 text-brand" />}
        badges={look ? <Badge tone={look.tone}>{look.label}</Badge> : null}
      />
      <Card>
        {status.data ? <Standing status={status.data} /> : null}
        {status.isPending ? <Loading /> : null}
        {status.isError && !status.data ? (
          <ErrorPanel
            title="Failed to load the subscription"
            onRetry={() => void status.refetch()}
            retrying={status.isFetching}
          >
            {messageOf(status.error, '')}
          </ErrorPanel>
        ) : null}
      </Card>
    </div>
  );
}
