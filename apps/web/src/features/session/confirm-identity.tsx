import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callAction, setConfirmIdentityHandler } from '../../lib/api.ts';
import { onConfirmedElsewhere } from '../../lib/identity-confirmed.ts';
import { useActionForm } from '../../lib/use-action-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Form } from '../../ui/form.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { NativeDialog } from '../../ui/native-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { signOut } from './sign-out.ts';

interface QuestionProps {
  /** Called with whether they confirmed it. */
  onAnswer: (confirmed: boolean) => void;
}

const title = 'Confirm it’s you';

function AskPassword({ onAnswer }: QuestionProps) {
  const form = useActionForm('auth/step_up', {
    draft: null,
    values: { password: '' },
    required: { password: true },
    check: ({ password }) => ({ password: password === '' ? 'Enter your password.' : undefined }),
    input: ({ password }) => ({ password }),
    onSaved: () => onAnswer(true),
    failure: 'Couldn’t confirm it’s you',
  });
  return (
    <NativeDialog
      open
      onOpenChange={() => (form.busy ? undefined : onAnswer(false))}
      width="small"
      title={title}
      description="Enter your password to continue. We won’t ask again for five minutes."
      actions={
        <>
          <Button disabled={form.busy} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} busy={form.busy} busyLabel="Checking...">
            Continue
          </Button>
        </>
      }
    >
      <Form form={form} className="flex flex-col gap-3">
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <FormProblem>{form.problem}</FormProblem>
      </Form>
    </NativeDialog>
  );
}

/** Opens the provider's sign-in page in another tab, so that the page with its open forms stays. */
function useProviderTab() {
  return useMutation({
    mutationFn: async () => {
      // Opened first: browsers block a tab that opens after an answer.
      const tab = window.open('about:blank', '_blank');
      if (tab === null) throw new Error('blocked');
      try {
        const { url } = await callAction('sso/confirm_start', {});
        tab.location.replace(url);
      } catch (error) {
        tab.close();
        throw error;
      }
    },
  });
}

const tabProblem = (error: unknown): string =>
  messageOf(error, 'Your browser blocked the new tab. Allow pop-ups for this site, then try again.');

/** Codes of a provider that is gone, or that doesn't ask again. */
const unable: ReadonlySet<string> = new Set(['sso_not_set_up', 'sso_not_confirmed']);

/** Asks a person without a password and a second factor to sign in at their provider again. */
function AskSignIn({ onAnswer }: QuestionProps) {
  const open = useProviderTab();
  useEffect(() => onConfirmedElsewhere(() => onAnswer(true)), [onAnswer]);
  // Without a provider that can confirm it, only another sign-in does.
  const mustLeave = open.error instanceof ApiError && unable.has(open.error.code ?? '');
  return (
    <NativeDialog
      open
      onOpenChange={() => onAnswer(false)}
      width="small"
      title={title}
      description="Sign in again at your sign-in provider, in a new tab. This page stays as it is, and we won’t ask again for five minutes."
      actions={
        <>
          <Button data-dialog-beginning onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          {mustLeave ? (
            <Button variant="primary" onClick={() => signOut()}>
              Logout
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={open.isPending}
              busyLabel="Opening..."
              onClick={() => open.mutate()}
            >
              {open.isSuccess ? 'Open it again' : 'Sign in again'}
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="empty:hidden">
        {open.isSuccess ? 'Waiting for the new tab. Once you’ve signed in there, this page continues.' : null}
      </p>
      <FormProblem>{open.isError ? tabProblem(open.error) : null}</FormProblem>
    </NativeDialog>
  );
}

const SecondStepWays = lazyComponent(
  async () => (await import('../second-factor/second-step.tsx')).SecondStepWays,
);

/** Asks for the person's second factor, or their password, or a new sign-in. */
function Question({ onAnswer }: QuestionProps) {
  const start = useQuery({
    queryKey: ['confirm identity'],
    queryFn: () => callAction('auth/step_up/start', {}),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (start.isPending) return null;
  if (start.data?.step_up_by === 'password') return <AskPassword onAnswer={onAnswer} />;
  if (start.data?.step_up_by === 'sign_in') return <AskSignIn onAnswer={onAnswer} />;
  return (
    <NativeDialog
      open
      onOpenChange={() => onAnswer(false)}
      width="small"
      title={title}
      description="Use your passkey or a code to continue. We won’t ask again for five minutes."
      actions={<Button onClick={() => onAnswer(false)}>Cancel</Button>}
    >
      <QueryView query={start} skeleton={null} failure="Couldn’t ask you to confirm it’s you">
        {({ challenge, factors, passkey_options: passkeyOptions }) => (
          <SecondStepWays
            asked={{ challenge: challenge ?? '', factors, passkeyOptions }}
            send={async (answer) => {
              await callAction('auth/step_up', answer);
              onAnswer(true);
            }}
          />
        )}
      </QueryView>
    </NativeDialog>
  );
}

/** Asks the person to confirm who they are when a call needs it, above any open dialog. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
  useEffect(() => {
    // Calls that are refused during the question wait for the same answer.
    let asked: Promise<boolean> | null = null;
    let finish: (confirmed: boolean) => void = () => undefined;
    const ask = () =>
      new Promise<boolean>((resolve) => {
        finish = (confirmed) => {
          asked = null;
          setAnswer(null);
          resolve(confirmed);
        };
        setAnswer(() => finish);
      });
    setConfirmIdentityHandler(() => (asked ??= ask()));
    return () => {
      setConfirmIdentityHandler(() => Promise.resolve(false));
      finish(false);
    };
  }, []);
  if (answer === null) return null;
  // Outside the page, because an open dialog hides the page from screen readers and would also close on Escape.
  return createPortal(
    <div role="presentation" onKeyDown={(event) => event.stopPropagation()}>
      <Question onAnswer={answer} />
    </div>,
    document.body,
  );
}
