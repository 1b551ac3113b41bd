import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { CheckoutNote } from '../components/checkout-note.tsx';
import { InvoicesCard } from '../components/invoices-card.tsx';
import { StandingCard } from '../components/standing-card.tsx';
import { standingOf, type Standing } from '../standing.ts';

const looks: Record<Standing, { tone: BadgeTone; label: string }> = {
  trial: { tone: 'pending', label: 'Trial' },
  'trial-over': { tone: 'attention', label: 'Trial ended' },
  active: { tone: 'confirmed', label: 'Subscribed' },
  cancelling: { tone: 'pending', label: 'Cancelled' },
  past_due: { tone: 'attention', label: 'Payment overdue' },
  lapsed: { tone: 'attention-strong', label: 'Expired' },
};

/** The practice's trial or subscription (/admin/subscription). */
export function SubscriptionPage() {
  usePage('Subscription', paths.dashboard);
  const status = useQuery(actionQuery('subscription/status', {}));
  const look = status.data && looks[standingOf(status.data)];
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <PageHeader
        title="Subscription"
        leading={<CreditCard aria-hidden="true" className="size-7 text-brand" />}
        badges={look ? <Badge tone={look.tone}>{look.label}</Badge> : null}
      />
      <CheckoutNote />
      {status.data ? (
        <StandingCard status={status.data} />
      ) : (
        <Card>
          {status.isPending ? <Loading /> : null}
          {status.isError ? <QueryError query={status} title="Couldn’t load the subscription" /> : null}
        </Card>
      )}
      {status.data?.can_manage ? <InvoicesCard /> : null}
    </div>
  );
}
