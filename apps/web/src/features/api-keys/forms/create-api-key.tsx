import { apiKeyPrefix, type ApiKeyLifetime } from '@burrow/contracts/api-key';
import type { Scope } from '@burrow/contracts/scopes';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ShownOnce } from '../components/shown-once.tsx';
import { ScopeFields } from './scope-fields.tsx';

const lifetimes: readonly { value: ApiKeyLifetime; label: string }[] = [
  { value: '30_days', label: '30 days' },
  { value: '90_days', label: '90 days' },
  { value: '1_year', label: '1 year' },
  { value: 'never', label: 'Never' },
];

interface Values {
  label: string;
  scopes: readonly Scope[];
  expires_in: ApiKeyLifetime;
  allowed_addresses: string;
}

const newKey: Values = { label: '', scopes: [], expires_in: '90_days', allowed_addresses: '' };

/** Creates a key for a program, and shows it once. */
export function CreateApiKey({ onClose }: { onClose: () => void }) {
  const formats = useFormats();
  const form = useActionForm('api_key/create', {
    draft: 'new',
    values: newKey,
    input: ({ scopes, ...values }) => ({ ...values, scopes: [...scopes] }),
    failure: 'Couldn’t create the key',
  });
  if (form.answer) {
    const { api_key: apiKey, expires_at: end } = form.answer;
    const note = end === null ? 'It never expires.' : `It works until ${formats.dateTime(end)}.`;
    return <ShownOnce title="Your new API key" apiKey={apiKey} note={note} onClose={onClose} />;
  }
  return (
    <FormDialog
      form={form}
      title="Create API key"
      submitLabel="Create key"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <TextField {...form.field('label')} label="Name" placeholder="Website" />
      <ScopeFields
        granted={form.values.scopes}
        error={form.errors.scopes}
        onChange={(scopes) => form.set({ scopes })}
      />
      <Select
        {...form.field('expires_in')}
        label="Expires after"
        options={lifetimes}
        hint={
          form.values.expires_in === 'never'
            ? 'Works until it’s revoked. Create a new secret from time to time.'
            : undefined
        }
      />
      <details open={form.errors.allowed_addresses === undefined ? undefined : true}>
        <summary className="cursor-pointer font-medium">Only from certain network addresses</summary>
        <TextArea
          {...form.field('allowed_addresses')}
          className="mt-2"
          label="Addresses"
          rows={3}
          spellCheck={false}
          hint="For example 203.0.113.7 or 203.0.113.0/24, separated by commas or one per line. Leave empty to allow any address."
        />
      </details>
      <p className="text-sm text-ink-soft">
        The key begins with {apiKeyPrefix} and acts as you: its changes are shown as yours.
      </p>
    </FormDialog>
  );
}
