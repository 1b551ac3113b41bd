import type { ClientDetail } from '@burrow/contracts/client';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';
import { clientChanges, valuesOf, type ClientValues } from '../client-values.ts';
import { ClientDialog } from './client-dialog.tsx';

/** 'Edit Client': everything that is written down about them. */
export function EditClient({ client }: { client: ClientDetail }) {
  // What the edit began with: a refetch meanwhile must not turn somebody else's change into this person's.
  const [before, setBefore] = useState<ClientValues | null>(null);
  const update = useCommand('client_update');
  const close = () => setBefore(null);
  const save = async (values: ClientValues) => {
    const changes = before && clientChanges(before, values);
    if (changes) {
      await update.mutateAsync({ client_id: client.id, ...changes });
      toast.success('Client updated', { about: aboutClient(client.id) });
    }
    close();
  };
  return (
    <>
      <Button
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={() => setBefore(valuesOf(client))}
      >
        Edit Client
      </Button>
      <ClientDialog
        open={before !== null}
        onClose={close}
        title="Edit Client"
        submitLabel="Save Changes"
        busyLabel="Saving..."
        busy={update.isPending}
        values={before ?? valuesOf(client)}
        hasPortal={client.portal_access === '1'}
        onSend={save}
        failure="Failed to update client details"
      />
    </>
  );
}
