import type { PortalAnimal } from '@burrow/contracts/portal';
import type { BookingPageView } from '@burrow/contracts/booking-page';
import { useEffect, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { call } from './call.ts';
import { DetailsForm } from './details-form.tsx';
import type { Draft } from './draft.ts';
import { PayElsewhere } from './pay-elsewhere.tsx';
import { PhoneProof } from './phone-proof.tsx';
import type { Booking } from './use-booking.ts';
import { useRequest } from './use-request.ts';

type Pets = readonly PortalAnimal[];

/** The active pets of a session's client, or why they are not there; undefined while they load. */
function usePets(apiKey: string | undefined): { pets: Pets | ApiError | undefined; readAgain: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ of: string; pets: Pets | ApiError }>();
  const of = `${apiKey} ${attempt}`;
  useEffect(() => {
    if (apiKey === undefined) return undefined;
    const left = new AbortController();
    call('cp/animals', {}, { apiKey, signal: left.signal }).then(
      (found) => setAnswer({ of, pets: found.filter((pet) => pet.active === '1') }),
      (error: unknown) => {
        if (error instanceof ApiError) setAnswer({ of, pets: error });
        else if (!left.signal.aborted) throw error;
      },
    );
    return () => left.abort();
  }, [apiKey, of]);
  const pets = apiKey === undefined ? [] : answer?.of === of ? answer.pets : undefined;
  return { pets, readAgain: () => setAttempt(attempt + 1) };
}

/** The pet that a draft is for: the chosen one, the one whose name was typed, or the first; null for one to be added. */
function petOf(draft: Draft, pets: Pets): PortalAnimal | null {
  const chosen = pets.find(({ id }) => id === draft.animalId);
  if (chosen || draft.isOtherPet) return chosen ?? null;
  const typed = draft.petName.trim().toLowerCase();
  if (typed === '') return pets[0] ?? null;
  return pets.find((pet) => pet.animal_name.toLowerCase() === typed) ?? null;
}

const SignedOut = () => (
  <p role="alert" className="mb-4 rounded-md bg-pending-soft px-3 py-2 font-medium">
    You’ve been signed out. Please confirm your number again; everything you entered has been kept.
  </p>
);

const PetsFailed = ({ onAgain }: { onAgain: () => void }) => (
  <div role="alert" className="flex flex-col items-start gap-2">
    <p>Couldn’t load your pets. Check your internet connection.</p>
    <Button onClick={onAgain}>Try again</Button>
  </div>
);

/** The last step: the number is proved, then the request is sent or its deposit paid. */
export function Finish({ view, booking }: { view: BookingPageView; booking: Booking }) {
  const { practice } = view;
  const { draft, session, newNumber, setNewNumber } = booking;
  const [wasSignedOut, setSignedOut] = useState(false);
  const { pets, readAgain } = usePets(session?.auth.apiKey);
  const isEnded = wasSignedOut || (pets instanceof ApiError && pets.status === 401);
  const known = pets === undefined || pets instanceof ApiError ? [] : pets;
  const pet = petOf(draft, known);
  const request = useRequest({
    view,
    // The name on the confirmation.
    booking: pet === null ? booking : { ...booking, draft: { ...draft, petName: pet.animal_name } },
    animalId: pet?.id ?? null,
    onPetAdded: (animalId) => {
      // A later attempt is for this pet, also after the page has gone to the payment and come back.
      booking.change({ animalId, isOtherPet: false });
      readAgain();
    },
    onSignedOut: () => setSignedOut(true),
  });
  if (request.checkout !== null) {
    const { checkout, paid, paymentEnded } = request;
    return <PayElsewhere {...{ practice, booking, checkout }} onPaid={paid} onEnded={paymentEnded} />;
  }
  if (isEnded || (session === null && newNumber === null)) {
    return (
      <>
        {isEnded ? <SignedOut /> : null}
        <PhoneProof
          practice={practice}
          phone={draft.phone}
          onPhone={(phone) => booking.change({ phone })}
          onProved={(proved) => {
            setSignedOut(false);
            booking.keepSession(proved.is_new ? null : proved);
            setNewNumber(proved.is_new ? proved : null);
          }}
        />
      </>
    );
  }
  // A request that is being sent may just have created the client, whose form stays.
  const newClient = request.busy ? request.sentFor : newNumber;
  if (!request.busy && pets === undefined) return <p className="text-ink-soft">Loading your pets...</p>;
  if (!request.busy && pets instanceof ApiError) return <PetsFailed onAgain={readAgain} />;
  return (
    <DetailsForm
      {...{ view, booking }}
      pets={known}
      animalId={pet?.id ?? null}
      isNew={newClient !== null}
      isTaken={newClient?.unverified_account === true}
      busy={request.busy}
      problem={request.problem}
      onEdit={request.forgive}
      onSubmit={request.submit}
    />
  );
}
