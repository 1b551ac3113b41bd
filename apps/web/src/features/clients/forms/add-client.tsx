import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { leaveScreen } from '../../../lib/leave-screen.ts';
import { paths } from '../../../lib/paths.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';
import { emptyClient, newClient } from '../client-values.ts';
import { ClientFields } from './client-fields.tsx';

/** Asks for what is known about a client and goes on to their page. */
export function AddClientDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useActionForm('client_create', {
    draft: 'new',
    values: emptyClient,
    input: newClient,
    onSaved: ({ client_id: id }) => {
      toast.success('Client added', { about: aboutClient(id) });
      onClose();
      leaveScreen(() => void navigate(paths.client(id)));
    },
    failure: 'Couldn’t add the client',
    blames: { phone_taken: 'phone' },
  });
  return (
    <FormDialog
      form={form}
      title="Add Client"
      className="grid gap-4 sm:grid-cols-2"
      submitLabel="Add Client"
      busyLabel="Adding..."
      onClose={onClose}
    >
      <ClientFields form={form} onLeave={onClose} />
    </FormDialog>
  );
}

/** 'Add Client': opens the new client's page afterwards. */
export function AddClient() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        icon={<UserRoundPlus aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Add Client
      </Button>
      {open ? <AddClientDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
