import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { upcoming as upcomingIn } from '../../../lib/booking-time.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { toast } from '../../../ui/toast.ts';
import { UpcomingAppointments } from '../../appointment-history/components/upcoming-appointments.tsx';
import { aboutAnimal } from '../about-animal.ts';
import { ClientField } from './client-field.tsx';

interface ChangeOwnerDialogProps {
  animal: AnimalRecord;
  bookings: UseQueryResult<BookingRow[]>;
  onClose: () => void;
}

function useChangeOwner({ animal, onClose }: ChangeOwnerDialogProps) {
  const transfer = useCommand('animal_transfer');
  const [client, setClient] = useState<ClientRecord | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const complain = (message: string) => {
    setProblem(message);
    input.current?.focus();
  };
  const undo = () =>
    toast.tell(transfer.mutateAsync({ animal_id: animal.id, client_id: animal.client_id }), {
      done: `${animal.animal_name} belongs to ${animal.client_name} again`,
      failed: 'Failed to change the owner back',
      about: aboutAnimal(animal.id),
    });
  const submit = () => {
    if (transfer.isPending) return;
    if (client === null) return complain('Please select a client');
    if (client.id === animal.client_id) return complain(`${client.name} is already the owner`);
    transfer.mutate(
      { animal_id: animal.id, client_id: client.id },
      {
        onSuccess: () => {
          onClose();
          toast.success(`${animal.animal_name} now belongs to ${client.name}`, {
            about: aboutAnimal(animal.id),
            action: { label: 'Undo', onPress: undo },
          });
        },
        onError: (error) => {
          const aboutClient = error instanceof ApiError ? error.fields['client_id'] : undefined;
          if (aboutClient) complain(aboutClient);
        },
      },
    );
  };
  const choose = (chosen: ClientRecord | null) => {
    setClient(chosen);
    setProblem(undefined);
    if (transfer.isError) transfer.reset();
  };
  return { transfer, client, choose, problem, input, submit };
}

/** Says what goes with an animal to its new owner and what does not. */
function WhatMoves({ animal }: { animal: AnimalRecord }) {
  const { animal_name: name, client_name: owner } = animal;
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-ink-soft">
      <li>
        <strong className="font-semibold text-ink">Moves with {name}:</strong> its record, notes, weights,
        picture and files.
      </li>
      <li>
        <strong className="font-semibold text-ink">Stays with {owner}:</strong> past appointments, invoices
        and payments.
      </li>
      <li>Check the notes first, and remove anything about {owner}.</li>
    </ul>
  );
}

/** Gives an animal to another client; not while it has appointments still to come. */
export function ChangeOwnerDialog(props: ChangeOwnerDialogProps) {
  const { animal, bookings, onClose } = props;
  const formId = useId();
  const formats = useFormats();
  const { transfer, client, choose, problem, input, submit } = useChangeOwner(props);
  const upcoming = upcomingIn(bookings.data ?? [], formats.now());
  const isBlocked = upcoming.length > 0;
  return (
    <FormDialogFrame
      dialog={Dialog}
      title="Change owner"
      description={`${animal.animal_name}, ${animal.client_name}`}
      formId={formId}
      submitLabel="Change Owner"
      busyLabel="Changing..."
      disabled={isBlocked}
      busy={transfer.isPending}
      error={
        transfer.isError && problem === undefined
          ? failureText('Failed to change the owner', transfer.error)
          : null
      }
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isBlocked ? (
          <>
            <p>
              Cancel the upcoming appointments of {animal.animal_name} first, then book them again for the new
              owner.
            </p>
            <UpcomingAppointments bookings={upcoming} />
          </>
        ) : (
          <>
            <ClientField
              label="New owner"
              value={client}
              onValueChange={choose}
              error={problem}
              inputRef={input}
            />
            <WhatMoves animal={animal} />
          </>
        )}
      </form>
    </FormDialogFrame>
  );
}
