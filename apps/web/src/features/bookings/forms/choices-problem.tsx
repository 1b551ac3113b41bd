import { messageOf } from '../../../lib/api-error.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useServices } from '../../services/queries.ts';
import { useStaff } from '../queries.ts';

/** Shown instead of a form until its services and staff are loaded, or if that failed. */
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
