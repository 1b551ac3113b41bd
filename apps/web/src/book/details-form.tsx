import type { PortalAnimal } from '@burrow/contracts/portal';
import type { BookingPageView } from '@burrow/contracts/booking-page';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { formatsOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Draft } from './draft.ts';
import { asksForDeposit, Terms } from './terms.tsx';
import type { Booking } from './use-booking.ts';

type Errors = Partial<Record<'name' | 'email' | 'petName' | 'speciesId', string>>;

/** What is wrong with the details; empty if nothing is. */
function looksLikeEmail(email: string): boolean {
  const [name, domain = '', ...more] = email.split('@');
  const isDomain = domain.indexOf('.') > 0 && !domain.endsWith('.');
  return name !== '' && isDomain && more.length === 0 && !/\s/.test(email);
}

function errorsIn(draft: Draft, isNew: boolean, isNewPet: boolean): Errors {
  const email = draft.email.trim();
  return {
    ...(isNew && draft.name.trim() === '' ? { name: 'Please enter your name' } : {}),
    ...(isNew && email !== '' && !looksLikeEmail(email)
      ? { email: 'Enter an email address such as ann@example.com.' }
      : {}),
    ...(isNewPet && draft.petName.trim() === '' ? { petName: 'Please enter your pet’s name' } : {}),
    ...(isNewPet && draft.speciesId === '' ? { speciesId: 'Please select a species' } : {}),
  };
}

const petOption =
  'flex min-h-11 cursor-pointer items-center rounded-md border border-edge/70 bg-surface px-3.5 py-1.5 font-semibold select-none hover:not-has-checked:bg-brand-soft has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand';

/** Which of the client's pets it is for, or another one. */
function WhichPet({
  pets,
  animalId,
  onChoose,
}: {
  pets: readonly PortalAnimal[];
  animalId: number | null;
  onChoose: (pet: PortalAnimal | null) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Which pet is it for?</legend>
      <div className="flex flex-wrap gap-2">
        {[...pets, null].map((pet) => (
          <label key={pet?.id ?? 0} className={petOption}>
            <input
              type="radio"
              name={name}
              checked={animalId === (pet?.id ?? null)}
              onChange={() => onChoose(pet)}
              className="sr-only"
            />
            <span className="wrap-anywhere">{pet?.animal_name ?? 'Another pet'}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

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
  const { draft } = booking;
  const formats = formatsOf(practice);
  const [errors, setErrors] = useState<Errors>({});
  const form = useId();
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors, form]);
  const text = (name: 'name' | 'email' | 'petName' | 'breed' | 'notes' | 'speciesId') => ({
    value: draft[name],
    error: name in errors ? errors[name as keyof Errors] : undefined,
    onChange: (event: { target: { value: string } }) => {
      booking.change({ [name]: event.target.value });
      setErrors(({ [name as keyof Errors]: _corrected, ...others }) => others);
      onEdit();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsIn(draft, isNew, animalId === null);
    setErrors(found);
    if (Object.keys(found).length === 0) onSubmit();
  };
  const isDeposit = asksForDeposit(practice);
  return (
    <form id={form} noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-4">
      {isTaken ? (
        <p className="rounded-md bg-pending-soft px-3 py-2 text-sm">
          An account here uses this number but hasn’t verified it. If you continue, that account loses the
          number.
        </p>
      ) : null}
      {isNew ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text('name')} label="Your name" autoComplete="name" required maxLength={200} />
          <TextField
            {...text('email')}
            label="Email (optional)"
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        </div>
      ) : null}
      {pets.length > 0 ? (
        <WhichPet
          pets={pets}
          animalId={animalId}
          onChoose={(pet) =>
            booking.change({
              animalId: pet?.id ?? null,
              isOtherPet: pet === null,
              petName: pet?.animal_name ?? '',
            })
          }
        />
      ) : null}
      {animalId === null ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text('petName')} label="Pet’s name" autoComplete="off" required maxLength={100} />
          <Select
            {...text('speciesId')}
            label="Species"
            required
            emptyLabel="Select a species"
            options={practice.species.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <TextField {...text('breed')} label="Breed (optional)" autoComplete="off" maxLength={100} />
        </div>
      ) : null}
      <TextArea {...text('notes')} label="Anything we should know? (optional)" rows={3} maxLength={5000} />
      {booking.service === null ? null : <Terms practice={practice} service={booking.service} when={draft} />}
      <FormProblem>{problem}</FormProblem>
      <Button variant="primary" size="large" type="submit" busy={busy} busyLabel="Please wait…">
        {isDeposit ? `Pay ${formats.money(practice.deposit_amount)} deposit` : 'Request appointment'}
      </Button>
    </form>
  );
}
