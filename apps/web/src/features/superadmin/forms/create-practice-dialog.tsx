import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { localeChoices } from '../../settings/region-choices.ts';
import { SetupLinkDialog } from './setup-link-dialog.tsx';

const newPractice = {
  tenant_name: '',
  subdomain: '',
  admin_name: '',
  admin_email: '',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: 'en-GB',
  trial_days: '30',
};

const locales = localeChoices(newPractice.locale).map(({ id, label }) => ({ value: id, label }));

/** Asks for a new practice and its first admin, then shows the admin's link. */
export function CreatePracticeDialog({ onClose }: { onClose: () => void }) {
  const form = useActionForm('superadmin/practice_create', {
    draft: 'new',
    values: newPractice,
    input: (values) => values,
    failure: (error) => messageOf(error, 'Couldn’t create the practice. Please try again.'),
  });
  if (form.answer) {
    return (
      <SetupLinkDialog
        title="Practice created"
        practiceName={form.values.tenant_name.trim()}
        link={form.answer}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title="New practice"
      description="Its first admin joins with a one-time link, and sets it up."
      width="small"
      submitLabel="Create practice"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <TextField {...form.field('tenant_name')} label="Practice name" autoComplete="off" />
      <TextField
        {...form.field('subdomain')}
        label="Subdomain"
        hint="Optional. Letters, digits and hyphens, such as willow-vets."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...form.field('admin_name')} label="First admin’s name" autoComplete="off" />
      <TextField {...form.field('admin_email')} label="First admin’s email" type="email" autoComplete="off" />
      <Select {...form.field('locale')} label="Language and region" options={locales} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...form.field('time_zone')} label="Time zone" autoComplete="off" spellCheck={false} />
        <NumberField {...form.field('trial_days')} label="Trial length in days" min={0} max={365} step={1} />
      </div>
    </FormDialog>
  );
}
