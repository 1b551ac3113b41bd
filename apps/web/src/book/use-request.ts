import type { BookingPageView } from '@burrow/contracts/booking-page';
import { useState } from 'react';
import { changedDeposit } from '../features/portal/change/terms-words.ts';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { createRequests } from '../lib/requests.ts';
import { useLeaving } from '../lib/use-leaving.ts';
import { sendRequest, type OpenCheckout, type RequestToSend } from './send-request.ts';
import { asksForDeposit, depositOf } from './terms.tsx';
import { requestedIn, type Booking, type NewNumber } from './use-booking.ts';

/** Refusals that another time solves. */
const otherTime = new Set<unknown>(['slot_taken', 'slot_not_offered', 'nonexistent_time']);

/** The practice has changed its deposit or what it offers since the page was sent. */
const otherOffer = new Set<unknown>(['deposit_required', 'deposit_not_asked', 'not_found']);

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

interface RequestInput extends Pick<RequestToSend, 'animalId' | 'onPetAdded'> {
  view: BookingPageView;
  booking: Booking;
  /** The session has ended, so the number must be proved again. */
  onSignedOut: () => void;
}

/** What becomes of a refusal. @returns what to show beside the button; null if another step shows it */
function refusal(error: unknown, { booking, onSignedOut }: RequestInput): string | null {
  const code = codeOf(error);
  if (otherTime.has(code)) {
    booking.loseTime(messageOf(error, 'This time is no longer free. Choose another.'));
    return null;
  }
  if (error instanceof ApiError && (error.status === 401 || code === 'phone_not_verified')) {
    booking.keepSession(null);
    onSignedOut();
    return null;
  }
  return messageOf(error, 'Couldn’t send your request. Please try again.');
}

/** Sends the request, and shows what becomes of it. In a frame, the deposit is paid in another tab. */
export function useRequest(input: RequestInput) {
  const { view, booking, animalId, onPetAdded } = input;
  const { draft, session, newNumber, readPractice } = booking;
  const [busy, setBusy] = useState(false);
  const [sentFor, setSentFor] = useState<NewNumber | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [checkout, setCheckout] = useState<OpenCheckout | null>(null);
  const { isLeaving, leaveFor } = useLeaving();
  const [requests] = useState(() => ({ adding: createRequests(), sending: createRequests() }));
  /** Whether the deposit or its terms differ from those the visitor was shown: they must know what they pay. */
  const isDepositChanged = async () => {
    const shown = view.practice;
    if (!asksForDeposit(shown)) return false;
    const now = await readPractice();
    if (!now.requests_open) return true;
    return asksForDeposit(now) && depositOf(now, draft.serviceId) !== depositOf(shown, draft.serviceId);
  };
  const request = async () => {
    const { practice, is_embedded: isEmbedded } = view;
    if (await isDepositChanged()) {
      setProblem(changedDeposit);
      return;
    }
    const onSignedIn = booking.keepSession;
    const registrationToken = newNumber?.registration_token ?? null;
    const wanted = { practice, draft, session, registrationToken, animalId };
    const sent = await sendRequest({ ...wanted, ...requests, onSignedIn, onPetAdded });
    if ('bookingId' in sent) booking.finish(requestedIn(booking, sent.bookingId, null));
    else if (isEmbedded) setCheckout(sent.checkout);
    else leaveFor(sent.checkout.url);
  };
  const submit = async () => {
    if (busy || isLeaving) return;
    setBusy(true);
    setSentFor(newNumber);
    setProblem(null);
    // For the confirmation on the page after a payment.
    booking.change({ petName: draft.petName });
    const fail = (error: unknown) => setProblem(refusal(error, input));
    await request()
      .catch(async (error: unknown) => {
        // Shown with what to press now.
        if (otherOffer.has(codeOf(error))) await readPractice();
        fail(error);
      })
      .catch(fail);
    setBusy(false);
  };
  return {
    busy: busy || isLeaving,
    /** The new number that is being sent, whose client may just have been created; null for none. */
    sentFor: busy || isLeaving ? sentFor : null,
    problem,
    checkout,
    /** The appointment was requested with a deposit that was paid in another tab. */
    paid: (bookingId: number | null, amount: string) =>
      booking.finish(requestedIn(booking, bookingId, amount)),
    /** The checkout can’t be paid any more: the form returns, to pay by another. */
    paymentEnded: () => {
      setCheckout(null);
      setProblem('Payment failed. Please try again.');
    },
    forgive: () => setProblem(null),
    submit: () => void submit(),
  };
}
