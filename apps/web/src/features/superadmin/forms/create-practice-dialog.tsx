import { useState } from 'react';
import { formText } from '../../../lib/form-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { fieldError, PracticeFormDialog } from './practice-form-dialog.tsx';
import { SetupLinkDialog } from './setup-link-dialog.tsx';

const fields = ['tenant_name', 'subdomain', 'admin_name', 'admin_email', 'time_zone', 'trial_days'] as const;

const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Asks for a new practice and its first admin, then shows the admin's link. */
export function CreatePracticeDialog({ onClose }: { onClose: () => void }) {
  const create = useCommand('superadmin/practice_create');
  const [practiceName, setPracticeName] = useState('');
  if (create.data) {
    return (
      <SetupLinkDialog
        title="Practice created"
        practiceName={practiceName}
        link={create.data}
        onClose={onClose}
      />
    );
  }
  function save(form: FormData) {
    const text = (name: (typeof fields)[number]) => formText(form, name).trim();
    setPracticeName(text('tenant_name'));
    create.mutate({
      tenant_name: text('tenant_name'),
      subdomain: text('subdomain'),
      admin_name: text('admin_name'),
      admin_email: text('admin_email'),
      time_zone: text('time_zone'),
      trial_days: text('trial_days'),
    });
  }
  const wired = (name: (typeof fields)[number]) => ({ name, error: fieldError(create.error, name) });
  return (
    <PracticeFormDialog
      title="New practice"
      description="Its first admin joins by a one-time link, and sets it up."
      submitLabel="Create practice"
      busyLabel="Creating..."
      busy={create.isPending}
      error={create.error}
      fields={fields}
      onSave={save}
      onMend={create.reset}
      onClose={onClose}
    >
      <TextField
        {...wired('tenant_name')}
        label="Practice name"
        required
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        {...wired('subdomain')}
        label="Subdomain"
        hint="Optional. Letters, digits and hyphens, such as willow-vets."
        maxLength={63}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...wired('admin_name')}
        label="First admin’s name"
        required
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        {...wired('admin_email')}
        label="First admin’s email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...wired('time_zone')}
          label="Time zone"
          defaultValue={ownTimeZone}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
        />
        <NumberField
          {...wired('trial_days')}
          label="Trial length in days"
          min={0}
          max={365}
          step={1}
          defaultValue={30}
        />
      </div>
    </PracticeFormDialog>
  );
}
