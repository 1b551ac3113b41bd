import type { FormState } from '../lib/use-form.ts';
import { Button } from './button.tsx';

/** The buttons of a form that can be left: Cancel, and the one that sends it. */
export const FormButtons = ({
  form,
  submitLabel = 'Save',
  busyLabel = 'Saving...',
  tone = 'primary',
  disabled = false,
  onCancel,
}: {
  form: Pick<FormState, 'id' | 'busy'>;
  submitLabel?: string;
  busyLabel?: string;
  tone?: 'primary' | 'attention';
  disabled?: boolean;
  onCancel: () => void;
}) => (
  <>
    <Button disabled={form.busy} onClick={onCancel}>
      Cancel
    </Button>
    <Button
      variant={tone}
      type="submit"
      form={form.id}
      disabled={disabled}
      busy={form.busy}
      busyLabel={busyLabel}
      title="Ctrl + Enter"
      aria-keyshortcuts="Control+Enter"
    >
      {submitLabel}
    </Button>
  </>
);
