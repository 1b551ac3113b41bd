import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface FormDialogProps {
  title: string;
  description?: ReactNode;
  saveLabel: string;
  busyLabel: string;
  busy: boolean;
  /** What the server refused it with; an error of a field is shown at the field instead. */
  error: Error | null;
  /** Names of the fields that show their own error. */
  fields: readonly string[];
  onSave: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}

/** What is wrong with one field, as the server says it. */
export const fieldError = (error: Error | null, name: string): string | undefined =>
  error instanceof ApiError ? error.fields[name] : undefined;

/** A dialog with one form: it saves, or says why not and puts the focus where that is mended. */
export function FormDialog({
  title,
  description,
  saveLabel,
  busyLabel,
  busy,
  error,
  fields,
  onSave,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onSave(new FormData(event.currentTarget));
  }
  const atField = fields.some((name) => fieldError(error, name) !== undefined);
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      width="small"
      title={title}
      description={description}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} busyLabel={busyLabel}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
        {children}
        {error && !atField ? (
          <p role="alert" className="rounded-md bg-attention-soft px-3 py-2 font-medium text-attention">
            {messageOf(error, 'This could not be saved. Please try again.')}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
