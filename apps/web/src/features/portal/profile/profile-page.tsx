import type { PortalClient } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { Mail, MapPin, Pencil, Phone, UserRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formatPhone } from '../../../lib/format.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { SavedNote, useSavedNote } from '../../../ui/saved-note.tsx';
import { BackLink } from '../back-link.tsx';
import { ownQuery } from '../own-query.ts';
import { usePortalFormats } from '../portal-practice.ts';
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
      </div>
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
