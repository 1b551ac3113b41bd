import { FormDialogFrame, type FormDialogProps } from './form-dialog-frame.tsx';
import { NativeDialog } from './native-dialog.tsx';

/** A form in a dialog of the browser's own, see {@link NativeDialog}. */
export const NativeFormDialog = (props: FormDialogProps) => (
  <FormDialogFrame dialog={NativeDialog} {...props} />
);
