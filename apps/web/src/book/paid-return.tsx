import type { OutputOf } from '@burrow/contracts/actions';
import type { BookingPageView } from '@burrow/contracts/booking-page';
import { useEffect, useState } from 'react';
import {
  betweenLooksMs,
  isDeclined,
  pauseWhileWanted,
  watchPayment,
} from '../features/portal/payment/verify-payment.ts';
import { ApiError } from '../lib/api-error.ts';
import { formatsOf } from '../lib/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import { textLinkClass } from '../ui/text-link.ts';
import { call } from './call.ts';
import { Confirmation } from './confirmation.tsx';
import { kept } from './kept.ts';
import { requestedIn, type Booking } from './use-booking.ts';
import { draftKey } from './visitor.ts';

const looks = 15;

/** The outcome of a payment; 'late' if it is not known after some looks. */
type Outcome = OutputOf<'book/payment'> | 'late' | 'unknown';

/** The outcome of the payment that the browser returns from; undefined until it is known. */
function usePaidReturn(tenantId: number, checkoutId: string): Outcome | undefined {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const status = async () => {
      const answer = await call('book/payment', { tenant_id: tenantId, checkout_id: checkoutId }, { signal });
      // Another card may still pay the same checkout.
      if (isDeclined(answer)) setOutcome(answer);
      return answer;
    };
    watchPayment({ status, pause: pauseWhileWanted(signal, betweenLooksMs), looks }).then(
      (answer) => {
        // It is an appointment now.
        if (answer.outcome === 'booked') kept.write(draftKey(tenantId), null);
        setOutcome(answer.status === 'PENDING' ? 'late' : answer);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setOutcome(error instanceof ApiError && error.status === 404 ? 'unknown' : 'late');
      },
    );
    return () => left.abort();
  }, [tenantId, checkoutId]);
  return outcome;
}

/** Why a payment made no appointment. */
function sentenceOf(outcome: Exclude<Outcome, 'late'>, money: (amount: string) => string): string {
  if (outcome === 'unknown')
    return 'We couldn’t find this payment. If you’ve paid, please contact the practice.';
  return outcome.outcome === 'returned'
    ? `The time you chose was taken before your payment arrived, so no appointment was made. Your deposit of ${money(outcome.deposit_amount)} is being refunded to your card.`
    : 'The payment didn’t go through, so no appointment was made.';
}

/** Shown after the payment page: what became of the appointment. */
export function PaidReturn({
  view,
  checkoutId,
  booking,
}: {
  view: BookingPageView;
  checkoutId: string;
  booking: Booking;
}) {
  const { practice, is_embedded: isEmbedded } = view;
  const outcome = usePaidReturn(practice.tenant_id, checkoutId);
  if (typeof outcome === 'object' && outcome.outcome === 'booked') {
    const requested = requestedIn(booking, null, outcome.deposit_amount);
    return <Confirmation {...{ practice, requested, isEmbedded }} onAgain={null} />;
  }
  return (
    <div
      role="status"
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-6 shadow-card sm:px-8"
    >
      {outcome === undefined ? (
        <p className="flex items-center gap-3 font-semibold">
          <Spinner className="size-6 text-brand" /> Checking your payment...
        </p>
      ) : outcome === 'late' ? (
        <p>
          Your payment is still being processed. {practice.tenant_name} will get your request when it goes
          through.
        </p>
      ) : (
        <>
          <p className="max-w-prose">{sentenceOf(outcome, formatsOf(practice).money)}</p>
          {practice.requests_open ? (
            <p>
              <a href="?" className={textLinkClass}>
                Choose another time
              </a>
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
