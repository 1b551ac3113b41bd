import { CalendarPlus, PawPrint } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { BackLink } from '../back-link.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { AddPetForm } from './add-pet-form.tsx';
import { PetAdded, type AddedPet } from './pet-added.tsx';
import { usePetSpecies } from './queries.ts';

/** The form, once it is known what kinds of animals can be chosen. */
function NewPet({ onAdded }: { onAdded: (pet: AddedPet) => void }) {
  const species = usePetSpecies();
  if (species.data) {
    const options = speciesOptions(species.data);
    if (options.length > 0) return <AddPetForm species={options} onAdded={onAdded} />;
    return (
      <Card>
        <EmptyState
          icon={<PawPrint />}
          title="Pets cannot be added here yet"
          action={<PortalButtonLink to={paths.customerHome}>Contact the practice</PortalButtonLink>}
        >
          The practice has not said yet which animals it treats. Please contact it to have your pet added.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card flush>
      {species.isError ? (
        <ErrorPanel
          title="Failed to load species data"
          onRetry={() => void species.refetch()}
          retrying={species.isFetching}
        >
          {messageOf(species.error, '')}
        </ErrorPanel>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Card>
  );
}

/** A new pet (/cp/animal/create). `?for=appointment` leads here who wants an appointment and has no pet yet. */
export function PetCreatePage() {
  usePage('Add New Pet');
  const [params] = useSearchParams();
  const [added, setAdded] = useState<AddedPet | null>(null);
  if (added !== null) return <PetAdded pet={added} />;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.pets}>Back to My Pets</BackLink>
      <h1 className="text-xl font-bold">Add New Pet</h1>
      {params.get('for') === 'appointment' ? (
        <Banner icon={<CalendarPlus />}>An appointment is for a pet, so please add yours first.</Banner>
      ) : null}
      <NewPet onAdded={setAdded} />
    </div>
  );
}
