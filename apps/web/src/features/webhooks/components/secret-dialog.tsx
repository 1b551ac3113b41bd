import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** A new secret. It cannot be shown again, so the dialog cannot be closed by accident. */
export function SecretDialog({
  title,
  secret,
  note,
  onClose,
}: {
  title: string;
  secret: string;
  /** Further explanation. */
  note?: string;
  onClose: () => void;
}) {
  const shown =
    'Copy it now and keep it like a password: you won’t see it again. The other program uses it to check that requests come from Burrow.';
  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => undefined}
      title={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyField
        label="Signing secret"
        value={secret}
        note={note === undefined ? shown : `${shown} ${note}`}
      />
    </Dialog>
  );
}
