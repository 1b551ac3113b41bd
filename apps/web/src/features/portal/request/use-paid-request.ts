import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callAction, type OutputOf } from '../../../lib/api.ts';
import { readAgainAfter } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { forgetPendingPayment, readPendingPayment } from '../payment/pending-payment.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import { asksFor, emptyRequest } from './request-draft.ts';

/** What is known of the payment that this browser remembers; `none` also for one that is not through. */
type PaidRequest = 'looking' | 'none' | 'requested';

const isRequested = ({ status, booking_id: bookingId }: OutputOf<'cp/payment/status'>): boolean =>
  status === 'PAID' && bookingId !== null;

/**
 * Whether somebody paid for a request and did not come back to hear of it: then the payment, and the draft that it was
 * for, are forgotten, so that it is not asked for a second time.
 */
export function usePaidRequest(): PaidRequest {
  const { tenantId, userId } = useSession();
  const client = useQueryClient();
  const draft = useKeptDraft('request', emptyRequest);
  const [kept] = useState(() => readPendingPayment({ tenantId, userId }));
  const [found, setFound] = useState<PaidRequest>(kept === null ? 'none' : 'looking');
  useEffect(() => {
    if (kept === null) return undefined;
    const left = new AbortController();
    void callAction('cp/payment/status', { checkout_id: kept.checkoutId }, { signal: left.signal }).then(
      (answer) => {
        if (left.signal.aborted) return;
        if (!isRequested(answer)) return setFound('none');
        forgetPendingPayment(kept.checkoutId);
        if (kept.wanted !== null && asksFor(draft.read(), kept.wanted)) draft.forget();
        readAgainAfter(client, 'cp/booking_create');
        setFound('requested');
      },
      () => {
        // The form serves as well, and the server refuses what was asked for already.
        if (!left.signal.aborted) setFound('none');
      },
    );
    return () => left.abort();
  }, [client, draft, kept]);
  return found;
}
