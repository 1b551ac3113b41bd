import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { keptDetails } from '../kept-details.ts';
import { registrationIn } from '../registration.ts';
import { useRegistration, type Registering } from '../use-registration.ts';
import { AccessForm } from './access-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { QuietButton } from './quiet-button.tsx';

/** Makes the account of the verified number. */
export function SignupRegister({ onBack, ...registering }: Registering & { onBack: () => void }) {
  const { tenantId, phone, passwordMinimum, onCreated } = registering;
  const kept = keptDetails(tenantId, phone);
  const [begun] = useState(kept.read);
  const { register, busy, errors, problem } = useRegistration({
    ...registering,
    onCreated: () => {
      kept.forget();
      onCreated();
    },
  });
  return (
    <AccessForm
      errors={errors}
      problem={problem}
      onChange={(data) => kept.keep(registrationIn(data))}
      onSubmit={(data) => register(registrationIn(data))}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        defaultValue={begun.name}
        error={errors?.name}
      />
      <NewPasswordFields label="Password" phone={phone} minimum={passwordMinimum} errors={errors} />
      <TextField
        label="Email (optional)"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        defaultValue={begun.email}
        error={errors?.email}
      />
      <TextArea
        label="Address (optional)"
        name="address"
        rows={2}
        autoComplete="street-address"
        defaultValue={begun.address}
        error={errors?.address}
      />
      <Button variant="primary" size="large" type="submit" busy={busy} busyLabel="Creating Account...">
        Create Account
      </Button>
      <QuietButton onClick={onBack}>Back</QuietButton>
    </AccessForm>
  );
}
