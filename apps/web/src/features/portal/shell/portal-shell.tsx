import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CircleUserRound, House, LogOut, PawPrint } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { formatsOf } from '../../../lib/format.ts';
import { keepAppointments } from '../../../lib/kept-appointments.ts';
import { useSiteName } from '../../../lib/page-name.ts';
import { appBase, paths, tenantIn, withTenant } from '../../../lib/paths.ts';
import { pushSubscription } from '../../../lib/push-subscription.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { NavTabs } from '../../../ui/nav-tabs.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { signOut } from '../../session/sign-out.ts';
import { SignedInFrame } from '../../session/signed-in-frame.tsx';
import { statusLook } from '../appointments/appointment-status.ts';
import { inSections } from '../appointments/own-appointments.ts';
import { useInstallable } from '../install/use-installable.ts';
import { ownQuery } from '../own-query.ts';
import { PortalButtonLink, PortalLink, usePortalAddress } from '../portal-links.tsx';
import { portalPracticeQuery, usePortalPractice } from '../portal-practice.ts';
import { PracticeLogo } from './practice-logo.tsx';
import { rememberedLook, rememberLook, unnamedPractice } from './practice-look.ts';
import { usePracticeColour } from './use-practice-colour.ts';

interface PortalLook {
  name: string;
  /** The address of the logo; null without one. */
  logo: string | null;
  /** `#rrggbb`; null for the product's own. */
  color: string | null;
}

/** Name, logo and colour of the practice; the remembered ones until they have loaded. */
function usePortalLook(): PortalLook {
  const { tenantId, tenantName } = useSession();
  const { data, isError } = useQuery(portalPracticeQuery);
  useEffect(() => {
    if (data) rememberLook(data.tenant_id, { name: data.tenant_name, color: data.color });
  }, [data]);
  if (data) return { name: data.tenant_name, logo: data.tenant_logo, color: data.color };
  const remembered = tenantId === null ? null : rememberedLook(tenantId);
  return {
    name: isError ? unnamedPractice : tenantName || (remembered?.name ?? ''),
    logo: null,
    color: remembered?.color ?? null,
  };
}

/** The practice in the address, if it isn't the session's; otherwise null. */
function useOtherPractice(): string | null {
  const { tenantId } = useSession();
  const named = tenantIn(useLocation().search);
  return named === String(tenantId) ? null : named;
}

/** Leads to the sign-in of another practice, which returns to this address: the ids in it are that practice's. */
function ToOtherPractice({ tenant }: { tenant: string }) {
  const { pathname, search } = useLocation();
  return (
    <Navigate to={withTenant(paths.portalLogin, tenant)} replace state={{ from: `${pathname}${search}` }} />
  );
}

/** A word that is hidden on a phone, where only its icon is shown. */
const wordClass = 'max-sm:sr-only';
const controlClass = 'max-sm:min-w-11 max-sm:px-2';

/** The bar at the top of the portal: the practice, the profile, and logging out. */
function PortalHeader({ name, logo }: { name: string; logo: string | null }) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-14 items-center gap-1 py-1.5">
      <PortalLink
        to={paths.customerHome}
        className="on-bar-focus mr-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-bold text-on-bar no-underline"
      >
        <PracticeLogo source={logo} className="size-9" />
        {name === '' ? (
          <>
            <span className="sr-only">Home</span>
            <Skeleton className="h-5 w-36 opacity-30" />
          </>
        ) : (
          <span className="truncate text-lg">{name}</span>
        )}
      </PortalLink>
      <PortalButtonLink
        to={paths.profile}
        aria-current={pathname === paths.profile ? 'page' : undefined}
        variant="bar"
        className={`${controlClass} aria-[current]:bg-bar-raised`}
        icon={<CircleUserRound aria-hidden="true" className="size-5" />}
      >
        <span className={wordClass}>Profile</span>
      </PortalButtonLink>
      <Button
        variant="bar"
        className={`${controlClass} -mr-2 sm:-mr-3.5`}
        icon={<LogOut aria-hidden="true" className="size-5" />}
        onClick={() => signOut()}
      >
        <span className={wordClass}>Logout</span>
      </Button>
    </div>
  );
}

