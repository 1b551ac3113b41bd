import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** A new API key. It cannot be shown again, so the dialog cannot be closed by accident. */
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
      label="API key"
      value={apiKey}
      note={`${note} Copy the key now and keep it like a password: you won’t see it again.`}
    />
  </Dialog>
);
