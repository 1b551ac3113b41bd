import { useState, type KeyboardEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { clientLimits, type ClientValues } from '../client-values.ts';

export interface ClientFormProps {
  /** Of the form, for the button that submits it from outside. */
  id: string;
  /** What stands in the form at first. */
  values: ClientValues;
  /** Sends what was written. When it rejects, the form says what is wrong. */
  onSend: (values: ClientValues) => Promise<void>;
  /** The sentence before the reason when it was not a field that was wrong. */
  failure: string;
}

/** The fields in the order in which they stand. */
const fields = ['name', 'phone', 'email', 'address', 'notes'] as const;

/** What can be written down about a client, whether new or known. */
export function ClientForm({ id, values, onSend, failure }: ClientFormProps) {
  const form = useForm<ClientValues>({ defaultValues: values });
  const [problem, setProblem] = useState<string | null>(null);
  const [phoneHolder, setPhoneHolder] = useState<number | null>(null);
  const { errors } = form.formState;
  const refuse = (error: unknown) => {
    const wrong = error instanceof ApiError ? error.fields : {};
    const named = fields.filter((field) => wrong[field] !== undefined);
    for (const field of named) form.setError(field, { message: wrong[field] ?? '' });
    if (named[0]) form.setFocus(named[0]);
    else setProblem(`${failure}. ${messageOf(error, '')}`.trim());
    setPhoneHolder(error instanceof ApiError ? error.existingId : null);
  };
  const submit = form.handleSubmit(async (written) => {
    setProblem(null);
    setPhoneHolder(null);
    try {
      await onSend(written);
    } catch (error) {
      refuse(error);
    }
  });
  const onKeyDown = ({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSending = form.formState.isSubmitting;
    if (key === 'Enter' && (ctrlKey || metaKey) && !isSending) currentTarget.form?.requestSubmit();
  };
  return (
    <form id={id} noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
      <TextField
        label="Name"
        className="sm:col-span-2"
        required
        autoComplete="off"
        maxLength={clientLimits.name}
        error={errors.name?.message}
        {...form.register('name', {
          validate: (name) => name.trim() !== '' || 'Please enter a name.',
        })}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={clientLimits.phone}
        error={errors.phone?.message}
        hint={
          phoneHolder === null ? undefined : (
            <Link to={paths.client(phoneHolder)} className={textLinkClass}>
              Go to the client with this number
            </Link>
          )
        }
        {...form.register('phone', { onChange: () => setPhoneHolder(null) })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={clientLimits.email}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextArea
        label="Address"
        className="sm:col-span-2"
        rows={3}
        maxLength={clientLimits.address}
        error={errors.address?.message}
        onKeyDown={onKeyDown}
        {...form.register('address')}
      />
      <TextArea
        label="Notes"
        className="sm:col-span-2"
        rows={3}
        maxLength={clientLimits.notes}
        error={errors.notes?.message}
        onKeyDown={onKeyDown}
        {...form.register('notes')}
      />
      <fieldset className="flex flex-wrap gap-x-8 gap-y-3 sm:col-span-2">
        <legend className="mb-1.5 text-sm font-semibold">Messages about appointments</legend>
        <Checkbox label="By SMS" {...form.register('likes_sms')} />
        <Checkbox label="By email" {...form.register('likes_email')} />
      </fieldset>
      {problem === null ? null : (
        <p
          role="alert"
          className="rounded-md bg-attention-soft px-3 py-2 font-medium text-attention sm:col-span-2"
        >
          {problem}
        </p>
      )}
    </form>
  );
}
