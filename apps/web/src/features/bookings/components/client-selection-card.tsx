import { formatPhone } from '../../../lib/format.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { SelectionState } from '../use-selection.ts';

function ChosenClient({ selection }: { selection: SelectionState }) {
  const { client, clientName } = selection;
  if (client.isError && !client.data) {
    const isMissing = client.error instanceof ApiError && client.error.status === 404;
    return isMissing ? (
      <p role="alert" className="font-medium text-attention">
        Client not found
      </p>
    ) : (
      <QueryError query={client} title="Failed to fetch client details" />
    );
  }
  if (clientName === null) return <Skeleton className="h-11" />;
  const { phone, email } = client.data ?? { phone: null, email: null };
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {clientName}
        {client.data?.active === '0' ? <Badge tone="void">Archived</Badge> : null}
      </p>
      <p className="figures min-h-5 text-sm break-all text-ink-soft">
        {[formatPhone(phone), email].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}

/** Whose animal it is, with the way back to the search. */
export function ClientSelectionCard({ selection }: { selection: SelectionState }) {
  return (
    <Card
      title="Client Selection"
      actions={
        <Button size="small" variant="quiet" className="-my-1 -mr-2" onClick={selection.changeClient}>
          Change<span className="sr-only"> client</span>
        </Button>
      }
    >
      <ChosenClient selection={selection} />
    </Card>
  );
}
