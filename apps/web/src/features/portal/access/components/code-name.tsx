import { callAction } from '../../../../lib/api.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { beginSession } from '../begin-session.ts';
import { useEntrance } from '../entrance.ts';
import { accessFailure } from '../failure-texts.ts';
import { readablePhone } from '../phone-number.ts';
import { AccessForm } from './access-form.tsx';
import { QuietButton } from './quiet-button.tsx';

/** Asks a person with a verified number, whom the practice does not know, for their name, and signs them in. */
export function CodeName({
  tenantId,
  phone,
  registrationToken,
  isTaken,
  onPassword,
  onSignedIn,
  onBack,
}: {
  tenantId: number;
  phone: string;
  registrationToken: string;
  /** Another account was changed to this number without verifying it. */
  isTaken: boolean;
  onPassword: () => void;
  onSignedIn: () => void;
  onBack: () => void;
}) {
  const { landing } = useEntrance();
  const form = useForm({
    draft: null,
    values: { name: '', email: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? 'Please enter your name' : undefined }),
    send: async ({ name, email }) => {
      const person = {
        name: name.trim(),
        ...(email.trim() === '' ? {} : { email: email.trim() }),
      };
      const proof = { tenant_id: tenantId, phone, registration_token: registrationToken };
      const signedIn = await callAction('cp/code/complete', { ...proof, ...person }, { as: null });
      onSignedIn();
      await beginSession(signedIn, landing);
    },
    failure: (error) => accessFailure('code-complete', error),
  });
  return (
    <AccessForm form={form}>
      {isTaken ? (
        <Banner>
          <p>
            An account here uses this number but hasn’t verified it. If it’s yours, sign in with your
            password. If you continue, that account loses the number.
          </p>
        </Banner>
      ) : (
        <p>
          <strong className="figures whitespace-nowrap">{readablePhone(phone)}</strong> is new here. What’s
          your name?
        </p>
      )}
      <TextField {...form.field('name')} label="Name" autoComplete="name" required />
      <TextField
        {...form.field('email')}
        label="Email (optional)"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <Button variant="primary" size="large" type="submit" busy={form.busy} busyLabel="Signing In...">
        Continue
      </Button>
      <div className="flex flex-col gap-1">
        {isTaken ? <QuietButton onClick={onPassword}>Sign in with a password</QuietButton> : null}
        <QuietButton onClick={onBack}>Back</QuietButton>
      </div>
    </AccessForm>
  );
}
