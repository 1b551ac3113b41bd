import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callAction } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery, readAgainAfter } from '../../lib/query.ts';

/** The practice's endpoints, oldest first. */
export const endpointsQuery = actionQuery('webhook_endpoints', {});

/** A delivery with its body and its tries. */
export const deliveryQuery = (endpointId: number, deliveryId: number) =>
  actionQuery('webhook_delivery', { endpoint_id: endpointId, delivery_id: deliveryId });

/** Deliveries read at a time. */
export const deliveriesPageSize = 50;

/** What was sent to an endpoint, newest first; only what was given up, if `failed`. */
export const useDeliveries = (endpointId: number, failed: boolean) =>
  usePagedList({
    action: 'webhook_deliveries',
    asked: { endpoint_id: endpointId, ...(failed ? { failed: '1' as const } : {}) },
    read: (input, signal) => callAction('webhook_deliveries', input, { signal }),
    sizes: { first: deliveriesPageSize, next: deliveriesPageSize },
    // What happened a moment ago belongs in it.
    staleTime: 0,
  });

const lookMs = 3000;

/** Reads everything about webhooks again every few seconds while something is on its way: nobody tells of each delivery. */
export function useReadAgainWhile(isUnderWay: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => readAgainAfter(client, 'webhook_resend'), lookMs);
    return () => clearInterval(timer);
  }, [client, isUnderWay]);
}
