import { isValidElement, useEffect } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  useLocation,
  useNavigate,
  useRoutes,
} from 'react-router-dom';
import { LoginPage } from '../features/session/pages/login-page.tsx';
import { setSubscriptionRequiredHandler } from '../lib/api.ts';
import { sessionStore } from '../lib/session-store.ts';
import { paths, tenantIn, withTenant } from '../lib/paths.ts';
import type { LazyComponent } from '../ui/lazy-component.tsx';
import { landingAfterSignIn, type Access } from './guard.ts';
import { Guarded } from './guarded.tsx';
import { lazyFrame, lazyPage } from './lazy-page.tsx';

const AdminShell = lazyFrame(async () => (await import('./shell/admin-shell.tsx')).AdminShell);

const DashboardPage = lazyPage(
  async () => (await import('../features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
);
const BoardPage = lazyPage(
  async () => (await import('../features/attendance/pages/board-page.tsx')).BoardPage,
);
const DiaryPage = lazyPage(async () => (await import('../features/diary/pages/diary-page.tsx')).DiaryPage);
const SubscriptionPage = lazyPage(
  async () => (await import('../features/subscription/pages/subscription-page.tsx')).SubscriptionPage,
);
const SettingsPage = lazyPage(
  async () => (await import('../features/settings/pages/settings-page.tsx')).SettingsPage,
);
const RotaPage = lazyPage(async () => (await import('../features/rota/pages/rota-page.tsx')).RotaPage);
const ImportPage = lazyPage(
  async () => (await import('../features/import/pages/import-page.tsx')).ImportPage,
);
const WebhookPage = lazyPage(
  async () => (await import('../features/webhooks/pages/webhook-page.tsx')).WebhookPage,
);
const ClientsPage = lazyPage(
  async () => (await import('../features/clients/pages/clients-page.tsx')).ClientsPage,
);
const ClientPage = lazyPage(
  async () => (await import('../features/clients/pages/client-page.tsx')).ClientPage,
);
const AnimalsPage = lazyPage(
  async () => (await import('../features/animals/pages/animals-page.tsx')).AnimalsPage,
);
const AnimalPage = lazyPage(
  async () => (await import('../features/animals/pages/animal-page.tsx')).AnimalPage,
);
const AnimalCreatePage = lazyPage(
  async () => (await import('../features/animals/pages/animal-create-page.tsx')).AnimalCreatePage,
);
const BookingPage = lazyPage(
  async () => (await import('../features/bookings/pages/booking-page.tsx')).BookingPage,
);
const BookingCreatePage = lazyPage(
  async () => (await import('../features/bookings/pages/booking-create-page.tsx')).BookingCreatePage,
);
const ReportsPage = lazyPage(
  async () => (await import('../features/reports/pages/reports-page.tsx')).ReportsPage,
);
const AnalyticsPage = lazyPage(
  async () => (await import('../features/reports/pages/analytics-page.tsx')).AnalyticsPage,
);
const SuperadminPage = lazyPage(
  async () => (await import('../features/superadmin/pages/superadmin-page.tsx')).SuperadminPage,
);
const InstallationPage = lazyPage(
  async () => (await import('../features/superadmin/pages/installation-page.tsx')).InstallationPage,
);
const SecurityLogPage = lazyPage(
  async () => (await import('../features/superadmin/pages/security-log-page.tsx')).SecurityLogPage,
);
const SuperadminShell = lazyFrame(async () => (await import('./shell/superadmin-shell.tsx')).SuperadminShell);
const WelcomePage = lazyPage(
  async () => (await import('../features/session/pages/welcome-page.tsx')).WelcomePage,
);
const SsoPage = lazyPage(async () => (await import('../features/single-sign-on/pages/sso-page.tsx')).SsoPage);
const PortalEntrance = lazyFrame(
  async () => (await import('../features/portal/access/portal-entrance.tsx')).PortalEntrance,
);
const PortalLoginPage = lazyPage(
  async () => (await import('../features/portal/access/pages/portal-login-page.tsx')).PortalLoginPage,
);
const PortalSignupPage = lazyPage(
  async () => (await import('../features/portal/access/pages/portal-signup-page.tsx')).PortalSignupPage,
);
const LinkPage = lazyPage(
  async () => (await import('../features/portal/access/pages/link-page.tsx')).LinkPage,
);
const PortalHomePage = lazyPage(
  async () => (await import('../features/portal/home/portal-home-page.tsx')).PortalHomePage,
);
const ProfilePage = lazyPage(
  async () => (await import('../features/portal/profile/profile-page.tsx')).ProfilePage,
);
const AppointmentsPage = lazyPage(
  async () => (await import('../features/portal/appointments/appointments-page.tsx')).AppointmentsPage,
);
const AppointmentPage = lazyPage(
  async () => (await import('../features/portal/appointments/appointment-page.tsx')).AppointmentPage,
);
const RequestPage = lazyPage(
  async () => (await import('../features/portal/request/request-page.tsx')).RequestPage,
);
const PaymentReturnPage = lazyPage(
  async () => (await import('../features/portal/payment/payment-return-page.tsx')).PaymentReturnPage,
);
const PetsPage = lazyPage(async () => (await import('../features/portal/pets/pets-page.tsx')).PetsPage);
const PetPage = lazyPage(async () => (await import('../features/portal/pets/pet-page.tsx')).PetPage);
const PetCreatePage = lazyPage(
  async () => (await import('../features/portal/pets/pet-create-page.tsx')).PetCreatePage,
);
const PortalShell = lazyFrame(
  async () => (await import('../features/portal/shell/portal-shell.tsx')).PortalShell,
);
// The build finds no import here and leaves the page out.
const ComponentsPage = import.meta.env.DEV
  ? lazyPage(async () => (await import('./components-page.tsx')).ComponentsPage)
  : null;

const practice: Access = { roles: ['admin', 'staff'] };
const adminOnly: Access = { roles: ['admin'] };
const superadminOnly: Access = { roles: 'superadmin' };
const customersOnly: Access = { roles: 'customer', customers: true };

function AdminArea() {
  return (
    <Guarded access={practice}>
      <AdminShell />
    </Guarded>
  );
}

/** Without the frame of the admin area: a second screen shows it alone. */
function Board() {
  return (
    <Guarded access={practice}>
      <BoardPage />
    </Guarded>
  );
}

function AdminOnly() {
  return (
    <Guarded access={adminOnly}>
      <Outlet />
    </Guarded>
  );
}

function SuperadminArea() {
  return (
    <Guarded access={superadminOnly}>
      <SuperadminShell />
    </Guarded>
  );
}

/** The portal behind its sign-in. */
function PortalArea() {
  return (
    <Guarded access={customersOnly}>
      <PortalShell />
    </Guarded>
  );
}

/** To the portal's home, with the practice that the address names. */
function ToPortalHome() {
  return <Navigate to={withTenant(paths.customerHome, tenantIn(useLocation().search))} replace />;
}

/** Leads admins to the subscription page when the practice's trial or subscription has ended. */
function useSubscriptionRequired() {
  const navigate = useNavigate();
  useEffect(() => {
    setSubscriptionRequiredHandler((error) => {
      const role = sessionStore.get()?.role;
      if (role === 'admin') void navigate(paths.subscription);
      // Staff can't open that page and get a message instead. Pet owners read it on their own page.
      else if (role !== 'customer')
        void import('../ui/toast.ts').then(({ toast }) =>
          toast.error(`${error.userMessage} Please ask an admin at your practice to do this.`),
        );
    });
  }, [navigate]);
}

/**
 * Every screen of the app under /app. An address that is none of them leads to the sign-in: the portal's, for one of the
 * portal. The handle of a guarded area is the frame that it shows to people with access.
 */
const routes = createRoutesFromElements(
  <>
    <Route path={paths.login} element={<LoginPage landing={landingAfterSignIn} />} />
    <Route path={paths.welcome} element={<WelcomePage />} />
    <Route path={paths.singleSignOn} element={<SsoPage />} />
    <Route path={paths.board} element={<Board />} handle={BoardPage} />
    <Route element={<AdminArea />} handle={AdminShell}>
      <Route path={paths.dashboard} element={<DashboardPage />} />
      <Route path={paths.diary()} element={<DiaryPage />} />
      <Route path={paths.bookingCreate()} element={<BookingCreatePage />} />
      <Route path={paths.rota} element={<RotaPage />} />
      <Route path="/admin/booking/:id" element={<BookingPage />} />
      <Route path={paths.clients} element={<ClientsPage />} />
      <Route path="/admin/client/:id" element={<ClientPage />} />
      <Route path={paths.animals} element={<AnimalsPage />} />
      <Route path={paths.animalCreate()} element={<AnimalCreatePage />} />
      <Route path="/admin/animal/:id" element={<AnimalPage />} />
      <Route path={paths.reports()} element={<ReportsPage />} />
      <Route path={paths.analytics()} element={<AnalyticsPage />} />
      <Route element={<AdminOnly />}>
        <Route path={paths.settings()} element={<SettingsPage />} />
        <Route path="/admin/import/:id" element={<ImportPage />} />
        <Route path="/admin/webhook/:id" element={<WebhookPage />} />
        <Route path={paths.subscription} element={<SubscriptionPage />} />
      </Route>
    </Route>
    <Route element={<SuperadminArea />} handle={SuperadminShell}>
      <Route path={paths.superadmin} element={<SuperadminPage />} />
      <Route path={paths.installation} element={<InstallationPage />} />
      <Route path={paths.securityLog} element={<SecurityLogPage />} />
    </Route>
    <Route element={<PortalEntrance />}>
      <Route path={paths.portalLogin} element={<PortalLoginPage />} />
      <Route path={paths.portalSignup} element={<PortalSignupPage />} />
    </Route>
    <Route path="/cp/link/:token" element={<LinkPage />} />
    <Route element={<PortalArea />} handle={PortalShell}>
      <Route path={paths.customerHome} element={<PortalHomePage />} />
      <Route path={paths.pets} element={<PetsPage />} />
      <Route path={paths.petCreate} element={<PetCreatePage />} />
      <Route path="/cp/animal/:id" element={<PetPage />} />
      <Route path={paths.appointments} element={<AppointmentsPage />} />
      <Route path={paths.appointmentRequest()} element={<RequestPage />} />
      <Route path={paths.paymentReturn} element={<PaymentReturnPage />} />
      <Route path="/cp/booking/:id" element={<AppointmentPage />} />
      <Route path={paths.profile} element={<ProfilePage />} />
      <Route path="/cp/*" element={<ToPortalHome />} />
    </Route>
    <Route path={paths.portal} element={<ToPortalHome />} />
    {ComponentsPage ? <Route path="/_ui" element={<ComponentsPage />} /> : null}
    <Route path="*" element={<Navigate to={paths.login} replace />} />
  </>,
);

const isLazy = (value: unknown): value is LazyComponent<object> =>
  typeof value === 'function' && 'preload' in value;

/** Fetches the frame and the page of an address at once, while the guard still asks whether they may be shown. */
function preloadScreen(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const page = isValidElement(route.element) ? route.element.type : null;
    for (const part of [route.handle, page]) if (isLazy(part)) part.preload();
  }
}

/** The screen that the address names. */
export function AppRoutes() {
  const { pathname } = useLocation();
  useEffect(() => preloadScreen(pathname), [pathname]);
  useSubscriptionRequired();
  return useRoutes(routes);
}
