import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  CalendarPlus,
  History,
  Pencil,
  Printer,
  UserRound,
  UserRoundPen,
} from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { toast } from '../../../ui/toast.ts';
import { useSpecies } from '../../species/queries.ts';
import { aboutAnimal } from '../about-animal.ts';
import { animalChanges, animalErrors, requiredOfAnimal, valuesOf } from '../animal-form.ts';
import { AnimalFields } from '../forms/animal-fields.tsx';
import { ChangeOwnerDialog } from '../forms/change-owner-dialog.tsx';
import { useRestore } from '../use-restore.ts';
import { ArchiveAnimalDialog } from './archive-animal-dialog.tsx';

const iconClass = 'size-4';
const buttonClass = 'justify-start';

/** Archives the animal after asking, or restores it. */
function ArchiveOrRestore({
  animal,
  bookings,
}: {
  animal: AnimalRecord;
  bookings: UseQueryResult<BookingRow[]>;
}) {
  const [archiving, setArchiving] = useState(false);
  const { restore, busy } = useRestore(animal);
  const isActive = animal.active === '1';
  return (
    <>
      {isActive ? null : (
        <Button
          className={buttonClass}
          icon={<ArchiveRestore aria-hidden="true" className={iconClass} />}
          busy={busy}
          onClick={restore}
        >
          Restore Animal
        </Button>
      )}
      <Button
        variant="attention-secondary"
        className={buttonClass}
        icon={<Archive aria-hidden="true" className={iconClass} />}
        disabled={!isActive}
        onClick={() => setArchiving(true)}
      >
        Archive Animal
      </Button>
      {archiving ? (
        <ArchiveAnimalDialog animal={animal} bookings={bookings} onClose={() => setArchiving(false)} />
      ) : null}
    </>
  );
}

/** 'Edit Animal': all fields of the record. */
function EditAnimalDialog({ animal, onClose }: { animal: AnimalRecord; onClose: () => void }) {
  const formats = useFormats();
  const species = useSpecies();
  const [before] = useState(() => valuesOf(animal));
  const form = useActionForm('animal_update', {
    draft: animal.id,
    values: before,
    rulesOf: 'animal_create',
    required: requiredOfAnimal(before),
    check: (values) => animalErrors(values, formats.today()),
    input: (values) => {
      const changes = animalChanges(before, values);
      return changes && { animal_id: animal.id, ...changes };
    },
    onSaved: () => {
      onClose();
      toast.success('Animal updated', { about: aboutAnimal(animal.id) });
    },
    onUnchanged: onClose,
    failure: 'Failed to update animal details',
  });
  return (
    <FormDialog
      form={form}
      title="Edit Animal"
      description={`${animal.animal_name}, ${animal.client_name}`}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      disabled={species.data === undefined}
      onClose={onClose}
    >
      <QueryView query={species} skeleton={<SkeletonRows rows={5} />} failure="Failed to load initial data">
        {(data) => (
          <AnimalFields form={form} species={speciesOptions(data, animal.type_id)} animalId={animal.id} />
        )}
      </QueryView>
    </FormDialog>
  );
}

/** The most frequent actions on an animal. */
export function QuickActionsCard({
  animal,
  bookings,
  onHistory,
}: {
  animal: AnimalRecord;
  bookings: UseQueryResult<BookingRow[]>;
  onHistory: () => void;
}) {
  const [editing, setEditing] = useState(false);
  const [changingOwner, setChangingOwner] = useState(false);
  // Load the choices of the form, so that its dialog opens with the focus in the first field.
  useSpecies();
  return (
    <Card title="Quick Actions">
      <KeepFocus className="grid grid-cols-1 gap-2 outline-none sm:grid-cols-2 lg:grid-cols-1">
        <Button
          className={buttonClass}
          icon={<Pencil aria-hidden="true" className={iconClass} />}
          onClick={() => setEditing(true)}
        >
          Edit Animal
        </Button>
        {animal.bookable === '1' ? (
          <ButtonLink
            className={buttonClass}
            icon={<CalendarPlus aria-hidden="true" className={iconClass} />}
            to={paths.bookingCreate({ client_id: animal.client_id, animal_id: animal.id })}
          >
            Schedule Appointment
          </ButtonLink>
        ) : null}
        <ButtonLink
          className={buttonClass}
          icon={<UserRound aria-hidden="true" className={iconClass} />}
          to={paths.client(animal.client_id)}
        >
          View Owner Details
        </ButtonLink>
        <Button
          className={buttonClass}
          icon={<UserRoundPen aria-hidden="true" className={iconClass} />}
          onClick={() => setChangingOwner(true)}
        >
          Change Owner
        </Button>
        <Button
          className={buttonClass}
          icon={<History aria-hidden="true" className={iconClass} />}
          onClick={onHistory}
        >
          Booking History
        </Button>
        <Button
          className={buttonClass}
          icon={<Printer aria-hidden="true" className={iconClass} />}
          onClick={() => window.print()}
        >
          Print Profile
        </Button>
        <ArchiveOrRestore animal={animal} bookings={bookings} />
      </KeepFocus>
      {changingOwner ? (
        <ChangeOwnerDialog animal={animal} bookings={bookings} onClose={() => setChangingOwner(false)} />
      ) : null}
      {editing ? <EditAnimalDialog animal={animal} onClose={() => setEditing(false)} /> : null}
    </Card>
  );
}
