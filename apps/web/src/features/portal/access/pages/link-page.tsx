import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../../../lib/api.ts';
import { usePage, useSiteName } from '../../../../lib/page-name.ts';
import { paths, withTenant } from '../../../../lib/paths.ts';
import { sessionStore, useSessionState } from '../../../../lib/session-store.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { KeepFocus } from '../../../../ui/keep-focus.tsx';
import { Loading } from '../../../../ui/loading.tsx';
import { rememberLook } from '../../shell/practice-look.ts';
import { usePracticeColour } from '../../shell/use-practice-colour.ts';
import { beginSession } from '../begin-session.ts';
import { useCodeProgress } from '../code-progress.ts';
import { EnterCode } from '../components/enter-code.tsx';
import { EntranceFrame } from '../components/entrance-frame.tsx';
import { EntranceShell } from '../components/entrance-shell.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { SignedInAlready } from '../components/signed-in-already.tsx';
import { shortWait } from '../countdown.ts';
import { accessFailure } from '../failure-texts.ts';
import { useCodeSending } from '../use-code-sending.ts';

type LinkInfo = OutputOf<'cp/link'>;
type Target = OutputOf<'cp/link/open'>;

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['cp/link', { token }] as const,
    queryFn: ({ signal }) => callAction('cp/link', { token }, { signal, as: null }),
  });

/** For a person who is signed in: only the client of the link gets an answer. */
const ownLinkQuery = (token: string, clientId: number | undefined) =>
  queryOptions({
    queryKey: ['cp/link/open', { token }, clientId] as const,
    queryFn: ({ signal }) => callAction('cp/link/open', { token }, { signal }),
    enabled: clientId !== undefined,
  });

function addressOf(
  { booking_id: bookingId, offer_id: offerId, recall_id: recallId }: Target,
  tenantId: number | null,
): string {
  if (recallId !== null) return withTenant(paths.reminders({ recall: recallId }), tenantId);
  if (offerId !== null) return withTenant(paths.offer(offerId), tenantId);
  return withTenant(bookingId === null ? paths.customerHome : paths.appointment(bookingId), tenantId);
}

/** What the link is about, without anything of the record. */
const leads: Record<LinkInfo['kind'], string> = {
  booking: 'Your appointment',
  offer: 'An earlier appointment',
  recall: 'What your pets are due for',
};

/** A link that leads nowhere, or could not be read. */
function LinkProblem({ title, children }: { title: string; children: ReactNode }) {
  usePage(title);
  return (
    <EntranceFrame title={title}>
      <div className="flex flex-col gap-4">{children}</div>
    </EntranceFrame>
  );
}

/** Refusals after which a link no longer leads to a code. */
const endings = new Set<unknown>(['not_found', 'client_archived', 'phone_not_verified', 'phone_unsuitable']);

/** Makes a call about a link. If it is refused because the link has changed, the page first reads the link again. */
function useLinkCall(token: string) {
  const client = useQueryClient();
  return async <Answer,>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof ApiError && endings.has(error.code))
        await client.invalidateQueries({ queryKey: linkQuery(token).queryKey });
      throw error;
    }
  };
}

