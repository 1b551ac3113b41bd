import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { keptDetails } from '../kept-details.ts';
import { useRegistration, type Registering } from '../use-registration.ts';
import { AccessForm } from './access-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { QuietButton } from './quiet-button.tsx';

/** Makes the account of the verified number. */
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
