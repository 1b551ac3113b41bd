import type { ComponentType } from 'react';
import { paths, patternOf } from '../lib/paths.ts';
import type { Access } from './guard.ts';

/** Fetches a component's chunk by a literal `import()`, which the build reads. */
export type Load = () => Promise<ComponentType>;

export interface Page {
  /** The address under `/app`, with `:id` for the id of the page's record. */
  path: string;
  load: Load;
  /** What the page itself loads as soon as it is shown. */
  parts?: readonly (() => Promise<unknown>)[];
  /** Narrower than that of its area. */
  access?: Access;
}

/** Pages in one frame, for the same people. */
export interface Area {
  /** Left out for pages before the sign-in. */
  access?: Access;
  frame?: Load;
  pages: readonly Page[];
}

const practice: Access = { roles: ['admin', 'staff'] };
const adminOnly: Access = { roles: ['admin'] };
const superadminOnly: Access = { roles: 'superadmin' };
const customersOnly: Access = { roles: 'customer', customers: true };

const beforeSignIn: Area = {
  pages: [
    {
      path: paths.welcome,
      load: async () => (await import('../features/session/pages/welcome-page.tsx')).WelcomePage,
    },
    {
      path: paths.singleSignOn,
      load: async () => (await import('../features/single-sign-on/pages/sso-page.tsx')).SsoPage,
    },
    {
      path: '/cp/link/:token',
      load: async () => (await import('../features/portal/access/pages/link-page.tsx')).LinkPage,
    },
  ],
};

const portalEntrance: Area = {
  frame: async () => (await import('../features/portal/access/portal-entrance.tsx')).PortalEntrance,
  pages: [
    {
      path: paths.portalLogin,
      load: async () =>
        (await import('../features/portal/access/pages/portal-login-page.tsx')).PortalLoginPage,
    },
    {
      path: paths.portalSignup,
      load: async () =>
        (await import('../features/portal/access/pages/portal-signup-page.tsx')).PortalSignupPage,
    },
  ],
};

/** Without the frame of the admin area: a second screen shows it alone. */
const board: Area = {
  access: practice,
  pages: [
    {
      path: paths.board,
      load: async () => (await import('../features/attendance/pages/board-page.tsx')).BoardPage,
    },
  ],
};

