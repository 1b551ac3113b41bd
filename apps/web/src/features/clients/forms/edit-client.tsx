import type { ClientDetail } from '@burrow/contracts/client';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';
import { clientChanges, valuesOf } from '../client-values.ts';
import { ClientFields } from './client-fields.tsx';

function EditClientDialog({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const form = useActionForm('client_update', {
    values: valuesOf(client),
    rulesOf: 'client_create',
    input: (values, began) => {
      const changes = clientChanges(began, values);
      return changes && { client_id: client.id, ...changes };
    },
    onSaved: () => {
      toast.success('Client updated', { about: aboutClient(client.id) });
      onClose();
    },
    onUnchanged: onClose,
    failure: 'Failed to update client details',
    blames: { phone_taken: 'phone' },
  });
  return (
    <FormDialog
      form={form}
      title="Edit Client"
      className="grid gap-4 sm:grid-cols-2"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <ClientFields form={form} hasPortal={client.portal_access === '1'} />
    </FormDialog>
  );
}

/** 'Edit Client': everything that is written down about them. */
export function EditClient({ client }: { client: ClientDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        Edit Client
      </Button>
      {open ? <EditClientDialog client={client} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
