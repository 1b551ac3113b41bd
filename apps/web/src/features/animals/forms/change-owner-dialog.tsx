import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { upcoming as upcomingIn } from '../../../lib/booking-time.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { UpcomingAppointments } from '../../appointment-history/components/upcoming-appointments.tsx';
import { aboutAnimal } from '../about-animal.ts';
import { useVetLabel } from '../identity.ts';
import { ClientField } from './client-field.tsx';

interface ChangeOwnerDialogProps {
  animal: AnimalRecord;
  bookings: UseQueryResult<BookingRow[]>;
  onClose: () => void;
}

/**
 * Gives the animal back with the details that the change of owner cleared: from the same earlier day on, or from now on
 * (null), because a change of today did not count from the beginning of its day.
 */
function useGiveBack({ id, animal_name: name, client_id, client_name, ...animal }: AnimalRecord) {
  const back = useCommand('animal_transfer');
  const update = useCommand('animal_update');
  const giveBack = async (day: string | null) => {
    await back.mutateAsync({ animal_id: id, client_id, ...(day === null ? {} : { transferred_on: day }) });
    const { insurer, policy, usual_vet } = animal;
    if (insurer ?? policy ?? usual_vet) {
      await update.mutateAsync({ animal_id: id, insurer, policy, usual_vet });
    }
  };
  return (day: string | null) =>
    toast.tell(giveBack(day), {
      done: `${name} belongs to ${client_name} again`,
      failed: 'Couldn’t change the owner back',
      about: aboutAnimal(id),
    });
}

function useChangeOwner({ animal, onClose }: ChangeOwnerDialogProps) {
  const formats = useFormats();
  const giveBack = useGiveBack(animal);
  const [client, setClient] = useState<ClientRecord | null>(null);
  const today = formats.today();
  const begun: { client_id: number | null; transferred_on: string } = {
    client_id: null,
    transferred_on: today,
  };
  const form = useActionForm('animal_transfer', {
    draft: animal.id,
    values: begun,
    check: ({ client_id: chosen, transferred_on: day }) => ({
      client_id: chosen === animal.client_id ? `${animal.client_name} is already the owner` : undefined,
      transferred_on: day > today ? 'Choose today or an earlier day.' : undefined,
    }),
    input: ({ client_id, transferred_on }) =>
      client_id === null ? null : { animal_id: animal.id, client_id, transferred_on },
    onSaved: (_done, { transferred_on: day }) => {
      onClose();
      const earlierDay = day === formats.today() ? null : day;
      toast.success(`${animal.animal_name} now belongs to ${client?.name ?? ''}`, {
        about: aboutAnimal(animal.id),
        undo: () => giveBack(earlierDay),
      });
    },
    failure: 'Couldn’t change the owner',
  });
  const choose = (chosen: ClientRecord | null) => {
    setClient(chosen);
    form.set({ client_id: chosen?.id ?? null });
  };
  return { form, client, choose };
}

/** Says which records move to the new owner and which do not. */
function WhatMoves({ animal }: { animal: AnimalRecord }) {
  const { animal_name: name, client_name: owner } = animal;
  const vetLabel = useVetLabel();
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-ink-soft">
      <li>
        <strong className="font-semibold text-ink">Moves with {name}:</strong> its record, notes, weights,
        picture, files and microchip.
      </li>
      <li>
        <strong className="font-semibold text-ink">Stays with {owner}:</strong> past appointments, invoices
        and payments, with any balance due. {owner} keeps seeing these in the portal, but no longer {name}.
      </li>
      <li>
        <strong className="font-semibold text-ink">Cleared:</strong> insurer, policy number and{' '}
        {vetLabel.toLowerCase()}.
      </li>
      <li>Check the notes first, and remove anything about {owner}.</li>
    </ul>
  );
}

/** Moves an animal to another client. Not possible while it has upcoming appointments. */
export function ChangeOwnerDialog(props: ChangeOwnerDialogProps) {
  const { animal, bookings, onClose } = props;
  const formats = useFormats();
  const { form, client, choose } = useChangeOwner(props);
  const upcoming = upcomingIn(bookings.data ?? [], formats.now());
  const isBlocked = upcoming.length > 0;
  return (
    <FormDialog
      form={form}
      title="Change owner"
      description={`${animal.animal_name}, ${animal.client_name}`}
      submitLabel="Change Owner"
      busyLabel="Changing..."
      disabled={isBlocked}
      onClose={onClose}
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
            error={form.errors.client_id}
          />
          <DateInput
            {...form.field('transferred_on')}
            label="Owner since"
            max={formats.today()}
            hint="Anything recorded before this day stays with the former owner."
          />
          <WhatMoves animal={animal} />
        </>
      )}
    </FormDialog>
  );
}
