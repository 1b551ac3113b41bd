import type { BookablePractice } from '@burrow/contracts/booking-page';
import type { Requests } from '../lib/requests.ts';
import { call } from './call.ts';
import type { Draft } from './draft.ts';
import type { SignedIn } from './session.ts';
import { asksForDeposit } from './terms.tsx';

/** A deposit to be paid on the card provider’s page, which can’t be in a frame. */
export interface OpenCheckout {
  id: string;
  url: string;
  amount: string;
}

export interface RequestToSend {
  practice: BookablePractice;
  draft: Draft;
  session: SignedIn | null;
  /** Of a number that the practice did not know: what creates its client. */
  registrationToken: string | null;
  /** The client's pet that it is for; null for the one in the draft. */
  animalId: number | null;
  /** A repeated attempt adds no second pet, and makes no second appointment when an answer was lost. */
  adding: Requests;
  sending: Requests;
  onSignedIn: (session: SignedIn) => void;
  onPetAdded: (animalId: number) => void;
}

/** The session, of a new client if there is none. */
async function signedIn({ practice, draft, session, registrationToken, onSignedIn }: RequestToSend) {
  if (session !== null) return session;
  const created = await call('cp/code/complete', {
    tenant_id: practice.tenant_id,
    phone: draft.phone.trim(),
    registration_token: registrationToken ?? '',
    name: draft.name.trim(),
    ...(draft.email.trim() === '' ? {} : { email: draft.email.trim() }),
  });
  onSignedIn(created);
  return created;
}

/** The pet that the appointment is for, added if it is new. */
async function animalFor(
  { draft, animalId, adding, onPetAdded }: RequestToSend,
  apiKey: string,
): Promise<number> {
  if (animalId !== null) return animalId;
  const pet = { name: draft.petName.trim(), type: Number(draft.speciesId), breed: draft.breed.trim() };
  const added = await adding.once(pet, (idempotencyKey) =>
    call('cp/animal_create', pet, { apiKey, idempotencyKey }),
  );
  onPetAdded(added.animal_id);
  return added.animal_id;
}

/**
 * Sends the request: the client and the pet if they are new, then the appointment or its deposit.
 * @returns the appointment's id, or the checkout of its deposit
 * @throws ApiError; a further attempt repeats nothing that was done
 */
export async function sendRequest(
  request: RequestToSend,
): Promise<{ bookingId: number } | { checkout: OpenCheckout }> {
  const { practice, draft, sending } = request;
  const { apiKey } = (await signedIn(request)).auth;
  const wanted = {
    animal_id: await animalFor(request, apiKey),
    service_id: draft.serviceId ?? 0,
    booking_date: draft.date,
    booking_time: draft.time,
    notes: draft.notes.trim(),
    ...(draft.staffId === null ? {} : { staff_id: draft.staffId }),
  };
  if (!asksForDeposit(practice)) {
    const created = await sending.once(wanted, (idempotencyKey) =>
      call('cp/booking_create', wanted, { apiKey, idempotencyKey }),
    );
    return { bookingId: created.booking_id };
  }
  const deposit = { ...wanted, return_url: window.location.origin + window.location.pathname };
  const opened = await sending.once(deposit, (idempotencyKey) =>
    call('cp/payment/create_checkout', deposit, { apiKey, idempotencyKey }),
  );
  // A later attempt asks again: the payment may have ended.
  sending.shown();
  return { checkout: { id: opened.id, url: opened.checkout_url, amount: opened.deposit_amount } };
}
