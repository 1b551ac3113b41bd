import type { OutputOf } from '../../../lib/api.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';

export type Provider = NonNullable<OutputOf<'identity_provider'>['provider']>;

const valuesOf = (provider: Provider | null) => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  application: provider?.application ?? '',
  client_secret: '',
  groups_claim: provider?.groups_claim ?? 'groups',
  admin_group: provider?.admin_group ?? '',
  staff_group: provider?.staff_group ?? '',
  only_sso: provider?.only_sso === '1',
});

const plain = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;

/** Sets up or edits the practice's sign-in provider. */
export function ProviderForm({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const form = useActionForm('identity_provider/save', {
    // It contains the client secret.
    draft: null,
    values: valuesOf(provider),
    required: { client_secret: provider === null },
    input: (values) => ({
      ...values,
      client_secret: values.client_secret || undefined,
      groups_claim: values.groups_claim || undefined,
      admin_group: values.admin_group || undefined,
      staff_group: values.staff_group || undefined,
      only_sso: values.only_sso ? '1' : '0',
    }),
    onSaved: () => {
      onClose();
      toast.success('Single sign-on saved');
    },
    failure: 'Couldn’t save single sign-on',
  });
  return (
    <FormDialog
      form={form}
      title={provider === null ? 'Set up single sign-on' : 'Edit single sign-on'}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        placeholder="Microsoft"
        hint="Shown on the button: Sign in with …"
      />
      <TextField
        {...form.field('issuer')}
        {...plain}
        label="Issuer"
        type="url"
        inputMode="url"
        placeholder="https://login.example.com"
        hint="Your provider gives you this address. Burrow reads the provider’s settings from it."
      />
      <TextField {...form.field('application')} {...plain} label="Client ID" />
      <PasswordField
        {...form.field('client_secret')}
        label="Client secret"
        autoComplete="new-password"
        hint={
          provider === null
            ? undefined
            : 'Leave empty to keep the saved one. A new issuer needs a new secret.'
        }
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1.5 text-sm font-semibold">Groups (optional)</legend>
        <p className="text-sm text-ink-soft">
          If you enter groups, new people in them join your team at their first sign-in, and everyone’s role
          is set from their group at each sign-in.
        </p>
        <TextField {...form.field('admin_group')} {...plain} label="Admin group" />
        <TextField {...form.field('staff_group')} {...plain} label="Staff group" />
        <TextField {...form.field('groups_claim')} {...plain} label="Groups claim" />
      </fieldset>
      {provider === null ? null : (
        <Checkbox
          {...form.flag('only_sso')}
          label="Single sign-on only"
          hint="People can’t sign in to this practice with a password. Sign in with single sign-on yourself before you turn this on."
        />
      )}
    </FormDialog>
  );
}
