import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction } from '../../../../lib/api.ts';
import { ApiError } from '../../../../lib/api-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { accessFailure } from '../failure-texts.ts';
import {
  refusedFields,
  registrationIn,
  registrationProblems,
  type Registration,
  type RegistrationProblems,
} from '../registration.ts';
import { AccessForm } from './access-form.tsx';
import { QuietButton } from './quiet-button.tsx';

interface SignupRegisterProps {
  tenantId: number;
  phone: string;
  /** What the verification answered; null after a reload, when its cookie says the same. */
  registrationToken: string | null;
  passwordMinimum: number;
  onCreated: () => void;
  /** The verification has expired, or was used. */
  onNotVerified: () => void;
  onBack: () => void;
}

/** Makes the account of the verified number. */
export function SignupRegister({
  tenantId,
  phone,
  registrationToken,
  passwordMinimum,
  onCreated,
  onNotVerified,
  onBack,
}: SignupRegisterProps) {
  const [errors, setErrors] = useState<RegistrationProblems | null>(null);
  const complete = useMutation({
    mutationFn: ({ name, password, email, address }: Registration) =>
      callAction(
        'cp/register/complete',
        {
          tenant_id: tenantId,
          phone,
          name,
          password,
          ...(email === '' ? {} : { email }),
          ...(address === '' ? {} : { address }),
          ...(registrationToken === null ? {} : { registration_token: registrationToken }),
        },
        { as: null },
      ),
    onSuccess: onCreated,
    onError: (error) => {
      setErrors(refusedFields(error));
      if (error instanceof ApiError && error.code === 'phone_not_verified') onNotVerified();
    },
  });

  function submit(data: FormData) {
    if (complete.isPending) return;
    const registration = registrationIn(data);
    const wrong = registrationProblems(registration, passwordMinimum);
    setErrors(wrong);
    if (wrong === null) complete.mutate(registration);
  }

  const problem = complete.error && errors === null ? accessFailure('signup-complete', complete.error) : null;
  return (
    <AccessForm errors={errors} problem={problem} onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={phone} readOnly />
      <TextField label="Name" name="name" autoComplete="name" required error={errors?.name} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${passwordMinimum} characters.`}
        error={errors?.password}
      />
      <PasswordField
        label="Confirm Password"
        name="confirm"
        autoComplete="new-password"
        required
        error={errors?.confirm}
      />
      <TextField
        label="Email (optional)"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors?.email}
      />
      <TextArea
        label="Address (optional)"
        name="address"
        rows={2}
        autoComplete="street-address"
        error={errors?.address}
      />
      <Button
        variant="primary"
        size="large"
        type="submit"
        busy={complete.isPending}
        busyLabel="Creating Account..."
      >
        Create Account
      </Button>
      <QuietButton onClick={onBack}>Back</QuietButton>
    </AccessForm>
  );
}
