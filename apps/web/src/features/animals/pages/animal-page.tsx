import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { RecordSkeleton } from '../../../ui/record-skeleton.tsx';
import { AnimalView } from '../components/animal-view.tsx';
import { useAnimal } from '../queries.ts';

/** One animal (/admin/animal/:id). */
export function AnimalPage() {
  const id = useRecordId();
  const animal = useAnimal(id);
  const back = useListAddress(paths.animals);
  usePage(animal.data?.animal_name ?? 'Animal', back);
  if (animal.data) return <AnimalView key={animal.data.id} animal={animal.data} />;
  const notFound = id === null || (animal.error instanceof ApiError && animal.error.status === 404);
  if (!notFound && !animal.isError) return <RecordSkeleton />;
  return (
    <>
      <h1 className="sr-only">Animal</h1>
      {notFound ? (
        <ErrorPanel title="Error">
          <p>Animal not found</p>
          <ButtonLink className="mt-2" to={paths.animals}>
            All animals
          </ButtonLink>
        </ErrorPanel>
      ) : (
        <ErrorPanel title="Error" onRetry={() => void animal.refetch()} retrying={animal.isFetching}>
          <p>Failed to fetch animal details</p>
          <p>{messageOf(animal.error, '')}</p>
        </ErrorPanel>
      )}
    </>
  );
}
