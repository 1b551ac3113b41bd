import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { OwnSessionList } from '../../../ui/session-list.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { Feeds } from '../../calendar-feeds/components/feeds.tsx';
import { ConnectedSignIn } from '../../single-sign-on/components/connected-sign-in.tsx';
import { OwnRota } from '../../rota/components/own-rota.tsx';
import { OwnFactors } from '../../second-factor/components/own-factors.tsx';
import { newPasswordErrors } from '../new-password.ts';
import { ownSessionsQuery, sessionQuery } from '../queries.ts';
import { textLinkClass } from '../../../ui/text-link.ts';

interface SectionProps {
  title: string;
  explanation: string;
  children: ReactNode;
}

/** A section of a page. */
const CardSection = ({ title, explanation, children }: SectionProps) => (
  <Card title={title}>
    <p className="mb-3 text-ink-soft">{explanation}</p>
    {children}
  </Card>
);

/** A section of a dialog, which already has a frame. */
const PlainSection = ({ title, explanation, children }: SectionProps) => (
  <section className="border-t border-line pt-4">
    <h3 className="font-bold">{title}</h3>
    <p className="mb-3 text-sm text-ink-soft">{explanation}</p>
    {children}
  </section>
);

const empty = { current_password: '', password: '', confirm: '' };

/** Changes the person's own password: the current one, and the new one twice. `email` is for the password manager. */
function ChangePasswordForm({ email }: { email: string }) {
  const form = useActionForm('set_password', {
    draft: null,
    values: empty,
    check: (values) => ({
      current_password: values.current_password === '' ? 'Enter your current password.' : undefined,
      ...newPasswordErrors(values),
    }),
    input: ({ current_password, password }) => ({ current_password, password }),
    onSaved: () => {
      form.reset(empty);
      toast.success('Password changed', { description: 'You are signed out everywhere else.' });
    },
    failure: (error) => messageOf(error, 'Failed to set password'),
  });
  return (
    <Form form={form} className="flex max-w-sm flex-col gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...form.field('current_password')}
        label="Current password"
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...form.field('password')}
        label="New password"
        autoComplete="new-password"
        required
        hint="At least 8 characters."
      />
      <PasswordField
        {...form.field('confirm')}
        label="Confirm password"
        autoComplete="new-password"
        required
      />
      <FormProblem>{form.problem}</FormProblem>
      <div>
        <Button variant="primary" type="submit" busy={form.busy} busyLabel="Saving...">
          Change password
        </Button>
      </div>
    </Form>
  );
}

/** The person's sessions, with buttons to end one, or all but this one. */
function OwnSessions() {
  const formats = useFormats();
  const sessions = useQuery(ownSessionsQuery);
  const end = useCommand('session/revoke');
  if (sessions.isPending) return <SkeletonRows rows={2} />;
  if (sessions.isError) {
    return <QueryError query={sessions} title="Couldn’t load your sessions" />;
  }
  const ending = end.isPending ? (end.variables.session_id ?? 'others') : null;
  return (
    <OwnSessionList
      sessions={sessions.data}
      dateTime={formats.dateTime}
      ending={typeof ending === 'string' ? 'others' : ending}
      problem={end.isError ? messageOf(end.error, 'Couldn’t end the session.') : null}
      onEnd={(which) => {
        if (which === 'others')
          end.mutate({}, { onSuccess: () => toast.success('Signed out everywhere else') });
        else end.mutate({ session_id: which });
      }}
    />
  );
}

/** The person's own calendar feeds. */
const OwnFeeds = () => <Feeds ofPerson={useSession().userId} />;

/** The signed-in person's account: name, password, calendar and sessions. */
export function AccountPanel({
  frame,
  onLeave,
}: {
  frame: 'cards' | 'plain';
  /** Called when a link leads to another page. */
  onLeave?: () => void;
}) {
  const me = useQuery(sessionQuery);
  const Section = frame === 'cards' ? CardSection : PlainSection;
  if (me.isPending) return <SkeletonRows rows={3} />;
  if (me.isError) {
    return <QueryError query={me} title="Couldn’t load your account" />;
  }
  // A superadmin has no appointments, and support access must not leave a feed behind.
  const hasDiary = me.data.tenant_id !== null && me.data.support_until === null;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-semibold wrap-anywhere">{me.data.name}</p>
        <p className="wrap-anywhere text-ink-soft">{me.data.email}</p>
      </div>
      {me.data.practice_only ? (
        <p className="text-ink-soft">
          You’re signed in with your practice’s single sign-on. If you also have a Burrow password, sign in
          with it to change it or to set up two-step sign-in.
        </p>
      ) : (
        <>
          <Section title="Password" explanation="Changing it signs you out everywhere else.">
            <ChangePasswordForm email={me.data.email} />
          </Section>
          <Section
            title="Two-step sign-in"
            explanation="With a passkey or an authenticator app, a stolen password isn’t enough to sign in as you."
          >
            <OwnFactors />
          </Section>
        </>
      )}
      {me.data.support_until === null ? (
        <Section
          title="Connected sign-in"
          explanation="Sign in with your organisation’s account instead of your password."
        >
          <ConnectedSignIn />
        </Section>
      ) : null}
      {hasDiary ? (
        <Section
          title="Calendar"
          explanation="Shows your appointments in the calendar on your phone or computer, through a secret address."
        >
          <OwnFeeds />
        </Section>
      ) : null}
      {hasDiary ? (
        <Section title="Rota" explanation="Your hours over the next two weeks.">
          <OwnRota staffId={me.data.user_id} />
          <Link to={paths.rota} onClick={onLeave} className={`mt-2 inline-block ${textLinkClass}`}>
            View the team’s rota
          </Link>
        </Section>
      ) : null}
      <Section title="Sessions" explanation="Where you are signed in, across all your practices.">
        <OwnSessions />
      </Section>
    </div>
  );
}
