import { useState } from 'react';
import { ApiError, messageOf, type SecondStepAsked } from '../../../lib/api-error.ts';
import { callAction, type InputOf, type OutputOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useLeaving } from '../../../lib/use-leaving.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SecondStepWays } from '../../second-factor/second-step.tsx';
import { WelcomeSheet } from '../../session/components/welcome-sheet.tsx';
import { rememberPractice } from '../remembered-practice.ts';

type SetupLink = OutputOf<'setup_link/check'>;
type Provider = NonNullable<SetupLink['sso']>;

interface JoinProps {
  token: string;
  link: SetupLink;
  sso: Provider;
}

/** The form that opens the provider, after the password and second factor of an account that has them. */
function useJoinForm({ token, link, sso }: JoinProps) {
  const { isLeaving, leaveFor } = useLeaving();
  const [secondStep, setSecondStep] = useState<SecondStepAsked | null>(null);
  async function send(given: Omit<InputOf<'auth/sso_join'>, 'token'>) {
    const { url } = await callAction('auth/sso_join', { token, ...given }, { as: null });
    rememberPractice(sso.practice_id);
    // Used up, for a person who goes back.
    setSecondStep(null);
    leaveFor(url);
  }
  const form = useForm({
    draft: null,
    values: { password: '' },
    check: ({ password }) =>
      link.has_password && password === '' ? { password: 'Enter your password.' } : {},
    send: async ({ password }) => {
      try {
        await send(link.has_password ? { password } : {});
      } catch (error) {
        if (!(error instanceof ApiError && error.secondStep)) throw error;
        setSecondStep(error.secondStep);
      }
    },
    failure: (error) => messageOf(error, 'Couldn’t start the sign-in. Please try again.'),
    blames: { invalid_credentials: 'password' },
  });
  const answer = (given: Parameters<typeof send>[0]) => send({ password: form.values.password, ...given });
  return { form, isBusy: form.busy || isLeaving, secondStep, answer };
}

function leadOf({ has_password, email, name }: SetupLink, provider: string, isHere: boolean): string {
  if (!isHere) return `Hello ${name}. To join the team, you’ll sign in with ${provider}.`;
  return has_password
    ? `Hello ${name}. Enter the password you sign in with. Then sign in with ${provider} to join the team.`
    : `Hello ${name}. Sign in with ${provider} as ${email} to join the team.`;
}

/** Providers redirect to the server's own address only. */
const isElsewhere = (url: string): boolean => new URL(url).hostname !== window.location.hostname;

/** The page of a link to join a practice that allows only single sign-on. */
export function JoinBySso(props: JoinProps) {
  const { link, sso } = props;
  const { form, isBusy, secondStep, answer } = useJoinForm(props);
  if (secondStep) {
    return (
      <WelcomeSheet title="Confirm it’s you" lead={`Use your passkey or a code to join ${link.tenant_name}.`}>
        <SecondStepWays asked={secondStep} send={answer} />
      </WelcomeSheet>
    );
  }
  const elsewhere = sso.link_url !== null && isElsewhere(sso.link_url) ? sso.link_url : null;
  return (
    <WelcomeSheet title={`Welcome to ${link.tenant_name}`} lead={leadOf(link, sso.name, elsewhere === null)}>
      {elsewhere === null ? (
        <Form form={form}>
          {link.has_password ? (
            <>
              <TextField
                label="Email"
                name="username"
                type="email"
                autoComplete="username"
                value={link.email}
                readOnly
              />
              <PasswordField
                {...form.field('password')}
                label="Password"
                autoComplete="current-password"
                required
              />
            </>
          ) : null}
          <FormProblem>{form.problem}</FormProblem>
          <Button variant="primary" size="large" type="submit" busy={isBusy} busyLabel="Opening...">
            {link.has_password ? 'Continue' : `Sign in with ${sso.name}`}
          </Button>
        </Form>
      ) : (
        <a href={elsewhere} className={buttonClass('primary', 'large', 'w-full')}>
          Continue
        </a>
      )}
    </WelcomeSheet>
  );
}
