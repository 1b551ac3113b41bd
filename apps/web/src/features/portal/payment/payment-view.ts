import { paths } from '../../../lib/paths.ts';
import type { PaymentOutcome } from './verify-payment.ts';

const afterNothingMs = 2000;
const afterOutcomeMs = 3000;

/** The texts for the result of a payment. */
export interface PaymentView {
  look: 'verifying' | 'success' | 'waiting' | 'issue';
  title: string;
  text: string;
  /** A note below, in small print. */
  detail?: string;
  /** Whether the practice must help, so that its number is shown. */
  needsPractice?: true;
  /** The next page. It opens automatically after a few seconds, unless `afterMs` is null. */
  next?: { to: string; afterMs: number | null; label: string };
  /** Where to book for pets that are still due. */
  due?: { to: string; label: string };
}

export const verifying: PaymentView = {
  look: 'verifying',
  title: 'Verifying Payment',
  text: 'Please wait while we check your payment with the card provider.',
};

const toAppointments = { to: paths.appointments, afterMs: afterOutcomeMs, label: 'View My Appointments' };

/** The texts for an outcome that needs action. `money` formats an amount. */
function issueText(
  outcome: PaymentOutcome,
  money: (amount: string) => string,
): Pick<PaymentView, 'text' | 'detail' | 'needsPractice' | 'next'> | null {
  switch (outcome.kind) {
    case 'nothing-to-verify':
      return {
        text: 'No payment information found. Redirecting to dashboard...',
        next: { to: paths.customerHome, afterMs: afterNothingMs, label: 'Back to Dashboard' },
      };
    case 'returned':
      return {
        text: `The time you chose was taken before your payment arrived, so no appointment was made. Your deposit of ${money(outcome.amount)} is being refunded to your card.`,
        detail: 'It usually takes 5–10 working days. Please choose another time.',
      };
    case 'booking-failed':
      return {
        text: 'Payment successful but booking creation failed. Please contact support with your payment confirmation.',
        needsPractice: true,
        ...(outcome.paymentId === null ? {} : { detail: `Payment confirmation: ${outcome.paymentId}` }),
      };
    case 'failed':
      return { text: 'Payment failed. Please try again or contact support.', needsPractice: true };
    case 'unknown':
      return { text: outcome.message, needsPractice: true };
    default:
      return null;
  }
}

/** The texts for an outcome. `money` formats an amount. */
export function viewOf(outcome: PaymentOutcome, money: (amount: string) => string): PaymentView {
  const issue = issueText(outcome, money);
  if (issue !== null) return { look: 'issue', title: 'Payment Issue', ...issue };
  if (outcome.kind === 'booked') {
    return {
      look: 'success',
      title: 'Payment Successful!',
      text: `Your deposit of ${money(outcome.amount)} has been paid and your appointment request has been submitted. You will be contacted to confirm the details.`,
      detail: 'Redirecting to your bookings...',
      next: toAppointments,
    };
  }
  if (outcome.kind === 'paid-only') {
    return {
      look: 'success',
      title: 'Payment Successful!',
      text: 'Payment successful! Please create your booking manually or contact support.',
      next: { to: paths.appointmentRequest(), afterMs: afterOutcomeMs, label: 'Request Appointment' },
    };
  }
  return {
    look: 'waiting',
    title: 'Verifying Payment',
    text: 'Payment is still processing. Please check your bookings shortly.',
    next: toAppointments,
  };
}