const admin: Area = {
  access: practice,
  frame: async () => (await import('./shell/admin-shell.tsx')).AdminShell,
  pages: [
    {
      path: paths.dashboard,
      load: async () => (await import('../features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
    },
    {
      path: paths.diary(),
      load: async () => (await import('../features/diary/pages/diary-page.tsx')).DiaryPage,
    },
    {
      path: paths.bookingCreate(),
      load: async () =>
        (await import('../features/bookings/pages/booking-create-page.tsx')).BookingCreatePage,
    },
    {
      path: paths.waitlist,
      load: async () => (await import('../features/waitlist/pages/waitlist-page.tsx')).WaitlistPage,
    },
    {
      path: paths.recalls(),
      load: async () => (await import('../features/recalls/pages/recalls-page.tsx')).RecallsPage,
    },
    {
      path: paths.batches(),
      load: async () => (await import('../features/medicines/pages/batches-page.tsx')).BatchesPage,
    },
    {
      path: paths.messages(),
      load: async () => (await import('../features/conversations/pages/messages-page.tsx')).MessagesPage,
    },
    { path: paths.rota, load: async () => (await import('../features/rota/pages/rota-page.tsx')).RotaPage },
    {
      path: patternOf(paths.booking),
      load: async () => (await import('../features/bookings/pages/booking-page.tsx')).BookingPage,
    },
    {
      path: paths.clients,
      load: async () => (await import('../features/clients/pages/clients-page.tsx')).ClientsPage,
    },
    {
      path: patternOf(paths.client),
      load: async () => (await import('../features/clients/pages/client-page.tsx')).ClientPage,
    },
    {
      path: paths.animals,
      load: async () => (await import('../features/animals/pages/animals-page.tsx')).AnimalsPage,
    },
    {
      path: paths.animalCreate(),
      load: async () => (await import('../features/animals/pages/animal-create-page.tsx')).AnimalCreatePage,
    },
    {
      path: patternOf(paths.animal),
      load: async () => (await import('../features/animals/pages/animal-page.tsx')).AnimalPage,
    },
    {
      path: patternOf(paths.animalRecord),
      load: async () => (await import('../features/entries/pages/record-print-page.tsx')).RecordPrintPage,
    },
    {
      path: paths.reports(),
      load: async () => (await import('../features/reports/pages/reports-page.tsx')).ReportsPage,
    },
    {
      path: paths.analytics(),
      load: async () => (await import('../features/reports/pages/analytics-page.tsx')).AnalyticsPage,
      parts: [async () => (await import('../features/reports/panels/analytics-panels.tsx')).AnalyticsPanels],
    },
    {
      path: paths.settings(),
      load: async () => (await import('../features/settings/pages/settings-page.tsx')).SettingsPage,
      access: adminOnly,
    },
    {
      path: patternOf(paths.import),
      load: async () => (await import('../features/import/pages/import-page.tsx')).ImportPage,
      access: adminOnly,
    },
    {
      path: patternOf(paths.webhook),
      load: async () => (await import('../features/webhooks/pages/webhook-page.tsx')).WebhookPage,
      access: adminOnly,
    },
    {
      path: paths.subscription,
      load: async () =>
        (await import('../features/subscription/pages/subscription-page.tsx')).SubscriptionPage,
      access: adminOnly,
    },
  ],
};

const superadmin: Area = {
  access: superadminOnly,
  frame: async () => (await import('./shell/superadmin-shell.tsx')).SuperadminShell,
  pages: [
    {
      path: paths.superadmin,
      load: async () => (await import('../features/superadmin/pages/superadmin-page.tsx')).SuperadminPage,
    },
    {
      path: paths.installation,
      load: async () => (await import('../features/superadmin/pages/installation-page.tsx')).InstallationPage,
    },
    {
      path: paths.securityLog,
      load: async () => (await import('../features/superadmin/pages/security-log-page.tsx')).SecurityLogPage,
    },
  ],
};

/** The portal behind its sign-in. */
export const portal: Area = {
  access: customersOnly,
  frame: async () => (await import('../features/portal/shell/portal-shell.tsx')).PortalShell,
  pages: [
    {
      path: paths.customerHome,
      load: async () => (await import('../features/portal/home/portal-home-page.tsx')).PortalHomePage,
    },
    { path: paths.pets, load: async () => (await import('../features/portal/pets/pets-page.tsx')).PetsPage },
    {
      path: paths.petCreate,
      load: async () => (await import('../features/portal/pets/pet-create-page.tsx')).PetCreatePage,
    },
    {
      path: patternOf(paths.pet),
      load: async () => (await import('../features/portal/pets/pet-page.tsx')).PetPage,
    },
    {
      path: paths.petRecords,
      load: async () => (await import('../features/portal/record/records-page.tsx')).RecordsPage,
    },
    {
      path: patternOf(paths.petRecord),
      load: async () => (await import('../features/portal/record/record-page.tsx')).PetRecordPage,
    },
    {
      path: paths.appointments,
      load: async () =>
        (await import('../features/portal/appointments/appointments-page.tsx')).AppointmentsPage,
    },
    {
      path: paths.appointmentRequest(),
      load: async () => (await import('../features/portal/request/request-page.tsx')).RequestPage,
    },
    {
      path: paths.paymentReturn,
      load: async () =>
        (await import('../features/portal/payment/payment-return-page.tsx')).PaymentReturnPage,
    },
    {
      path: patternOf(paths.appointment),
      load: async () =>
        (await import('../features/portal/appointments/appointment-page.tsx')).AppointmentPage,
    },
    {
      path: patternOf(paths.offer),
      load: async () => (await import('../features/portal/waitlist/offer-page.tsx')).OfferPage,
    },
    {
      path: paths.reminders(),
      load: async () => (await import('../features/portal/reminders/reminders-page.tsx')).RemindersPage,
    },
    {
      path: patternOf(paths.appointmentMove),
      load: async () => (await import('../features/portal/change/move-page.tsx')).MovePage,
    },
    {
      path: paths.profile,
      load: async () => (await import('../features/portal/profile/profile-page.tsx')).ProfilePage,
    },
  ],
};

/**
 * Every page but the staff sign-in, which is in the script that all pages start with. From this list derive the routes, and at
 * build time the scripts that the server names in the head of each page.
 */
export const areas: readonly Area[] = [beforeSignIn, portalEntrance, board, admin, superadmin, portal];
