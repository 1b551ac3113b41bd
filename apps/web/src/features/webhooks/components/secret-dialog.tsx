import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** The secret that was just made. It can not be shown again, so nothing closes it by accident. */
export function SecretDialog({
  title,
  secret,
  note,
  onClose,
}: {
  title: string;
  secret: string;
  /** What to know besides. */
  note?: string;
  onClose: () => void;
}) {
  const shown =
    'It is not shown again: copy it now, and keep it like a password. With it the other program checks that a request comes from here.';
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
