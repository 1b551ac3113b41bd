import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** A new API key. It can not be shown again, so nothing closes it by accident. */
export const ShownOnce = ({
  title,
  apiKey,
  note,
  onClose,
}: {
  title: string;
  apiKey: string;
  /** How long it works, and until when an earlier one does. */
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
