import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { maxEndpoints } from '@burrow/contracts/webhook-limits';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { eventsInWords, shortUrl, stateOf } from '../endpoint-words.ts';
import { AddWebhook } from '../forms/webhook-forms.tsx';
import { endpointsQuery } from '../queries.ts';

function Row({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { dateTime } = useFormats();
  const { id, url, description, events, waiting, failed, last_delivered_at: last } = endpoint;
  const { label, tone } = stateOf(endpoint);
  const facts = [
    last === null ? 'Nothing delivered yet' : `Last delivered ${dateTime(last)}`,
    ...(waiting > 0 ? [`${plural(waiting, 'event')} waiting`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return (
    <li>
      <Link
        to={paths.webhook(id)}
        className="flex items-center gap-3 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="min-w-0 font-semibold wrap-anywhere">{description ?? shortUrl(url)}</span>
            <Badge tone={tone}>{label}</Badge>
          </span>
          {description === null ? null : <span className="text-sm wrap-anywhere">{shortUrl(url)}</span>}
          <span className="text-sm text-ink-soft">{eventsInWords(events)}</span>
          <span className="figures text-sm text-ink-soft">{facts.join(' · ')}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}

/** The practice's outgoing webhooks. */
export function WebhooksCard() {
  const query = useQuery(endpointsQuery);
  const [adding, setAdding] = useState(false);
  const { data } = query;
  const isFull = data !== undefined && data.length >= maxEndpoints;
  return (
    <Card
      title="Webhooks"
      flush
      actions={
        data && !isFull ? (
          <Button
            size="small"
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setAdding(true)}
          >
            Add webhook
          </Button>
        ) : null
      }
    >
      <QueryView
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load the webhooks"
        empty={
          <EmptyState icon={<Webhook />} title="No webhooks">
            A webhook tells another program, such as your accounts software, straight away when an appointment
            or a client changes.
          </EmptyState>
        }
      >
        {(endpoints) => (
          <ul aria-label="Webhooks" className="divide-y divide-line">
            {endpoints.map((endpoint) => (
              <Row key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        )}
      </QueryView>
      {isFull ? (
        <p className="border-t border-line px-4 py-2.5 text-sm text-ink-soft">
          You have {maxEndpoints} webhooks, the maximum for a practice.
        </p>
      ) : null}
      {adding ? <AddWebhook onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}
