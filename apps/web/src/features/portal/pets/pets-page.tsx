import { PawPrint, Plus } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { ContactPractice } from './contact-practice.tsx';
import { PetList } from './pet-list.tsx';
import { useNoSpecies, usePets } from './queries.ts';

const AddPet = ({ className }: { className?: string }) => (
  <PortalButtonLink
    to={paths.petCreate}
    variant="primary"
    size="large"
    icon={<Plus aria-hidden="true" className="size-4.5" />}
    {...(className === undefined ? {} : { className })}
  >
    Add New Pet
  </PortalButtonLink>
);

/** The signed-in person's pets (/cp/animals). */
export function PetsPage() {
  usePage('My Pets');
  const pets = usePets();
  const addable = !useNoSpecies();
  if (pets.data?.length === 0) {
    return (
      <div className="flex flex-col gap-4">
        <h1 className="text-xl font-bold">My Pets</h1>
        {addable ? (
          <Card>
            <EmptyState icon={<PawPrint />} title="You have no pets here yet" action={<AddPet />}>
              Add your first pet to request an appointment.
            </EmptyState>
          </Card>
        ) : (
          <ContactPractice title="You have no pets here yet" />
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-bold">My Pets</h1>
        {addable ? <AddPet className="max-sm:w-full" /> : null}
      </header>
      <StatCard
        label="Total Pets"
        value={pets.data?.length ?? (pets.isError ? null : undefined)}
        icon={<PawPrint />}
        slim
      />
      <QueryView
        query={pets}
        skeleton={
          <Card flush>
            <SkeletonRows />
          </Card>
        }
        failure="Failed to fetch data"
        boxed
      >
        {(data) => <PetList pets={data} />}
      </QueryView>
      {addable || !pets.data ? null : <ContactPractice title="You can’t add pets here yet" />}
    </div>
  );
}
