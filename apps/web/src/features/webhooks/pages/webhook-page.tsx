import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { DeliveryLog } from '../components/delivery-log.tsx';
import { EndpointActions } from '../components/endpoint-actions.tsx';
import { eventsInWords, shortUrl, stateOf, troubleOf } from '../endpoint-words.ts';
import { endpointsQuery } from '../queries.ts';

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { dateTime } = useFormats();
  const { url, description, events, old_secret_until: oldSecret, last_delivered_at: last } = endpoint;
  const { label, tone } = stateOf(endpoint);
  const trouble = troubleOf(endpoint, dateTime);
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{description ?? shortUrl(url)}</span>}
        badges={<Badge tone={tone}>{label}</Badge>}
        subtitle="Webhook"
        actions={<EndpointActions endpoint={endpoint} />}
      />
      {trouble === null ? null : (
        <Banner tone="warning" icon={<TriangleAlert />}>
          {trouble}
        </Banner>
      )}
      <Card>
        <Facts>
          <Fact name="Address">{url}</Fact>
          <Fact name="Events">{eventsInWords(events)}</Fact>
          <Fact name="Last delivered">{last === null ? 'Nothing yet' : dateTime(last)}</Fact>
          <Fact name="Secret">
            {oldSecret === null
              ? 'Shown once, when created. You can create a new one under More actions.'
              : `A new one was created. The previous one works until ${dateTime(oldSecret)}.`}
          </Fact>
        </Facts>
      </Card>
      <DeliveryLog endpoint={endpoint} />
    </>
  );
}

/** An endpoint with its delivery log (/admin/webhook/:id). */
export function WebhookPage() {
  const id = useRecordId();
  const query = useQuery(endpointsQuery);
  usePage('Webhook', paths.settings('integrations'));
  const endpoint = query.data?.find((one) => one.id === id);
  if (query.data && !endpoint) {
    return (
      <Card>
        <EmptyState
          title="Webhook not found"
          action={<ButtonLink to={paths.settings('integrations')}>All integrations</ButtonLink>}
        >
          It may have been deleted, or belong to another practice.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      {query.isPending ? (
        <Card flush>
          <SkeletonRows rows={6} />
        </Card>
      ) : null}
      {query.isError && !query.data ? (
        <Card>
          <QueryError query={query} title="Couldn’t load the webhook" />
        </Card>
      ) : null}
      {endpoint ? <Endpoint endpoint={endpoint} /> : null}
    </div>
  );
}
