import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChartColumn, LayoutDashboard, PawPrint, Settings, Users } from 'lucide-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useLiveUpdates } from '../../features/notifications/use-live-updates.ts';
import { KeptFormsNote } from '../../features/session/kept-forms-note.tsx';
import { sessionQuery } from '../../features/session/queries.ts';
import { isHelpingOut } from '../../features/session/support-access.ts';
import { deskAreasOf } from '../../lib/desk-areas.ts';
import { listAddress } from '../../lib/list-address.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-store.ts';
import { useFreshPage } from '../../lib/use-fresh-page.ts';
import { NavTabs } from '../../ui/nav-tabs.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { AdminHeader } from './admin-header.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const SupportBanner = lazyComponent(
  async () => (await import('../../features/session/support-banner.tsx')).SupportBanner,
);

const ConfirmIdentity = lazyComponent(
  async () => (await import('../../features/session/confirm-identity.tsx')).ConfirmIdentity,
);

const SecondFactorBanner = lazyComponent(
  async () => (await import('../../features/second-factor/second-factor-banner.tsx')).SecondFactorBanner,
);

const SelectViewDialog = lazyComponent(
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
  clients: <Users />,
  animals: <PawPrint />,
  reports: <ChartColumn />,
  settings: <Settings />,
};

/** The frame of every screen of the admin area: header, tabs, content, footer. */
export function AdminShell() {
  const main = useFreshPage();
  const { pathname, state } = useLocation();
  const session = useSession();
  const helpingOut = isHelpingOut(session);
  const isLive = useLiveUpdates();
  const dueAt = useQuery(sessionQuery).data?.second_factor_due_at ?? null;
  const [choosesView, setChoosesView] = useState(false);
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))] print:block print:p-0">
      <SkipLink />
      <header className="bg-bar text-on-bar print:hidden">
        <div className="mx-auto max-w-7xl px-4 lg:px-6">
          <AdminHeader isLive={isLive} />
          <NavTabs
            label="Main"
            tabs={deskAreasOf(session.role).map(({ label, screens: [first, ...others], icon, covers }) => ({
              label,
              ...(others.length > 0 ? { onOpen: () => setChoosesView(true) } : { to: first.to }),
              icon: icons[icon],
              active: covers.test(tabAddress(pathname, state)),
            }))}
          />
        </div>
      </header>
      {helpingOut ? (
        <aside
          aria-label="Support access"
          className="mx-auto w-full max-w-7xl px-3 pt-4 empty:hidden sm:px-4 lg:px-6 print:hidden"
        >
          <SupportBanner />
        </aside>
      ) : null}
      <KeptFormsNote className="mx-auto w-full max-w-7xl px-3 pt-4 sm:px-4 lg:px-6" />
      {dueAt === null ? null : (
        <aside
          aria-label="Two-step sign-in"
          className="mx-auto w-full max-w-7xl px-3 pt-4 empty:hidden sm:px-4 lg:px-6 print:hidden"
        >
          <SecondFactorBanner dueAt={dueAt} />
        </aside>
      )}
      {/* Fill the screen while loading, so that the footer does not move in view. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={classNames(
          'mx-auto w-full flex-1 has-[.animate-pulse]:min-h-dvh px-3 py-4 outline-none sm:px-4 lg:px-6 print:max-w-none print:p-0',
          // The diary needs the width: it has a column for each person.
          pathname === paths.diary() ? 'lg:py-4' : 'max-w-7xl lg:py-6',
        )}
      >
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <footer className="px-4 py-4 text-center text-sm text-ink-soft print:hidden">
        Burrow version {__VERSION__}
      </footer>
      {choosesView ? <SelectViewDialog onClose={() => setChoosesView(false)} /> : null}
      <ConfirmIdentity />
      <Toaster />
    </div>
  );
}
