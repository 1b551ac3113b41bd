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
      <p className="text-ink-soft">Your changes haven’t been saved.</p>
    </NativeDialog>
  );
}

/** Like {@link FormDialog}, in the browser's own dialog, see {@link NativeDialog}. */
export const NativeFormDialog = (props: FormDialogProps) => (
  <FormDialogFrame dialog={NativeDialog} question={DiscardQuestion} {...props} />
);
