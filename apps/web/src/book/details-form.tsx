import type { PortalAnimal } from '@burrow/contracts/portal';
import type { BookablePractice, BookingPageView } from '@burrow/contracts/booking-page';
import {
  maxBreedLength,
  maxClientNameLength,
  maxPetNameLength,
  maxRequestNotesLength,
} from '@burrow/contracts/text-lengths';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { formatsOf } from '../lib/format.ts';
import { lengthProblem } from '../lib/length-problem.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Chips } from './chips.tsx';
import type { Draft } from './draft.ts';
import { asksForDeposit, Terms } from './terms.tsx';
import type { Booking } from './use-booking.ts';

type Errors = Partial<Record<'name' | 'email' | 'petName' | 'speciesId' | 'notes', string>>;

function looksLikeEmail(email: string): boolean {
  const [name, domain = '', ...more] = email.split('@');
  const isDomain = domain.indexOf('.') > 0 && !domain.endsWith('.');
  return name !== '' && isDomain && more.length === 0 && !/\s/.test(email);
}

/** What is wrong with the details; empty if nothing is. */
function errorsIn(draft: Draft, isNew: boolean, isNewPet: boolean): Errors {
  const email = draft.email.trim();
  const notes = lengthProblem(draft.notes, maxRequestNotesLength);
  return {
    ...(isNew && draft.name.trim() === '' ? { name: 'Please enter your name' } : {}),
    ...(isNew && email !== '' && !looksLikeEmail(email)
      ? { email: 'Enter an email address such as ann@example.com.' }
      : {}),
    ...(isNewPet && draft.petName.trim() === '' ? { petName: 'Please enter your pet’s name' } : {}),
    ...(isNewPet && draft.speciesId === '' ? { speciesId: 'Please select a species' } : {}),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Which of the client's pets it is for, or another one. */
function WhichPet({
  pets,
  animalId,
  onChoose,
}: {
  pets: readonly PortalAnimal[];
  animalId: number | null;
  onChoose: (changes: Pick<Draft, 'animalId' | 'isOtherPet' | 'petName'>) => void;
}) {
  return (
    <Chips
      legend="Which pet is it for?"
      chips={[
        ...pets.map((pet) => ({ id: pet.id, label: pet.animal_name, note: '' })),
        { id: null, label: 'Another pet', note: '' },
      ]}
      chosen={animalId}
      onChoose={(id) =>
        onChoose({
          animalId: id,
          isOtherPet: id === null,
          petName: pets.find((pet) => pet.id === id)?.animal_name ?? '',
        })
      }
    />
  );
}

type TextName = 'name' | 'email' | 'petName' | 'breed' | 'notes' | 'speciesId';

/** The draft's texts as fields, and what is wrong with them once they were sent. */
function useDetails(booking: Booking, onEdit: () => void) {
  const { draft } = booking;
  const [errors, setErrors] = useState<Errors>({});
  const [attempts, setAttempts] = useState(0);
  const form = useId();
  useEffect(() => {
    if (attempts > 0) document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts, form]);
  return {
    form,
    field: (name: TextName) => ({
      value: draft[name],
      error: name in errors ? errors[name as keyof Errors] : undefined,
      onChange: (event: { target: { value: string } }) => {
        booking.change({ [name]: event.target.value });
        setErrors(({ [name as keyof Errors]: _corrected, ...others }) => others);
        onEdit();
      },
    }),
    /** Marks what is wrong. @returns whether nothing is */
    check: (isNew: boolean, isNewPet: boolean): boolean => {
      const found = errorsIn(draft, isNew, isNewPet);
      setErrors(found);
      setAttempts((before) => before + 1);
      return Object.keys(found).length === 0;
    },
  };
}

type FieldOf = ReturnType<typeof useDetails>['field'];

const NewClientFields = ({ field }: { field: FieldOf }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      {...field('name')}
      label="Your name"
      autoComplete="name"
      required
      maxLength={maxClientNameLength}
    />
    <TextField
      {...field('email')}
      label="Email (optional)"
      type="email"
      inputMode="email"
      autoComplete="email"
    />
  </div>
);

const NewPetFields = ({ field, species }: { field: FieldOf; species: BookablePractice['species'] }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      {...field('petName')}
      label="Pet’s name"
      autoComplete="off"
      required
      maxLength={maxPetNameLength}
    />
    <Select
      {...field('speciesId')}
      label="Species"
      required
      emptyLabel="Select a species"
      options={species.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
    <TextField {...field('breed')} label="Breed (optional)" autoComplete="off" maxLength={maxBreedLength} />
  </div>
);

/** An account has this number and never verified it. */
const TakenNumber = () => (
  <p className="rounded-md bg-pending-soft px-3 py-2 text-sm">
    An account here uses this number but hasn’t verified it. If you continue, that account loses the number.
  </p>
);

interface DetailsFormProps {
  view: BookingPageView;
  booking: Booking;
  /** The client's pets; empty for a new client. */
  pets: readonly PortalAnimal[];
  /** The pet that it is for; null for one that is added. */
  animalId: number | null;
  isNew: boolean;
  /** An account has this number and never verified it. */
  isTaken: boolean;
  busy: boolean;
  problem: string | null;
  onEdit: () => void;
  onSubmit: () => void;
}

/** Who the visitor is, if they are new; the pet, and notes. */
export function DetailsForm(props: DetailsFormProps) {
  const { view, booking, pets, animalId, isNew, isTaken, busy, problem, onEdit, onSubmit } = props;
  const { practice } = view;
  const { form, field, check } = useDetails(booking, onEdit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check(isNew, animalId === null)) onSubmit();
  };
  return (
    <form id={form} noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-4">
      {isTaken ? <TakenNumber /> : null}
      {isNew ? <NewClientFields field={field} /> : null}
      {pets.length > 0 ? <WhichPet pets={pets} animalId={animalId} onChoose={booking.change} /> : null}
      {animalId === null ? <NewPetFields field={field} species={practice.species} /> : null}
      <TextArea
        {...field('notes')}
        label="Anything we should know? (optional)"
        rows={3}
        maxLength={maxRequestNotesLength}
      />
      {booking.service === null ? null : (
        <Terms practice={practice} service={booking.service} when={booking.draft} />
      )}
      <FormProblem>{problem}</FormProblem>
      <Button variant="primary" size="large" type="submit" busy={busy} busyLabel="Please wait...">
        {asksForDeposit(practice)
          ? `Pay ${formatsOf(practice).money(practice.deposit_amount)} deposit`
          : 'Request appointment'}
      </Button>
    </form>
  );
}
