import { useRef, useState, type FormEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { paths } from '../../../lib/paths.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { clientLimits, type ClientValues } from '../client-values.ts';

export interface ClientFormProps {
  /** Of the form, for the button that submits it from outside. */
  id: string;
  /** What stands in the form at first. */
  values: ClientValues;
  /** Whether the number is one that signs in to the portal. */
  hasPortal?: boolean;
  /** Sends what was written. When it rejects, the form says what is wrong. */
  onSend: (values: ClientValues) => Promise<void>;
  /** The sentence before the reason when it was not a field that was wrong. */
  failure: string;
  /** Told what is wrong altogether; null when nothing is any more. */
  onProblem: (problem: string | null) => void;
}

/** The fields in the order in which they stand. */
const fields = ['name', 'phone', 'email', 'address', 'notes'] as const;

/** Sends the form, and says what was wrong with it: at the field that can be mended, or altogether. */
function useSending(
  form: UseFormReturn<ClientValues>,
  { onSend, failure, onProblem }: Pick<ClientFormProps, 'onSend' | 'failure' | 'onProblem'>,
) {
  const [phoneHolder, setPhoneHolder] = useState<number | null>(null);
  const { isSubmitting } = form.formState;
  const refuse = (error: unknown) => {
    const wrong = error instanceof ApiError ? error.fields : {};
    const named = fields.filter((field) => wrong[field] !== undefined);
    for (const field of named) form.setError(field, { message: wrong[field] ?? '' });
    if (named[0]) form.setFocus(named[0]);
    else onProblem(failureText(failure, error));
    setPhoneHolder(error instanceof ApiError ? error.existingId : null);
  };
  const send = form.handleSubmit(async (written) => {
    onProblem(null);
    setPhoneHolder(null);
    try {
      await onSend(written);
    } catch (error) {
      refuse(error);
    }
  });
  return {
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!isSubmitting) void send();
    },
    /** The client who has the number that was refused. */
    phoneHolder,
    forgetPhoneHolder: () => setPhoneHolder(null),
  };
}

const endsPortal = 'Changing the number ends their portal access until they sign up again with the new one.';

/** The phone number; leads to the client who has it already. */
function PhoneField({
  form,
  holder,
  hasPortal,
  onChange,
}: {
  form: UseFormReturn<ClientValues>;
  holder: number | null;
  hasPortal: boolean;
  onChange: () => void;
}) {
  return (
    <TextField
      label="Phone"
      className={holder === null ? undefined : 'sm:col-span-2'}
      type="tel"
      autoComplete="off"
      maxLength={clientLimits.phone}
      error={form.formState.errors.phone?.message}
      hint={
        holder === null ? (
          hasPortal && endsPortal
        ) : (
          <>
            Leave the phone empty here, or add the animal to that client.{' '}
            <Link to={paths.client(holder)} className={textLinkClass}>
              Go to the client with this number
            </Link>
          </>
        )
      }
      {...form.register('phone', { onChange })}
    />
  );
}

/** What can be written down about a client, whether new or known. */
export function ClientForm({ id, values, hasPortal = false, ...sending }: ClientFormProps) {
  const form = useForm<ClientValues>({ defaultValues: values });
  const { submit, phoneHolder, forgetPhoneHolder } = useSending(form, sending);
  const element = useRef<HTMLFormElement>(null);
  useFormKeys(element);
  const { errors } = form.formState;
  return (
    <form id={id} ref={element} noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
      <TextField
        label="Name"
        className="sm:col-span-2"
        required
        autoComplete="off"
        maxLength={clientLimits.name}
        error={errors.name?.message}
        {...form.register('name', {
          validate: (name) => name.trim() !== '' || 'Enter a name.',
        })}
      />
      <PhoneField form={form} holder={phoneHolder} hasPortal={hasPortal} onChange={forgetPhoneHolder} />
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
        {...form.register('address')}
      />
      <TextArea
        label="Notes"
        className="sm:col-span-2"
        rows={3}
        maxLength={clientLimits.notes}
        error={errors.notes?.message}
        {...form.register('notes')}
      />
      <fieldset className="flex flex-wrap gap-x-8 gap-y-3 sm:col-span-2">
        <legend className="mb-1.5 text-sm font-semibold">Messages about appointments</legend>
        <Checkbox label="By SMS" {...form.register('likes_sms')} />
        <Checkbox label="By email" {...form.register('likes_email')} />
      </fieldset>
    </form>
  );
}
