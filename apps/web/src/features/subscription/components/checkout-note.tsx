import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { callAction } from '../../../lib/api.ts';
import { actionKey, readAgainAfter } from '../../../lib/query.ts';
import { Spinner } from '../../../ui/spinner.tsx';

/** A payment usually completes at once; after half a minute it may take hours. */
const looks = 15;
const betweenLooksMs = 2000;

/** Polls a subscription after payment until it has started, or for a limited time. */
function useStarted(): 'waiting' | 'started' | 'slow' {
  const client = useQueryClient();
  const { data: isStarted, ...query } = useQuery({
    queryKey: ['subscription-started'],
    queryFn: async () => {
      const status = await callAction('subscription/refresh', {});
      client.setQueryData(actionKey('subscription/status', {}), status);
      if (status.status === 'active') readAgainAfter(client, 'subscription/refresh');
      return status.status === 'active';
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data === true || state.dataUpdateCount + state.errorUpdateCount >= looks ? false : betweenLooksMs,
  });
  if (isStarted === true) return 'started';
  const { dataUpdateCount, errorUpdateCount } = client.getQueryState(['subscription-started']) ?? {};
  const isOver = (dataUpdateCount ?? 0) + (errorUpdateCount ?? 0) >= looks;
  return isOver && !query.isFetching ? 'slow' : 'waiting';
}

/** Shown after returning from paying for the subscription. */
function Paid() {
  const started = useStarted();
  return (
    <div role="status">
      {started === 'waiting' ? (
        <p className="flex items-center gap-2 rounded-md bg-brand-soft px-3 py-2">
          <Spinner />
          Confirming your subscription with the card provider...
        </p>
      ) : null}
      {started === 'started' ? (
        <p className="flex items-center gap-2 rounded-md bg-confirmed-soft px-3 py-2 font-medium text-confirmed">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
          Your subscription has started. Thank you!
        </p>
      ) : null}
      {started === 'slow' ? (
        <p className="rounded-md bg-pending-soft px-3 py-2">
          Your payment is still being processed. This page shows the subscription as soon as it has started.
        </p>
      ) : null}
    </div>
  );
}

/** The result of the visit to the payment page, from the address. */
export function CheckoutNote() {
  const [params] = useSearchParams();
  const checkout = params.get('checkout');
  if (checkout === 'done') return <Paid />;
  if (checkout !== 'cancelled') return null;
  return (
    <p role="status" className="rounded-md bg-brand-soft px-3 py-2">
      You haven’t subscribed. Nothing was charged.
    </p>
  );
}
