import { useId, useRef, type FormEvent, type ReactNode } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { FormDialogProps } from '../../../ui/form-dialog-frame.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';

interface PracticeFormDialogProps extends Pick<
  FormDialogProps,
  'title' | 'description' | 'submitLabel' | 'busyLabel' | 'busy' | 'onClose'
> {
  /** What the server refused it with; an error of a field is shown at the field instead. */
  error: Error | null;
  /** Names of the fields that show their own error. */
  fields: readonly string[];
  onSave: (form: FormData) => void;
  /** Something was changed since it was refused. */
  onMend: () => void;
  children: ReactNode;
}

/** What is wrong with one field, as the server says it. */
export const fieldError = (error: Error | null, name: string): string | undefined =>
  error instanceof ApiError ? error.fields[name] : undefined;

function Fields({
  id,
  error,
  onSubmit,
  onMend,
  children,
}: {
  id: string;
  error: Error | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onMend: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  useFocusFirstWrong(form, error);
  return (
    <form
      id={id}
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onChange={error === null ? undefined : onMend}
      className="flex flex-col gap-3"
    >
      {children}
    </form>
  );
}

/** A dialog with one form: it saves, or says why not and puts the focus where that is mended. */
export function PracticeFormDialog({
  error,
  fields,
  onSave,
  onMend,
  children,
  ...frame
}: PracticeFormDialogProps) {
  const formId = useId();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!frame.busy) onSave(new FormData(event.currentTarget));
  }
  const atField = fields.some((name) => fieldError(error, name) !== undefined);
  const refusal = error && !atField ? messageOf(error, 'Couldn’t save this. Please try again.') : null;
  return (
    <FormDialog {...frame} formId={formId} width="small" error={refusal}>
      <Fields id={formId} error={error} onSubmit={submit} onMend={onMend}>
        {children}
      </Fields>
    </FormDialog>
  );
}
