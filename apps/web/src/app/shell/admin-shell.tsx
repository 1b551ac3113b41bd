import { useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  ChartColumn,
  LayoutDashboard,
  MessagesSquare,
  PawPrint,
  Settings,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUnreadConversations } from '../../features/conversations/queries.ts';
import { useLiveUpdates } from '../../features/notifications/use-live-updates.ts';
import { sessionQuery } from '../../features/session/queries.ts';
import { deskNoteClass, SignedInFrame } from '../../features/session/signed-in-frame.tsx';
import { isHelpingOut } from '../../features/session/support-access.ts';
import { deskAreasOf } from '../../lib/desk-areas.ts';
import { listAddress } from '../../lib/list-address.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-store.ts';
import { useLast } from '../../lib/use-last.ts';
import { countInWords } from '../../ui/counted-icon.tsx';
import { NavTabs } from '../../ui/nav-tabs.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { AdminHeader } from './admin-header.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const SupportBanner = lazyComponent(
  async () => (await import('../../features/session/support-banner.tsx')).SupportBanner,
);

const ConfirmIdentity = lazyComponent(
  async () => (await import('../../features/session/confirm-identity.tsx')).ConfirmIdentity,
);

const SecondFactorBanner = lazyComponent(
  async () => (await import('../../features/second-factor/second-factor-banner.tsx')).SecondFactorBanner,
);

const SelectViewDialog = lazyDialog(
  async () => (await import('../../features/reports/components/select-view-dialog.tsx')).SelectViewDialog,
);

/**
 * The address that selects the tab of a screen: its own, or for an appointment opened from a report the
 * report's.
 * @param state of the entry in the browser's history
 */
function tabAddress(pathname: string, state: unknown): string {
  const isBooking = pathname.startsWith('/admin/booking/');
  return isBooking && listAddress(state, paths.reports(), '') !== '' ? paths.reports() : pathname;
}

const icons = {
  dashboard: <LayoutDashboard />,
  diary: <CalendarDays />,
  messages: <MessagesSquare />,
  clients: <Users />,
  animals: <PawPrint />,
  reports: <ChartColumn />,
  settings: <Settings />,
};

/** The frame of every screen of the admin area: header, tabs, content, footer. */
export function AdminShell() {
  const { pathname, state } = useLocation();
  const session = useSession();
  const helpingOut = isHelpingOut(session);
  useLiveUpdates();
  const unread = countInWords(useUnreadConversations());
  const dueAt = useQuery(sessionQuery).data?.second_factor_due_at ?? null;
  // Stays mounted: the dialog in which a first factor was added still shows the recovery codes.
  const wasDue = useLast(dueAt) !== null;
  const [choosesView, setChoosesView] = useState(false);
  return (
    <SignedInFrame
      width="desk"
      header={
        <>
          <AdminHeader unread={unread} />
          <NavTabs
            label="Main"
            tabs={deskAreasOf(session.role).map(({ label, screens: [first, ...others], icon, covers }) => ({
              label,
              ...(others.length > 0 ? { onOpen: () => setChoosesView(true) } : { to: first.to }),
              icon: icons[icon],
              // On a phone it is in the header, because six tabs are the most that fit.
              ...(icon === 'messages' && { count: unread, isWideOnly: true }),
              active: covers.test(tabAddress(pathname, state)),
            }))}
          />
        </>
      }
      notes={{
        before: helpingOut ? (
          <aside aria-label="Support access" className={deskNoteClass}>
            <SupportBanner />
          </aside>
        ) : null,
        after: wasDue ? <SecondFactorBanner dueAt={dueAt} /> : null,
      }}
      // The diary has a column a person.
      isWide={pathname === paths.diary()}
      footer={<>Burrow version {__VERSION__}</>}
    >
      {choosesView ? <SelectViewDialog onClose={() => setChoosesView(false)} /> : null}
      <ConfirmIdentity />
      <Toaster />
    </SignedInFrame>
  );
}