interface PortalTab {
  label: string;
  to: string;
  icon: ReactNode;
  /** Addresses for which the tab is current. */
  covers: RegExp;
}

const tabs: readonly PortalTab[] = [
  { label: 'Home', to: paths.customerHome, icon: <House />, covers: /^\/cp\/?$/ },
  { label: 'My Pets', to: paths.pets, icon: <PawPrint />, covers: /^\/cp\/animals?(\/|$)/ },
  {
    label: 'Appointments',
    to: paths.appointments,
    icon: <CalendarDays />,
    covers: /^\/cp\/bookings?(\/|$)/,
  },
];

/** The tabs of the portal; the profile is in the header. */
function PortalTabs() {
  const { pathname } = useLocation();
  const address = usePortalAddress();
  return (
    <NavTabs
      label="Main"
      tabs={tabs.map(({ label, to, icon, covers }) => ({
        label,
        to: address(to),
        icon,
        active: covers.test(pathname),
      }))}
    />
  );
}

/** How many appointments the offline page can show. */
const maxKept = 5;

/** Keeps the next appointments for the offline page, each time that a screen has loaded them. */
function useKeptAppointments(): void {
  const { tenantId, userId } = useSession();
  const practice = usePortalPractice();
  const { data, dataUpdatedAt } = useQuery({ ...ownQuery('cp/bookings', {}), enabled: false });
  useEffect(() => {
    if (data === undefined || practice === undefined) return;
    const { tenant_name: name, phone, color, locale, currency, time_zone } = practice;
    const { upcoming } = inSections(data, formatsOf(practice).now());
    keepAppointments(
      localStorage,
      { tenantId, userId },
      {
        practice: { name, phone, color, locale, currency, time_zone },
        readAt: new Date(dataUpdatedAt).toISOString(),
        appointments: upcoming.slice(0, maxKept).map((booking) => ({
          date: booking.booking_date,
          time: booking.booking_time,
          animal: booking.animal_name,
          service: booking.service,
          status: statusLook(booking.status, 'list').label,
        })),
      },
    );
  }, [data, dataUpdatedAt, practice, tenantId, userId]);
}

/** Attaches the notifications of this browser to the session, which may have replaced the one that turned them on. */
function AttachedPush() {
  const { mutate } = useCommand('cp/push/attach');
  useEffect(() => {
    pushSubscription()
      .then((subscription) => subscription && mutate({ endpoint: subscription.endpoint }))
      .catch((error: unknown) => console.info('Failed to look for notifications.', error));
  }, [mutate]);
  return null;
}

/** A form or dialog may have input that is not saved, or a payment in progress. */
const isBusy = (): boolean =>
  document.querySelector('form, dialog[open], [role="dialog"], [role="alertdialog"]') !== null;

/** Opens the page of a tapped notification here if the service worker asks, and answers whether it does. */
function useTappedNotification(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ data, ports }: MessageEvent<{ open: string }>) => {
      const { pathname, search } = new URL(data.open);
      const isHere = data.open === window.location.href;
      const opens = isHere || !isBusy();
      if (opens && !isHere) void navigate(`${pathname.slice(appBase.length)}${search}`);
      ports[0]?.postMessage(opens);
    };
    navigator.serviceWorker?.addEventListener('message', open);
    return () => navigator.serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}

/** The frame of every page of the portal after sign-in: header, tabs, content, footer. */
export function PortalShell() {
  const look = usePortalLook();
  const other = useOtherPractice();
  const { apiKey, tenantId } = useSession();
  useInstallable(tenantId, look.name);
  useKeptAppointments();
  useTappedNotification();
  usePracticeColour(look.color);
  useSiteName(look.name === '' ? unnamedPractice : look.name);
  if (other !== null) return <ToOtherPractice tenant={other} />;
  return (
    <SignedInFrame
      width="portal"
      header={
        <>
          <AttachedPush key={apiKey} />
          <PortalHeader name={look.name} logo={look.logo} />
          <PortalTabs />
        </>
      }
      footer={<>version {__VERSION__}</>}
    />
  );
}
