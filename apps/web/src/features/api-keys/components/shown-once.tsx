import { CopyField } from '../../../ui/copy-field.tsx';
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx';

/** A new API key. */
export const ShownOnce = ({
  title,
  apiKey,
  note,
  onClose,
}: {
  title: string;
  apiKey: string;
  /** When it expires, and until when the previous secret works. */
  note: string;
  onClose: () => void;
}) => (
  <ShownOnceDialog title={title} onClose={onClose}>
    <CopyField
      label="API key"
      value={apiKey}
      note={`${note} Copy the key now and keep it like a password: you won’t see it again.`}
    />
  </ShownOnceDialog>
);
