import type { BookingPageView } from '@burrow/contracts/booking-page';
import { useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { createRequests } from '../lib/requests.ts';
import { useLeaving } from '../lib/use-leaving.ts';
import { call } from './call.ts';
import type { SignedIn } from './session.ts';
import { asksForDeposit } from './terms.tsx';
import { requestedIn, type Booking } from './use-booking.ts';

/** Refusals that another time solves. */
const otherTime = new Set<unknown>(['slot_taken', 'slot_not_offered', 'nonexistent_time']);

/** A deposit to be paid in another tab: the card provider’s page can’t be in a frame. */
export interface OpenCheckout {
  id: string;
  url: string;
  amount: string;
}

interface RequestInput {
  view: BookingPageView;
  booking: Booking;
  /** Of a number that the practice did not know: what creates its client. */
  registrationToken: string | null;
  /** The client's pet that it is for; null for the one in the draft. */
  animalId: number | null;
  /** The session has ended, so the number must be proved again. */
  onSignedOut: () => void;
}

/** Sends the request: the client and the pet if they are new, then the appointment or its deposit. What is done is not repeated. */
export function useRequest({ view, booking, registrationToken, animalId, onSignedOut }: RequestInput) {
  const { practice, is_embedded: isEmbedded } = view;
  const { draft } = booking;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [checkout, setCheckout] = useState<OpenCheckout | null>(null);
  const { isLeaving, leaveFor } = useLeaving();
  // A repeated attempt adds no second pet, and makes no second appointment when an answer was lost.
  const [adding] = useState(createRequests);
  const [sending] = useState(createRequests);
  const signedIn = async (): Promise<SignedIn> => {
    if (booking.session !== null) return booking.session;
    const session = await call('cp/code/complete', {
      tenant_id: practice.tenant_id,
      phone: draft.phone.trim(),
      registration_token: registrationToken ?? '',
      name: draft.name.trim(),
      ...(draft.email.trim() === '' ? {} : { email: draft.email.trim() }),
    });
    booking.keepSession(session);
    return session;
  };
  const animalOf = async (apiKey: string): Promise<number> => {
    if (animalId !== null) return animalId;
    const pet = { name: draft.petName.trim(), type: Number(draft.speciesId), breed: draft.breed.trim() };
    const added = await adding.once(pet, (idempotencyKey) =>
      call('cp/animal_create', pet, { apiKey, idempotencyKey }),
    );
    return added.animal_id;
  };
  const request = async () => {
    const { apiKey } = (await signedIn()).auth;
    const wanted = {
      animal_id: await animalOf(apiKey),
      service_id: draft.serviceId ?? 0,
      booking_date: draft.date,
      booking_time: draft.time,
      notes: draft.notes.trim(),
      ...(draft.staffId === null ? {} : { staff_id: draft.staffId }),
    };
    if (!asksForDeposit(practice)) {
      const { booking_id: bookingId } = await sending.once(wanted, (idempotencyKey) =>
        call('cp/booking_create', wanted, { apiKey, idempotencyKey }),
      );
      booking.finish(requestedIn(booking, bookingId, null));
      return;
    }
    const deposit = { ...wanted, return_url: window.location.origin + window.location.pathname };
    const opened = await sending.once(deposit, (idempotencyKey) =>
      call('cp/payment/create_checkout', deposit, { apiKey, idempotencyKey }),
    );
    // A later attempt asks again: the payment may have ended.
    sending.shown();
    if (isEmbedded) setCheckout({ id: opened.id, url: opened.checkout_url, amount: opened.deposit_amount });
    else leaveFor(opened.checkout_url);
  };
  const refused = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null;
    if (otherTime.has(code)) {
      booking.loseTime(messageOf(error, 'This time is no longer free. Choose another.'));
    } else if (error instanceof ApiError && (error.status === 401 || code === 'phone_not_verified')) {
      booking.keepSession(null);
      onSignedOut();
    } else setProblem(messageOf(error, 'Couldn’t send your request. Please try again.'));
  };
  return {
    busy: busy || isLeaving,
    problem,
    checkout,
    /** The appointment was requested with a deposit that was paid in another tab. */
    paid: (bookingId: number | null, amount: string) =>
      booking.finish(requestedIn(booking, bookingId, amount)),
    forgive: () => setProblem(null),
    submit: () => {
      if (busy || isLeaving) return;
      setBusy(true);
      setProblem(null);
      // For the confirmation on the page after a payment.
      booking.change({ petName: draft.petName });
      void request()
        .catch(refused)
        .finally(() => setBusy(false));
    },
  };
}
