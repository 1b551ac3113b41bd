import type { BookablePractice } from '@burrow/contracts/booking-page';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  isDeclined,
  pauseWhileWanted,
  watchPayment,
  type PaymentStatus,
} from '../features/portal/payment/verify-payment.ts';
import { messageOf } from '../lib/api-error.ts';
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

/** Checks the payment until it has an outcome. @returns what went wrong; null while nothing has */
function usePaymentElsewhere({ checkout, booking, onPaid, onEnded }: PayElsewhereProps): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  const apiKey = booking.session?.auth.apiKey;
  const finish = useEffectEvent((answer: PaymentStatus) => {
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
    const status = async () => {
      const answer = await call('cp/payment/status', { checkout_id: checkout.id }, { apiKey, signal });
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
  }, [checkout.id, apiKey]);
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
