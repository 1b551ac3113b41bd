import { useState } from 'react';
import { Button } from './button.tsx';
import { FormDialogFrame } from './form-dialog-frame.tsx';
import type { FormDialogProps } from './form-dialog.tsx';
import { Form } from './form.tsx';
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

/** The same as {@link FormDialog}, in a dialog of the browser's own, see {@link NativeDialog}. */
export function NativeFormDialog({ form, className, after, onClose, children, ...frame }: FormDialogProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <FormDialogFrame
        {...frame}
        dialog={NativeDialog}
        formId={form.id}
        withKeys
        busy={form.busy}
        error={form.problem}
        onClose={onClose}
        onDismiss={() => (form.changed ? setAsking(true) : onClose())}
      >
        <Form form={form} className={className} disabled={frame.disabled}>
          {children}
        </Form>
        {after}
      </FormDialogFrame>
      {asking ? <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} /> : null}
    </>
  );
}
