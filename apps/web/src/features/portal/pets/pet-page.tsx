import { ApiError } from '../../../lib/api-error.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BackLink } from '../back-link.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { PetView } from './pet-view.tsx';
import { usePet } from './queries.ts';

const PetSkeleton = () => (
  <div role="status" className="flex flex-col gap-4">
    <span className="sr-only">Loading...</span>
    <div className="flex flex-col items-center gap-3 sm:flex-row sm:gap-5">
      <Skeleton className="size-28 rounded-full" />
      <Skeleton className="h-7 w-40" />
    </div>
    <Skeleton className="h-11 sm:w-52" />
    <Skeleton className="h-64 rounded-lg" />
    <Skeleton className="h-28 rounded-lg" />
  </div>
);

const NotFound = ({ title }: { title: string }) => (
  <ErrorPanel boxed title={title}>
    <p>It may have been removed, or the link may be incomplete.</p>
    <PortalButtonLink className="mt-3" to={paths.pets}>
      All my pets
    </PortalButtonLink>
  </ErrorPanel>
);

/** One of the person's pets (/cp/animal/:id). */
export function PetPage() {
  const id = useRecordId();
  const pet = usePet(id);
  const back = useListAddress(paths.pets);
  usePage(pet.data?.animal_name ?? 'Pet Details');
  const missing = pet.error instanceof ApiError && pet.error.status === 404;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={back}>Back to My Pets</BackLink>
      {pet.data && !missing ? (
        <PetView key={pet.data.id} pet={pet.data} />
      ) : id !== null && !pet.isError ? (
        <PetSkeleton />
      ) : (
        <>
          <h1 className="sr-only">Pet Details</h1>
          {id === null ? <NotFound title="Pet not found" /> : null}
          {missing ? <NotFound title="Animal not found" /> : null}
          {id !== null && !missing ? (
            <QueryError query={pet} title="Failed to fetch animal details" boxed />
          ) : null}
        </>
      )}
    </div>
  );
}
