import { formText } from '../../../lib/form-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Practice } from '../queries.ts';
import { fieldError, PracticeFormDialog } from './practice-form-dialog.tsx';

/** Changes a practice's name, subdomain and own host. */
export function RenamePractice({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const update = useCommand('superadmin/practice_update');
  function save(form: FormData) {
    const orNone = (name: string) => formText(form, name).trim() || null;
    update.mutate(
      {
        practice_id: practice.id,
        tenant_name: formText(form, 'tenant_name').trim(),
        subdomain: orNone('subdomain'),
        custom_host: orNone('custom_host'),
      },
      {
        onSuccess: () => {
          onClose();
          toast.success('Practice changed');
        },
      },
    );
  }
  return (
    <PracticeFormDialog
      title="Edit practice"
      submitLabel="Save"
      busyLabel="Saving..."
      busy={update.isPending}
      error={update.error}
      fields={['tenant_name', 'subdomain', 'custom_host']}
      onSave={save}
      onMend={update.reset}
      onClose={onClose}
    >
      <TextField
        name="tenant_name"
        label="Practice name"
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
      <TextField
        name="custom_host"
        label="Own host"
        hint="Such as pets.example.com. It must point to this server; the practice’s portal opens there."
        maxLength={253}
        defaultValue={practice.custom_host ?? ''}
        autoCapitalize="none"
        inputMode="url"
        spellCheck={false}
        error={fieldError(update.error, 'custom_host')}
      />
    </PracticeFormDialog>
  );
}
