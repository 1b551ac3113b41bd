import { Dialog } from './dialog.tsx';
import { FormDialogFrame, type FormDialogProps } from './form-dialog-frame.tsx';

/** A form in a dialog: Cancel, the button that sends it, and why it was not taken. */
export const FormDialog = (props: FormDialogProps) => <FormDialogFrame dialog={Dialog} {...props} />;
