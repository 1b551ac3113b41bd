import type { WebhookDelivery } from '@burrow/contracts/webhook';
import { eventLabel } from '@burrow/contracts/webhook-event-types';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { plural } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

const looks: Record<WebhookDelivery['status'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'pending' },
  delivered: { label: 'Delivered', tone: 'confirmed' },
  failed: { label: 'Failed', tone: 'attention' },
};

function SendAgain({ endpointId, delivery }: { endpointId: number; delivery: WebhookDelivery }) {
  const resend = useCommand('webhook_resend');
  const label = delivery.status === 'waiting' ? 'Send now' : 'Send again';
  const send = () =>
    toast.tell(resend.mutateAsync({ endpoint_id: endpointId, delivery_id: delivery.id }), {
      done: 'Sending again',
      failed: (error) => failureText('Couldn’t send the event again', error),
    });
  return (
    <Button
      size="small"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      busy={resend.isPending}
      aria-label={resend.isPending ? undefined : `${label}: ${eventLabel(delivery.type)}, ${delivery.id}`}
      onClick={send}
    >
      {label}
    </Button>
  );
}

/** The delivery of one event to an endpoint. Opened, it shows the payload and the result of each attempt. */
export function DeliveryRow({
  endpointId,
  delivery,
  isOn,
}: {
  endpointId: number;
  delivery: WebhookDelivery;
  /** Whether the endpoint is on. */
  isOn: boolean;
}) {
  const { dateTime } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const { type, status, attempts, next_try_at: next, last_error: error, occurred_at: at } = delivery;
  const { label, tone } = looks[status];
  const facts = [
    dateTime(at),
    ...(attempts > 1 ? [plural(attempts, 'attempt')] : []),
    ...(next !== null && attempts > 0 ? [`next attempt at ${dateTime(next)}`] : []),
  ];
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-semibold">{eventLabel(type)}</span>
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="figures text-sm text-ink-soft">{facts.join(' · ')}</p>
          {error === null ? null : (
            <p className="text-sm font-medium wrap-anywhere text-attention">{error}</p>
          )}
        </div>
        {isOn ? <SendAgain endpointId={endpointId} delivery={delivery} /> : null}
      </div>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-sm text-ink-soft hover:text-ink pointer-coarse:py-2">
          Details
        </summary>
        {isOpen ? <DeliveryDetail endpointId={endpointId} deliveryId={delivery.id} /> : null}
      </details>
    </li>
  );
}
