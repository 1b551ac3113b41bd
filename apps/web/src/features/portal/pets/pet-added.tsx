import { CalendarPlus, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { SavedNote, useSavedNote } from '../../../ui/saved-note.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { PetPhoto } from './pet-photo.tsx';

export interface AddedPet {
  id: number;
  name: string;
  /** The name of its species, for the icon. */
  species: string | null;
}

/** Confirms that the pet was added, offers to add a photo, and asks whether to make an appointment. */
export function PetAdded({ pet }: { pet: AddedPet }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { note, say } = useSavedNote();
  useEffect(() => heading.current?.focus(), []);
  const pictured = { id: pet.id, animal_name: pet.name, species: pet.species, picture_file_id: null };
  return (
    <Card className="mx-auto w-full max-w-xl">
      <div className="flex flex-col items-center gap-4 py-4 text-center">
        <div className="flex flex-col items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
          <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
            Pet Added Successfully!
          </h1>
        </div>
        <PetPhoto pet={pictured} onUpdated={() => say('Photo updated')} />
        <SavedNote>{note}</SavedNote>
        <p className="wrap-anywhere">
          Would you like to make an appointment for <span className="font-semibold">{pet.name}</span>?
        </p>
        <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row-reverse">
          <PortalButtonLink
            replace
            variant="primary"
            size="large"
            icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
            to={paths.appointmentRequest({ animal_id: pet.id })}
          >
            Yes, Request Appointment
          </PortalButtonLink>
          <PortalButtonLink replace size="large" to={paths.pet(pet.id)}>
            No, View Pet Details
          </PortalButtonLink>
        </div>
      </div>
    </Card>
  );
}
