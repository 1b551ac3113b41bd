import { messageOf } from '../../../lib/api-error.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useServices } from '../../services/queries.ts';
import { useStaff } from '../queries.ts';

/** Stands in for a form whose services and staff are not here yet: waiting for them, or saying why they don't come. */
export function ChoicesProblem() {
  const services = useServices();
  const staff = useStaff();
  const error = services.error ?? staff.error;
  if (error === null) return <Loading tall />;
  const retry = () => {
    if (services.isError) void services.refetch();
    if (staff.isError) void staff.refetch();
  };
  return (
    <ErrorPanel
      title="Failed to fetch initial data"
      onRetry={retry}
      retrying={services.isFetching || staff.isFetching}
    >
      {messageOf(error, '')}
    </ErrorPanel>
  );
}
