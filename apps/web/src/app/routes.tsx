import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useNavigate } from 'react-router-dom';
import { LoginPage } from '../features/session/pages/login-page.tsx';
import { setSubscriptionRequiredHandler } from '../lib/api.ts';
import { sessionStore } from '../lib/session-store.ts';
import { paths } from '../lib/paths.ts';
import { Loading } from '../ui/loading.tsx';
import { landingAfterSignIn, type Access } from './guard.ts';
import { Guarded } from './guarded.tsx';
import { lazyPage } from './lazy-page.ts';

const loadShell = async () => (await import('./shell/admin-shell.tsx')).AdminShell;
const AdminShell = lazyPage(loadShell);

const loadDashboard = async () =>
  (await import('../features/dashboard/pages/dashboard-page.tsx')).DashboardPage;
const DashboardPage = lazyPage(loadDashboard);
const SubscriptionPage = lazyPage(
  async () => (await import('../features/subscription/pages/subscription-page.tsx')).SubscriptionPage,
);
const SettingsPage = lazyPage(
  async () => (await import('../features/settings/pages/settings-page.tsx')).SettingsPage,
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
const SuperadminPage = lazyPage(
  async () => (await import('../features/superadmin/pages/superadmin-page.tsx')).SuperadminPage,
);
const SuperadminShell = lazyPage(async () => (await import('./shell/superadmin-shell.tsx')).SuperadminShell);
const WelcomePage = lazyPage(
  async () => (await import('../features/session/pages/welcome-page.tsx')).WelcomePage,
);
const CustomerPage = lazyPage(
  async () => (await import('../features/session/pages/customer-page.tsx')).CustomerPage,
);

const practice: Access = { roles: ['admin', 'staff'] };
const adminOnly: Access = { roles: ['admin'] };
const superadminOnly: Access = { roles: 'superadmin' };
const customersOnly: Access = { roles: 'customer', customers: true };

function AdminArea() {
  // The chunks are fetched while the guard still asks the server, not after.
  useEffect(() => {
    void loadShell();
    if (window.location.pathname.endsWith(paths.dashboard)) void loadDashboard();
  }, []);
  return (
    <Guarded access={practice}>
      <Suspense fallback={<Loading page />}>
        <AdminShell />
      </Suspense>
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

/** Where the browser is taken when the practice's trial or subscription is over. */
function useSubscriptionRequired() {
  const navigate = useNavigate();
  useEffect(() => {
    setSubscriptionRequiredHandler((error) => {
      if (sessionStore.get()?.role === 'admin') void navigate(paths.subscription);
      // Staff can't open that page; they are told, and stay where they are.
      else void import('../ui/toast.ts').then(({ toast }) => toast.error(error.userMessage));
    });
  }, [navigate]);
}

/** Every screen of the app under /app. An address that is none of them leads to the sign-in. */
export function AppRoutes() {
  useSubscriptionRequired();
  return (
    <Suspense fallback={<Loading page />}>
      <Routes>
        <Route path={paths.login} element={<LoginPage landing={landingAfterSignIn} />} />
        <Route path={paths.welcome} element={<WelcomePage />} />
        <Route element={<AdminArea />}>
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route path={paths.bookingCreate()} element={<BookingCreatePage />} />
          <Route path="/admin/booking/:id" element={<BookingPage />} />
          <Route path={paths.clients} element={<ClientsPage />} />
          <Route path="/admin/client/:id" element={<ClientPage />} />
          <Route path={paths.animals} element={<AnimalsPage />} />
          <Route path={paths.animalCreate()} element={<AnimalCreatePage />} />
          <Route path="/admin/animal/:id" element={<AnimalPage />} />
          <Route element={<AdminOnly />}>
            <Route path={paths.settings()} element={<SettingsPage />} />
            <Route path={paths.subscription} element={<SubscriptionPage />} />
          </Route>
        </Route>
        <Route
          element={
            <Guarded access={superadminOnly}>
              <SuperadminShell />
            </Guarded>
          }
        >
          <Route path={paths.superadmin} element={<SuperadminPage />} />
        </Route>
        <Route
          path={paths.customerHome}
          element={
            <Guarded access={customersOnly}>
              <CustomerPage />
            </Guarded>
          }
        />
        <Route path={paths.portal} element={<Navigate to={paths.customerHome} replace />} />
        <Route path="*" element={<Navigate to={paths.login} replace />} />
      </Routes>
    </Suspense>
  );
}
