import { SearchX } from 'lucide-react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useSessionState } from '../../../lib/session-store.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';

/** Details to read out to support staff. */
function DebugInfo({ id, error }: { id: string; error: unknown }) {
  const { session } = useSessionState();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <dl className="mt-3 rounded-md bg-sunken px-3 py-2 text-left text-sm">
      <dt className="font-semibold">Debug info</dt>
      <dd>Booking ID: {id}</dd>
      <dd>Authentication: {session === null ? 'missing' : 'present'}</dd>
      {requestId === null ? null : <dd className="break-all">Request: {requestId}</dd>}
    </dl>
  );
}

/** The page of an appointment that does not exist. */
export function BookingNotFound({ id, error }: { id: string; error?: unknown }) {
  return (
    <Card>
      <h1 className="sr-only">Booking Details</h1>
      <EmptyState
        icon={<SearchX />}
        title="Booking not found"
        action={<ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>}
      >
        <p>Your practice has no booking with this number.</p>
        <DebugInfo id={id} error={error} />
      </EmptyState>
    </Card>
  );
}

/** The page of an appointment that could not be loaded. */
export function BookingFailure({
  id,
  error,
  retrying,
  onRetry,
}: {
  id: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Card>
      <h1 className="sr-only">Booking Details</h1>
      <ErrorPanel title="Failed to fetch booking details" onRetry={onRetry} retrying={retrying}>
        {messageOf(error, '')}
        <DebugInfo id={id} error={error} />
      </ErrorPanel>
    </Card>
  );
}
