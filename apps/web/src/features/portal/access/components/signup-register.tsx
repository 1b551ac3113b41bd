import { useState } from 'react';
import { ApiError } from '../../../../lib/api-error.ts';
import { callAction } from '../../../../lib/api.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { parseDraft } from '../../parse-draft.ts';
import { accessFailure } from '../failure-texts.ts';
import { newPasswordBlames, newPasswordProblems } from '../new-password.ts';
import { AccessForm } from './access-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { QuietButton } from './quiet-button.tsx';

interface Registration {
  name: string;
  password: string;
  confirm: string;
  email: string;
  address: string;
}

/** The registration details that are stored while they are typed; never the password. */
type Details = Pick<Registration, 'name' | 'email' | 'address'>;

const none: Details = { name: '', email: '', address: '' };

/** The details typed in this tab, kept across a reload. `phone` is the verified number, as it was typed. */
function keptDetails(tenantId: number, phone: string) {
  const key = `portal_signup_details:${tenantId}:${phone.replace(/\s/g, '')}`;
  return {
    read: (): Details => parseDraft(sessionStorage.getItem(key), none),
    keep: ({ name, email, address }: Details) =>
      sessionStorage.setItem(key, JSON.stringify({ name, email, address })),
    forget: () => sessionStorage.removeItem(key),
  };
}

/** The verified person, and the form's callbacks. */
interface Registering {
  tenantId: number;
  phone: string;
  /** From the verification's response; null after a reload, when the cookie replaces it. */
  registrationToken: string | null;
  passwordMinimum: number;
  onCreated: () => void;
  /** Called when the verification has expired or was used. */
  onNotVerified: () => void;
}

/** The form that creates the account for a verified number. */
function useRegistration(
  values: Registration,
  onEdit: (values: Registration) => void,
  { tenantId, phone, registrationToken, passwordMinimum, onCreated, onNotVerified }: Registering,
) {
  const complete = ({ name, password, email, address }: Registration) =>
    callAction(
      'cp/register/complete',
      {
        tenant_id: tenantId,
        phone,
        name: name.trim(),
        password,
        ...(email.trim() === '' ? {} : { email: email.trim() }),
        ...(address.trim() === '' ? {} : { address: address.trim() }),
        ...(registrationToken === null ? {} : { registration_token: registrationToken }),
      },
      { as: null },
    );
  return useForm({
    draft: null,
    values,
    onEdit,
    check: ({ name, password, confirm }) => ({
      name: name.trim() === '' ? 'Please enter your name' : undefined,
      ...newPasswordProblems({
        password,
        confirm,
        minimum: passwordMinimum,
        missing: 'Please enter a password',
      }),
    }),
    send: async (registration) => {
      try {
        await complete(registration);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'phone_not_verified') onNotVerified();
        throw error;
      }
      onCreated();
    },
    failure: (error) => accessFailure('signup-complete', error),
    blames: newPasswordBlames,
  });
}

/** Creates the account for the verified number. */
export function SignupRegister({ onBack, ...registering }: Registering & { onBack: () => void }) {
  const { tenantId, phone, passwordMinimum, onCreated } = registering;
  const kept = keptDetails(tenantId, phone);
  const [begun] = useState(() => ({ ...kept.read(), password: '', confirm: '' }));
  const form = useRegistration(begun, kept.keep, {
    ...registering,
    onCreated: () => {
      kept.forget();
      onCreated();
    },
  });
  return (
    <AccessForm form={form}>
      <TextField {...form.field('name')} label="Name" autoComplete="name" required />
      <NewPasswordFields form={form} label="Password" phone={phone} minimum={passwordMinimum} />
      <TextField
        {...form.field('email')}
        label="Email (optional)"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <TextArea
        {...form.field('address')}
        label="Address (optional)"
        rows={2}
        autoComplete="street-address"
      />
      <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Creating Account...">
        Create Account
      </Button>
      <QuietButton onClick={onBack}>Back</QuietButton>
    </AccessForm>
  );
}
