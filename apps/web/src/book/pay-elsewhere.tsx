import type { BookablePractice } from '@burrow/contracts/booking-page';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  isDeclined,
  pauseWhileWanted,
  watchPayment,
  type PaymentStatus,
} from '../features/portal/payment/verify-payment.ts';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { formatsOf } from '../lib/format.ts';
import { buttonClass } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { call } from './call.ts';
import type { Booking } from './use-booking.ts';
import type { OpenCheckout } from './send-request.ts';

const betweenLooksMs = 3000;

interface PayElsewhereProps {
  practice: BookablePractice;
  checkout: OpenCheckout;
  booking: Booking;
  onPaid: (bookingId: number | null, amount: string) => void;
  /** The checkout can’t be paid any more. */
  onEnded: () => void;
}

const declined = 'Your card was declined. Please try another card.';

type Look = Omit<PaymentStatus, 'payment_id'>;

/** Checks a payment by its checkout. If the session has ended, the appointment is booked too, but its id is not known. */
function looksAt(checkout_id: string, tenant_id: number, apiKey: string | undefined) {
  let hasEnded = false;
  return async (signal: AbortSignal): Promise<Look> => {
    if (!hasEnded) {
      try {
        return await call('cp/payment/status', { checkout_id }, { apiKey, signal });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
        hasEnded = true;
      }
    }
    return { ...(await call('book/payment', { tenant_id, checkout_id }, { signal })), booking_id: null };
  };
}

/** Checks the payment until it has an outcome. @returns what went wrong; null while nothing has */
function usePaymentElsewhere(props: PayElsewhereProps): string | null {
  const { practice, checkout, booking, onPaid, onEnded } = props;
  const { tenant_id: tenantId } = practice;
  const [problem, setProblem] = useState<string | null>(null);
  const apiKey = booking.session?.auth.apiKey;
  const finish = useEffectEvent((answer: Look) => {
    if (answer.outcome === 'booked') onPaid(answer.booking_id, answer.deposit_amount);
    else if (answer.outcome === 'returned') {
      booking.loseTime(
        'The time was taken before your payment arrived. Your deposit is being refunded to your card.',
      );
    } else onEnded();
  });
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const look = looksAt(checkout.id, tenantId, apiKey);
    const status = async () => {
      const answer = await look(signal);
      setProblem(isDeclined(answer) ? declined : null);
      return answer;
    };
    // The visitor may take as long as the payment page lets them.
    const looks = Number.POSITIVE_INFINITY;
    watchPayment({ status, pause: pauseWhileWanted(signal, betweenLooksMs), looks }).then(
      finish,
      (error: unknown) => {
        if (!signal.aborted)
          setProblem(
            messageOf(error, 'Couldn’t check your payment. If you’ve paid, please contact the practice.'),
          );
      },
    );
    return () => left.abort();
  }, [checkout.id, tenantId, apiKey]);
  return problem;
}

/** Sends the visitor to the payment page in another tab, and waits for them here. */
export function PayElsewhere(props: PayElsewhereProps) {
  const { practice, checkout } = props;
  const { money } = formatsOf(practice);
  const problem = usePaymentElsewhere(props);
  return (
    <div className="flex max-w-md flex-col gap-4">
      <p>We’re holding your time while you pay. The payment page opens in a new tab.</p>
      <FormProblem>{problem}</FormProblem>
      <a
        href={checkout.url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('primary', 'large')}
      >
        Pay {money(checkout.amount)} deposit
        <span className="sr-only"> (opens a new tab)</span>
      </a>
      <p role="status" className="text-sm text-ink-soft">
        When you’ve paid, this page shows your appointment.
      </p>
    </div>
  );
}
