import { apiKeyPrefix, type ApiKeyLifetime } from '@burrow/contracts/api-key';
import type { Scope } from '@burrow/contracts/scopes';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
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

const emptyKey: Values = { label: '', scopes: [], expires_in: '90_days', allowed_addresses: '' };

/** What is missing, by field. */
const problemsOf = ({ label, scopes }: Values): Record<string, string> => ({
  ...(label.trim() === '' ? { label: 'Enter a name for the key.' } : {}),
  ...(scopes.length === 0 ? { scopes: 'Choose what the key can do.' } : {}),
});

/** Says what is wrong with a list by the name of the list alone. */
const byField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, said]) => [name.split('.')[0] ?? name, said]));

/** Makes a key for a program, and shows it once. */
export function CreateApiKey({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const formats = useFormats();
  const create = useCommand('api_key/create');
  const [values, setValues] = useState(emptyKey);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  useFocusFirstWrong(form, errors);
  const set = (edit: Partial<Values>) => {
    setValues((before) => ({ ...before, ...edit }));
    setErrors({});
  };
  const send = async () => {
    const found = problemsOf(values);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0 || create.isPending) return;
    const { label, scopes, expires_in, allowed_addresses: addresses } = values;
    try {
      await create.mutateAsync({
        label,
        scopes: [...scopes],
        expires_in,
        ...(addresses.trim() === '' ? {} : { allowed_addresses: addresses }),
      });
    } catch (error) {
      const fields = error instanceof ApiError ? byField(error.fields) : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(failureText('Failed to create the key', error));
    }
  };
  if (create.data) {
    const { api_key: apiKey, expires_at: end } = create.data;
    const note = end === null ? 'It never expires.' : `It works until ${formats.dateTime(end)}.`;
    return <ShownOnce title="Your new API key" apiKey={apiKey} note={note} onClose={onClose} />;
  }
  return (
    <FormDialog
      title="Create API key"
      formId={formId}
      submitLabel="Create key"
      busyLabel="Creating..."
      busy={create.isPending}
      error={problem}
      onClose={onClose}
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label="Name"
          name="label"
          required
          maxLength={80}
          placeholder="Website"
          value={values.label}
          error={errors['label']}
          onChange={(event) => set({ label: event.target.value })}
        />
        <ScopeFields
          granted={values.scopes}
          error={errors['scopes']}
          onChange={(scopes) => set({ scopes })}
        />
        <Select
          label="Expires after"
          name="expires_in"
          options={lifetimes}
          value={values.expires_in}
          hint={
            values.expires_in === 'never' ? 'Works until someone revokes it. Rotate it regularly.' : undefined
          }
          onChange={(event) => set({ expires_in: event.target.value as ApiKeyLifetime })}
        />
        <details open={errors['allowed_addresses'] === undefined ? undefined : true}>
          <summary className="cursor-pointer font-medium">Only from certain network addresses</summary>
          <TextArea
            className="mt-2"
            label="Addresses"
            name="allowed_addresses"
            rows={3}
            spellCheck={false}
            hint="Such as 203.0.113.7 or 203.0.113.0/24, separated by commas or one per line. Leave empty to allow any address."
            value={values.allowed_addresses}
            error={errors['allowed_addresses']}
            onChange={(event) => set({ allowed_addresses: event.target.value })}
          />
        </details>
        <p className="text-sm text-ink-soft">
          The key begins with {apiKeyPrefix} and acts as you: its changes are shown as yours.
        </p>
      </form>
    </FormDialog>
  );
}
