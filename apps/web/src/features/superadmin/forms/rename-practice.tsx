import { formText } from '../../../lib/form-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Practice } from '../queries.ts';
import { fieldError, PracticeFormDialog } from './practice-form-dialog.tsx';

/** Changes a practice's name and subdomain. */
export function RenamePractice({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const update = useCommand('superadmin/practice_update');
  function save(form: FormData) {
    const subdomain = formText(form, 'subdomain').trim();
    update.mutate(
      {
        practice_id: practice.id,
        tenant_name: formText(form, 'tenant_name').trim(),
        subdomain: subdomain === '' ? null : subdomain,
      },
      {
        onSuccess: () => {
          onClose();
          toast.success('Practice renamed');
        },
      },
    );
  }
  return (
    <PracticeFormDialog
      title="Rename practice"
      submitLabel="Save"
      busyLabel="Saving..."
      busy={update.isPending}
      error={update.error}
      fields={['tenant_name', 'subdomain']}
      onSave={save}
      onMend={update.reset}
      onClose={onClose}
    >
      <TextField
        name="tenant_name"
        label="Name of the practice"
        required
        maxLength={200}
        defaultValue={practice.tenant_name}
        error={fieldError(update.error, 'tenant_name')}
      />
      <TextField
        name="subdomain"
        label="Subdomain"
        hint="Addresses with the old one stop working."
        maxLength={63}
        defaultValue={practice.tenant_subdomain ?? ''}
        autoCapitalize="none"
        spellCheck={false}
        error={fieldError(update.error, 'subdomain')}
      />
    </PracticeFormDialog>
  );
}
