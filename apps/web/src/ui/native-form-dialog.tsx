import { useState } from 'react';
import { Button } from './button.tsx';
import { FormDialogFrame, type FormDialogProps } from './form-dialog-frame.tsx';
import { NativeDialog } from './native-dialog.tsx';

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <NativeDialog
      open
      onOpenChange={onKeep}
      width="small"
      title="Discard your changes?"
      actions={
        <>
          <Button data-dialog-beginning onClick={onKeep}>
            Keep editing
          </Button>
          <Button variant="attention" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">Your changes have not been saved.</p>
    </NativeDialog>
  );
}

/** A form in a dialog of the browser's own, see {@link NativeDialog}. With `changed`, Escape and the cross ask first. */
export function NativeFormDialog({
  changed = false,
  onClose,
  ...rest
}: Omit<FormDialogProps, 'onDismiss'> & {
  /** The form holds what would be lost. */
  changed?: boolean;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <FormDialogFrame
        dialog={NativeDialog}
        {...rest}
        onClose={onClose}
        onDismiss={() => (changed ? setAsking(true) : onClose())}
      />
      {asking ? <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} /> : null}
    </>
  );
}
