import { spacedMicrochip } from '@burrow/contracts/microchip';
import type { PortalAnimal } from '@burrow/contracts/portal';
import { Archive, FileHeart, Pencil } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Allergies, AllergiesBadge } from '../../../ui/allergies.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SavedNote, useSavedNote } from '../../../ui/saved-note.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { RequestAppointment } from '../appointments/request-appointment.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { EditPetDialog } from './edit-pet-dialog.tsx';
import { PetPhoto } from './pet-photo.tsx';

/** Why no appointment can be requested for an inactive pet, and who can change that. */
function InactiveNote({ pet }: { pet: PortalAnimal }) {
  return (
    <Banner icon={<Archive />}>
      {pet.archived_by_practice
        ? 'The practice has archived this pet. Its details are kept. To restore it, please contact the practice.'
        : 'This pet is inactive, so you can’t request appointments for it. To make it active again, edit its details.'}
    </Banner>
  );
}

function PetActions({ pet, onEdit }: { pet: PortalAnimal; onEdit: () => void }) {
  return (
    <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row">
      {pet.active === '1' ? <RequestAppointment animalId={pet.id} /> : null}
      <Button size="large" icon={<Pencil aria-hidden="true" className="size-4" />} onClick={onEdit}>
        Edit Pet Details
      </Button>
    </div>
  );
}

/** A pet with its photo, details and actions. */
export function PetView({ pet }: { pet: PortalAnimal }) {
  const formats = usePortalFormats();
  const [editing, setEditing] = useState(false);
  const { note, say } = useSavedNote();
  return (
    <>
      <header className="flex flex-col items-center gap-4 sm:flex-row sm:gap-6">
        <PetPhoto pet={pet} onUpdated={() => say('Photo updated')} />
        <div className="flex w-full min-w-0 flex-col items-center gap-4 sm:items-start">
          <div className="flex max-w-full flex-col items-center gap-1.5 text-center sm:items-start sm:text-left">
            <h1 className="text-2xl font-bold wrap-anywhere">{pet.animal_name}</h1>
            <p className="wrap-anywhere text-ink-soft empty:hidden">
              {[pet.species, pet.breed].filter(Boolean).join(' · ')}
            </p>
            <p className="flex gap-1.5 empty:hidden">
              {pet.allergies ? <AllergiesBadge /> : null}
              {pet.active === '0' ? <Badge tone="void">Inactive</Badge> : null}
            </p>
          </div>
          <PetActions pet={pet} onEdit={() => setEditing(true)} />
        </div>
      </header>
      <SavedNote>{note}</SavedNote>
      {pet.active === '0' ? <InactiveNote pet={pet} /> : null}
      <Card title="Pet Information">
        <Facts>
          <Fact name="Name">{pet.animal_name}</Fact>
          <Fact name="Species">{pet.species}</Fact>
          <Fact name="Breed">{pet.breed}</Fact>
          <Fact name="Age">{formats.age(pet.dob)}</Fact>
          <Fact name="Date of birth">{pet.dob ? formats.day(pet.dob) : null}</Fact>
          <Fact name="Colour">{pet.color}</Fact>
          <Fact name="Microchip">
            {pet.microchip === null ? null : (
              <span className="figures">{spacedMicrochip(pet.microchip)}</span>
            )}
          </Fact>
          <Fact name="Insurer">{pet.insurer}</Fact>
          <Fact name="Policy number">{pet.policy}</Fact>
        </Facts>
      </Card>
      <Card title="Medical Information">
        <div className="flex flex-col items-start gap-4">
          <Allergies of={pet} />
          <PortalButtonLink
            to={paths.petRecord(pet.id)}
            icon={<FileHeart aria-hidden="true" className="size-4" />}
          >
            Medical records
          </PortalButtonLink>
        </div>
      </Card>
      {editing ? (
        <EditPetDialog pet={pet} onSaved={() => say('Pet details saved')} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
