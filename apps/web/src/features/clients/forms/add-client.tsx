import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';
import { emptyClient, newClient, type ClientValues } from '../client-values.ts';
import { ClientDialog } from './client-dialog.tsx';

/** 'Add Client': asks for what is known and goes on to the new client's page. */
export function AddClient() {
  const [open, setOpen] = useState(false);
  const create = useCommand('client_create');
  const navigate = useNavigate();
  const add = async (values: ClientValues) => {
    const { client_id: id } = await create.mutateAsync(newClient(values));
    toast.success('Client added', { about: aboutClient(id) });
    await navigate(paths.client(id));
  };
  return (
    <>
      <Button
        variant="primary"
        icon={<UserRoundPlus aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Add Client
      </Button>
      <ClientDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Add Client"
        submitLabel="Add Client"
        busyLabel="Adding..."
        busy={create.isPending}
        values={emptyClient}
        onSend={add}
        failure="Failed to add client"
      />
    </>
  );
}