/** Texts the code, and takes it. */
function CodeSignIn({ token, link, phone }: { token: string; link: LinkInfo; phone: string }) {
  const navigate = useNavigate();
  const called = useLinkCall(token);
  const stored = useCodeProgress('link', token);
  const [progress, change] = stored;
  const [begunAt] = useState(progress.step);
  const { send, busy, error, resending, goTo } = useCodeSending(
    () => called(callAction('cp/link/start', { token }, { as: null })),
    stored,
  );
  const { secondsLeft } = resending;

  async function verify(code: string) {
    const signedIn = await called(callAction('cp/link/verify', { token, code }, { as: null }));
    const address = addressOf(signedIn, link.tenant_id);
    const replacesAnother = sessionStore.get() !== null;
    change(null);
    await beginSession(signedIn, address);
    if (!replacesAnother) void navigate(address, { replace: true });
  }

  if (progress.step === 'verify') {
    return (
      <EnterCode
        phone={progress.sentTo}
        resending={resending}
        takesFocus={begunAt !== 'verify'}
        step="signup-verify"
        onCode={verify}
        onBack={() => goTo('phone')}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {error ? <FormProblem>{accessFailure('signup-start', error)}</FormProblem> : null}
      <p>
        We’ll text a code to <strong className="figures whitespace-nowrap">{phone}</strong>.
      </p>
      <Button
        variant="primary"
        size="large"
        className="figures"
        disabled={secondsLeft > 0}
        busy={busy}
        busyLabel="Sending..."
        onClick={() => send(phone)}
      >
        {secondsLeft > 0 ? `Send Code (${shortWait(secondsLeft)})` : 'Send Code'}
      </Button>
      {progress.sentTo === '' ? null : (
        <QuietButton onClick={() => goTo('verify')}>I already have a code</QuietButton>
      )}
      <p className="text-center text-sm text-ink-soft">
        Not your number any more? Please contact the practice.
      </p>
    </div>
  );
}

/** The sign-in with a password, which leads back to the link. */
const PasswordLink = ({ token, tenantId }: { token: string; tenantId: number }) => (
  <ButtonLink
    to={withTenant(paths.portalLogin, tenantId)}
    state={{ from: paths.link(token) }}
    size="large"
    className="w-full"
  >
    Sign in with a password
  </ButtonLink>
);

/** The practice, and how its client signs in. */
function KnownLink({ token, link }: { token: string; link: LinkInfo }) {
  const { tenant_id: tenantId, tenant_name: name, color, phone, sign_in: signIn } = link;
  usePage('Sign In');
  useSiteName(name);
  usePracticeColour(color);
  useEffect(() => rememberLook(tenantId, { name, color }), [tenantId, name, color]);
  return (
    <EntranceFrame logo={link.tenant_logo} title={name} lead={leads[link.kind]}>
      <div className="flex flex-col gap-4">
        <SignedInAlready tenantId={tenantId} />
        {signIn === 'code' && phone !== null ? (
          <KeepFocus className="outline-none">
            <CodeSignIn {...{ token, link, phone }} />
          </KeepFocus>
        ) : (
          <>
            <p>
              {signIn === 'password'
                ? 'Your mobile number hasn’t been verified yet, so we can’t text a code to it.'
                : 'We can’t text you a code, because the practice has no mobile number for you. Please contact them.'}
            </p>
            <PasswordLink {...{ token, tenantId }} />
          </>
        )}
      </div>
    </EntranceFrame>
  );
}

function OpenLink({ token }: { token: string }) {
  const { session } = useSessionState();
  const clientId = session?.role === 'customer' ? session.clientId : undefined;
  const own = useQuery(ownLinkQuery(token, clientId));
  const link = useQuery(linkQuery(token));
  if (own.data) return <Navigate to={addressOf(own.data, session?.tenantId ?? null)} replace />;
  if (own.isLoading || link.isPending) return <Loading page />;
  const { error } = link;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <LinkProblem title="This link doesn’t work any more">
        <p>Please use the link in your latest message, or contact the practice.</p>
      </LinkProblem>
    );
  }
  if (error instanceof ApiError && error.code === 'client_archived') {
    return (
      <LinkProblem title="This link can’t be used">
        <p>{error.message}</p>
      </LinkProblem>
    );
  }
  if (link.data) return <KnownLink token={token} link={link.data} />;
  return (
    <LinkProblem title="Customer Portal">
      <FormProblem>Couldn’t open the link. {messageOf(error, '')}</FormProblem>
      <Button
        variant="primary"
        size="large"
        busy={link.isFetching}
        busyLabel="Trying..."
        onClick={() => void link.refetch()}
      >
        Try Again
      </Button>
    </LinkProblem>
  );
}

/** A link in a message (/app/cp/link/…): signs its client in with a code, and leads on to the record. */
export function LinkPage() {
  const { token = '' } = useParams();
  return (
    <EntranceShell>
      <OpenLink key={token} token={token} />
    </EntranceShell>
  );
}
