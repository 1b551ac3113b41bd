import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { FormDialogFrame, type FormDialogProps } from './form-dialog-frame.tsx';

const DiscardQuestion = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <ConfirmDialog
    open
    onOpenChange={onKeep}
    title="Discard your changes?"
    cancelLabel="Keep editing"
    confirmLabel="Discard"
    busy={false}
    error={null}
    onConfirm={onDiscard}
  >
    Your changes haven’t been saved.
  </ConfirmDialog>
);

/**
 * A form in a dialog: its fields, Cancel, the submit button, and the error. Escape and the cross ask before they
 * discard changes.
 */
export const FormDialog = (props: FormDialogProps) => (
  <FormDialogFrame dialog={Dialog} question={DiscardQuestion} {...props} />
);
