import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { SearchLauncher } from '../../features/search/search-launcher.tsx';
import { sessionQuery } from '../../features/session/queries.ts';
import { useCurrentPage } from '../../lib/page-name.ts';
import { paths } from '../../lib/paths.ts';
import { usePractice } from '../../lib/practice.ts';
import { useSession } from '../../lib/session-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { CountedIcon } from '../../ui/counted-icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';

/** The role a person is signed in with. */
function RoleBadge({ role }: { role: string }) {
  return (
    <span className="rounded-full border border-on-bar-soft/40 px-2.5 py-0.5 text-sm whitespace-nowrap text-on-bar-soft">
      Logged in as <span className="font-semibold text-on-bar">{role}</span>
    </span>
  );
}

/** Name and role of the signed-in person; on a phone they are in the menu. */
function SignedInAs({ role }: { role: string }) {
  const me = useQuery(sessionQuery);
  return (
    <div className="hidden min-w-0 items-center gap-3 md:flex">
      <span className="max-w-40 truncate font-semibold" title={me.data?.email}>
        {me.data?.name}
      </span>
      <span className="max-lg:hidden">
        <RoleBadge role={role} />
      </span>
    </div>
  );
}

/** On a phone, whose bar of tabs is full: the conversations with clients. */
const MessagesLink = ({ unread }: { unread: string }) => (
  <Link
    to={paths.messages()}
    aria-label={unread === '' ? 'Messages' : `Messages: ${unread} unread`}
    title="Messages"
    className="on-bar-focus inline-grid size-9 shrink-0 place-items-center rounded-md text-lg text-on-bar hover:bg-bar-raised md:hidden pointer-coarse:size-11"
  >
    <CountedIcon count={unread}>
      <MessagesSquare aria-hidden="true" />
    </CountedIcon>
  </Link>
);

/** The bar at the top of the admin area. */
export function AdminHeader({
  unread,
}: {
  /** The number of unread conversations; '' for none. */
  unread: string;
}) {
  const session = useSession();
  // The session keeps the name that the practice had at sign-in.
  const practice = usePractice();
  const page = useCurrentPage();
  const navigate = useNavigate();
  return (
    <div className="flex min-h-14 items-center gap-2 py-1.5 max-md:gap-1">
      {page.back === null ? null : (
        <IconButton
          tone="bar"
          label="Back"
          icon={<ArrowLeft aria-hidden="true" />}
          className="-ml-2"
          onClick={() => void navigate(page.back ?? paths.dashboard)}
        />
      )}
      <Link
        to={paths.dashboard}
        className={classNames(
          'on-bar-focus flex items-center gap-2 rounded-md font-bold text-on-bar no-underline',
          // Back takes its place.
          page.back !== null && 'max-sm:hidden',
        )}
      >
        <Logo className="size-8" />
        <span className="text-lg max-sm:sr-only">Burrow</span>
      </Link>
      <div className="min-w-0 flex-1 leading-tight sm:border-l sm:border-on-bar-soft/30 sm:pl-3">
        <p className="truncate text-sm text-on-bar-soft">{practice?.tenant_name ?? session.tenantName}</p>
        <p className="truncate font-semibold">{page.name}</p>
      </div>
      <SearchLauncher />
      <SignedInAs role={session.role} />
      <MessagesLink unread={unread} />
      <NotificationBell />
      <AccountMenu />
    </div>
  );
}
