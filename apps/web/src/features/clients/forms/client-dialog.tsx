import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ClientForm, type ClientFormProps } from './client-form.tsx';

/** The frame around a client's form: its title, its buttons, and that it stays while something is being saved. */
export function ClientDialog({
  open,
  onClose,
  title,
  saveLabel,
  busyLabel,
  busy,
  ...form
}: Omit<ClientFormProps, 'id'> & {
  open: boolean;
  onClose: () => void;
  title: string;
  saveLabel: string;
  busyLabel: string;
  busy: boolean;
}) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      title={title}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={busyLabel}
            title="Ctrl + Enter"
            aria-keyshortcuts="Control+Enter"
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <ClientForm id={formId} {...form} />
    </Dialog>
  );
}
