import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { BackLink } from '../back-link.tsx';
import { AddPetForm } from './add-pet-form.tsx';
import { ContactPractice } from './contact-practice.tsx';
import { PetAdded, type AddedPet } from './pet-added.tsx';
import { usePetSpecies } from './queries.ts';

/** The form, once the species have loaded. */
function NewPet({ forAppointment, onAdded }: { forAppointment: boolean; onAdded: (pet: AddedPet) => void }) {
  const species = usePetSpecies();
  if (species.data) {
    const options = speciesOptions(species.data);
    if (options.length === 0) return <ContactPractice title="You can’t add pets here yet" />;
    return (
      <>
        {forAppointment ? (
          <Banner icon={<CalendarPlus />}>Please add your pet before requesting an appointment.</Banner>
        ) : null}
        <AddPetForm species={options} onAdded={onAdded} />
      </>
    );
  }
  if (species.isError) {
    return <QueryError query={species} title="Failed to load species data" boxed />;
  }
  return (
    <Card flush>
      <SkeletonRows rows={5} />
    </Card>
  );
}

/** Adds a pet (/cp/animal/create). `?for=appointment` opens the appointment request afterwards. */
export function PetCreatePage() {
  usePage('Add New Pet');
  const [params] = useSearchParams();
  const [added, setAdded] = useState<AddedPet | null>(null);
  if (added !== null) return <PetAdded pet={added} />;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.pets}>Back to My Pets</BackLink>
      <h1 className="text-xl font-bold">Add New Pet</h1>
      <NewPet forAppointment={params.get('for') === 'appointment'} onAdded={setAdded} />
    </div>
  );
}
