import { CopyField } from '../../../ui/copy-field.tsx';
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx';

/** A new signing secret. */
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
    <ShownOnceDialog title={title} onClose={onClose}>
      <CopyField
        label="Signing secret"
        value={secret}
        note={note === undefined ? shown : `${shown} ${note}`}
      />
    </ShownOnceDialog>
  );
}
