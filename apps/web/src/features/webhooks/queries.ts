import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callAction } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery, readAgainAfter } from '../../lib/query.ts';

/** The practice's endpoints, oldest first. */
export const endpointsQuery = actionQuery('webhook_endpoints', {});

/** A delivery with its body and attempts. */
export const deliveryQuery = (endpointId: number, deliveryId: number) =>
  actionQuery('webhook_delivery', { endpoint_id: endpointId, delivery_id: deliveryId });

/** Deliveries per page. */
export const deliveriesPageSize = 50;

/** The deliveries to an endpoint, newest first; only failed ones, if `failed`. */
export const useDeliveries = (endpointId: number, failed: boolean) =>
  usePagedList({
    action: 'webhook_deliveries',
    asked: { endpoint_id: endpointId, ...(failed ? { failed: '1' as const } : {}) },
    read: (input, signal) => callAction('webhook_deliveries', input, { signal }),
    sizes: { first: deliveriesPageSize, next: deliveriesPageSize },
    // Refetch, because deliveries happen all the time.
    staleTime: 0,
  });

const lookMs = 3000;

/**
 * Refetches all webhook queries every few seconds while deliveries are pending, because there are no live updates for
 * them.
 */
export function useReadAgainWhile(isUnderWay: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => readAgainAfter(client, 'webhook_resend'), lookMs);
    return () => clearInterval(timer);
  }, [client, isUnderWay]);
}
