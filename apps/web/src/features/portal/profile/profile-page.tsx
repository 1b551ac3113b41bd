import type { PortalClient } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { Mail, MapPin, Pencil, Phone, UserRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formatPhone } from '../../../lib/format.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SavedNote, useSavedNote } from '../../../ui/saved-note.tsx';
import { OwnSessionList } from '../../../ui/session-list.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { BackLink } from '../back-link.tsx';
import { ownQuery } from '../own-query.ts';
import { usePortalFormats } from '../portal-practice.ts';
import { NotificationsCard } from '../push/notifications-card.tsx';
import { EditProfile } from './edit-profile.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { messageWays } from './profile-values.ts';

function Detail({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: string | null }) {
  return (
    <div className="flex min-w-0 gap-3 rounded-lg border border-line bg-surface p-4 shadow-card">
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-brand" />
      <dl className="min-w-0">
        <dt className="text-sm font-semibold text-ink-soft">{name}</dt>
        <dd className="figures wrap-anywhere whitespace-pre-line">
          {children || <span className="text-ink-soft">Not provided</span>}
        </dd>
      </dl>
    </div>
  );
}

/** Where the pet owner is signed in, so that they can end it on a lost phone. */
function SignedInDevices() {
  const formats = usePortalFormats();
  const sessions = useQuery(ownQuery('cp/session_list', {}));
  const end = useCommand('cp/session_end');
  const { note, say } = useSavedNote();
  const ending = end.isPending ? (end.variables.session_id ?? 'others') : null;
  return (
    <Card title="Signed-in devices" className="md:col-span-2">
      <p className="mb-3 text-ink-soft">
        If you don’t recognise one, sign it out, then choose a new password with “Forgot your password” on the
        sign-in page.
      </p>
      <SavedNote>{note}</SavedNote>
      <QueryView
        query={sessions}
        skeleton={<SkeletonRows rows={2} />}
        failure="Couldn’t load your signed-in devices"
      >
        {(found) => (
          <OwnSessionList
            sessions={found}
            dateTime={formats.dateTime}
            ending={typeof ending === 'string' ? 'others' : ending}
            problem={end.isError ? messageOf(end.error, 'Couldn’t sign it out.') : null}
            onEnd={(which) => {
              const input = which === 'others' ? {} : { session_id: which };
              const done = which === 'others' ? 'Signed out everywhere else' : 'Signed out';
              end.mutate(input, { onSuccess: () => say(done) });
            }}
          />
        )}
      </QueryView>
    </Card>
  );
}

function Profile({ client }: { client: PortalClient }) {
  const formats = usePortalFormats();
  const [editing, setEditing] = useState(false);
  const { note, say } = useSavedNote();
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-3">
        <Detail icon={UserRound} name="Full Name">
          {client.name}
        </Detail>
        <Detail icon={Mail} name="Email">
          {client.email}
        </Detail>
        <Detail icon={Phone} name="Phone">
          {formatPhone(client.phone)}
        </Detail>
        <Detail icon={MapPin} name="Address">
          {client.address}
        </Detail>
      </div>
      <div className="flex flex-col gap-4">
        <SavedNote>{note}</SavedNote>
        <Card title="Actions">
          <Button
            variant="primary"
            size="large"
            className="w-full"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => setEditing(true)}
          >
            Edit Profile
          </Button>
        </Card>
        <Card title="Account Information">
          <Facts>
            <Fact name="Client ID">
              <span className="figures">{client.id}</span>
            </Fact>
            <Fact name="Member Since">{formats.date(client.created_at)}</Fact>
            <Fact name="Messages about appointments">{messageWays(client)}</Fact>
          </Facts>
        </Card>
        <PasskeysCard />
        <NotificationsCard likesTexts={client.likes_sms === '1'} />
      </div>
      <SignedInDevices />
      {editing ? (
        <EditProfile
          client={client}
          onSaved={() => say('Profile updated')}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </div>
  );
}

/** The person's own record at the practice, with a form to edit it. */
export function ProfilePage() {
  usePage('My Profile');
  const { data: client, error, isFetching, refetch } = useQuery(ownQuery('cp/client', {}));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.customerHome}>Back</BackLink>
      <h1 className="text-xl font-bold">My Profile</h1>
      {client !== undefined && !isGone ? (
        <Profile client={client} />
      ) : error === null ? (
        <Loading label="Loading profile..." />
      ) : isGone ? (
        <ErrorPanel boxed title="Profile not found" />
      ) : (
        <ErrorPanel boxed title="Error" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOf(error, 'Failed to fetch data')}
        </ErrorPanel>
      )}
    </div>
  );
}
