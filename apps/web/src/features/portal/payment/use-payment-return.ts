import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callAction } from '../../../lib/api.ts';
import { readAgainAfter } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { forgetPendingPayment, readPendingPayment } from './pending-payment.ts';
import { betweenLooksMs, verifyPayment, type PaymentCalls, type PaymentOutcome } from './verify-payment.ts';

const calls: PaymentCalls = {
  status: (checkoutId) => callAction('cp/payment/status', { checkout_id: checkoutId }),
  book: (wanted, paymentId) =>
    callAction('cp/booking_create', { ...wanted, payment_id: paymentId, deposit_paid: 1 }),
  pause: () => new Promise((resolve) => setTimeout(resolve, betweenLooksMs)),
};

/** The same calls, of which none begins once `signal` says that nobody waits any more. */
const whileWanted = (signal: AbortSignal): PaymentCalls => ({
  status: (checkoutId) => {
    signal.throwIfAborted();
    return calls.status(checkoutId);
  },
  book: (wanted, paymentId) => {
    signal.throwIfAborted();
    return calls.book(wanted, paymentId);
  },
  pause: async () => {
    await calls.pause();
    signal.throwIfAborted();
  },
});

/** How the payment came out that the browser is back from; null while that is being found out. */
export function usePaymentReturn(): PaymentOutcome | null {
  const { tenantId, userId } = useSession();
  const [params] = useSearchParams();
  const namedId = params.get('checkout_id') ?? params.get('id');
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const kept = readPendingPayment({ tenantId, userId });
    void verifyPayment(kept, namedId, whileWanted(left.signal)).then(
      (found) => {
        if (left.signal.aborted) return;
        if ('checkoutId' in found) forgetPendingPayment(found.checkoutId);
        readAgainAfter(client, 'cp/booking_create');
        setOutcome(found);
      },
      (error: unknown) => {
        if (!left.signal.aborted) throw error;
      },
    );
    return () => left.abort();
  }, [client, namedId, tenantId, userId]);
  return outcome;
}
