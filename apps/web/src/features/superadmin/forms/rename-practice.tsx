import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Practice } from '../queries.ts';

/** Changes a practice's name, subdomain and own host. */
export function RenamePractice({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const form = useActionForm('superadmin/practice_update', {
    values: {
      tenant_name: practice.tenant_name,
      subdomain: practice.tenant_subdomain ?? '',
      custom_host: practice.custom_host ?? '',
    },
    required: { tenant_name: true },
    input: ({ tenant_name, subdomain, custom_host }) => ({
      practice_id: practice.id,
      tenant_name,
      subdomain: subdomain.trim() || null,
      custom_host: custom_host.trim() || null,
    }),
    onSaved: () => {
      onClose();
      toast.success('Practice changed');
    },
    failure: (error) => messageOf(error, 'Couldn’t save this. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title="Edit practice"
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('tenant_name')} label="Practice name" />
      <TextField
        {...form.field('subdomain')}
        label="Subdomain"
        hint="Addresses with the old one stop working."
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('custom_host')}
        label="Own host"
        hint="Such as pets.example.com. It must point to this server; the practice’s portal opens there."
        autoCapitalize="none"
        inputMode="url"
        spellCheck={false}
      />
    </FormDialog>
  );
}
