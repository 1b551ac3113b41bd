import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { keptDeliveries, keptDeliveryDays } from '@burrow/contracts/webhook-limits';
import { History, RotateCw } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../lib/failure-text.ts';
import { plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterLinks } from '../../../ui/filter-links.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { toast } from '../../../ui/toast.ts';
import { deliveriesPageSize, useDeliveries, useReadAgainWhile } from '../queries.ts';
import { DeliveryRow } from './delivery-row.tsx';

function SendAllAgain({ endpoint: { id, failed } }: { endpoint: WebhookEndpoint }) {
  const resend = useCommand('webhook_resend_failed');
  const send = () =>
    toast.tell(resend.mutateAsync({ endpoint_id: id }), {
      done: `Sending ${plural(failed, 'event')} again`,
      failed: (error) => failureText('Couldn’t send the events again', error),
    });
  return (
    <Button
      size="small"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      busy={resend.isPending}
      onClick={send}
    >
      Send all failed again
    </Button>
  );
}

/** The deliveries to an endpoint, newest first. */
export function DeliveryLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { number } = useFormats();
  const [params] = useSearchParams();
  const onlyFailed = params.get('show') === 'failed';
  const list = useDeliveries(endpoint.id, onlyFailed);
  useReadAgainWhile(endpoint.waiting > 0);
  const isOn = endpoint.is_on === '1';
  return (
    <Card
      flush
      title="Log"
      actions={
        <>
          {isOn && endpoint.failed > 0 ? <SendAllAgain endpoint={endpoint} /> : null}
          <FilterLinks
            label="Events to show"
            links={[
              { label: 'All', to: paths.webhook(endpoint.id), active: !onlyFailed },
              { label: 'Failed', to: paths.webhook(endpoint.id, 'failed'), active: onlyFailed },
            ]}
          />
        </>
      }
    >
      <KeepFocus className="outline-none">
        <PagedView
          list={list}
          size={deliveriesPageSize}
          failure="Couldn’t load the log"
          skeletonRows={4}
          empty={
            <EmptyState icon={<History />} title={onlyFailed ? 'No failed events' : 'No events sent yet'}>
              {onlyFailed
                ? 'Events that fail for three days appear here.'
                : 'Events and their results appear here. Send a test event to check the connection.'}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label="Events" className="divide-y divide-line">
              {rows.map((delivery) => (
                <DeliveryRow key={delivery.id} endpointId={endpoint.id} delivery={delivery} isOn={isOn} />
              ))}
            </ul>
          )}
        </PagedView>
      </KeepFocus>
      <p className="border-t border-line px-4 py-2.5 text-sm text-ink-soft">
        Kept for {keptDeliveryDays} days, at most {number(keptDeliveries)} events. Failed attempts are retried
        for about three days.
      </p>
    </Card>
  );
}
