/** Every address of the app, under the router's base `/app`. Links and redirects are built here and nowhere else. */
export const appBase = '/app';

type Id = number | string;

const segment = (id: Id) => encodeURIComponent(String(id));

function withQuery(path: string, query: Record<string, Id | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const paths = {
  login: '/login',
  portalLogin: '/cp/login',
  portalSignup: '/cp/signup',
  /** A link in a message, which the server redirects here from its short address. */
  link: (token: string) => `/cp/link/${segment(token)}`,
  portal: '/portal',
  customerHome: '/cp',
  pets: '/cp/animals',
  pet: (id: Id) => `/cp/animal/${segment(id)}`,
  petCreate: '/cp/animal/create',
  petRecords: '/cp/records',
  /** The medical records of a pet. */
  petRecord: (id: Id) => `/cp/records/${segment(id)}`,
  appointments: '/cp/bookings',
  appointment: (id: Id) => `/cp/booking/${segment(id)}`,
  /** Another time for an appointment. */
  appointmentMove: (id: Id) => `/cp/booking/${segment(id)}/move`,
  appointmentRequest: (preselect: { animal_id?: Id | null; service_id?: Id | null } = {}) =>
    withQuery('/cp/booking/create', preselect),
  /** The return address of a deposit payment. */
  paymentReturn: '/cp/booking/payment-callback',
  /** A time that came free, offered to a client who waits. */
  offer: (id: Id) => `/cp/offers/${segment(id)}`,
  /** What the pets need; of a recall, what it is about. */
  reminders: (query: { recall?: Id | null; payment?: 'cancelled' } = {}) => withQuery('/cp/reminders', query),
  profile: '/cp/profile',
  superadmin: '/superadmin',
  installation: '/superadmin/installation',
  securityLog: '/superadmin/security',
  dashboard: '/admin',
  /** A day of the dashboard's calendar. */
  calendarDay: (day: string) => withQuery('/admin', { day }),
  /** Who is at the practice, for a second screen. */
  board: '/admin/board',
  diary: (view: { date?: string | null; view?: string | null; by?: string | null; who?: Id | null } = {}) =>
    withQuery('/admin/diary', view),
  bookingCreate: (
    preselect: {
      client_id?: Id | null;
      animal_id?: Id | null;
      date?: string;
      time?: string;
      duration?: number;
      service_id?: Id | null;
      staff_id?: Id | null;
      resource_id?: Id | null;
    } = {},
  ) => withQuery('/admin/booking/create', preselect),
  booking: (id: Id) => `/admin/booking/${segment(id)}`,
  clients: '/admin/clients',
  clientSearch: (q: string, status?: string | null) => withQuery('/admin/clients', { q, status }),
  client: (id: Id) => `/admin/client/${segment(id)}`,
  animals: '/admin/animals',
  animalSearch: (q: string, status?: string | null) => withQuery('/admin/animals', { q, status }),
  animal: (id: Id) => `/admin/animal/${segment(id)}`,
  /** The health record of an animal, to print. */
  animalRecord: (id: Id, choice: { kinds?: string; q?: string } = {}) =>
    withQuery(`/admin/animal/${segment(id)}/record`, choice),
  animalCreate: (preselect: { client_id?: Id | null } = {}) => withQuery('/admin/animal/create', preselect),
  /** The paid bookings report; with filters it is generated at once. */
  reports: (
    filters: {
      date_from?: string;
      date_to?: string;
      paid_type?: string | null;
      staff?: Id | null;
    } = {},
  ) => withQuery('/admin/reports', filters),
  analytics: (choice: { period?: string; start_date?: string | null; end_date?: string | null } = {}) =>
    withQuery('/admin/analytics', choice),
  /** Clients who wait for a time, and offers of times that came free. */
  waitlist: '/admin/waitlist',
  /** What animals need, and what was sent about it. */
  recalls: (choice: { show?: string; type?: Id | null } = {}) => withQuery('/admin/recalls', choice),
  /** The batches given; with a batch, the animals that were given it. */
  batches: (opened: { batch?: string | null; medicine?: Id | null } = {}) =>
    withQuery('/admin/batches', opened),
  /** Conversations with clients; with `client`, the one with that client. */
  messages: (view: { client?: Id | null; show?: string | null; q?: string } = {}) =>
    withQuery('/admin/messages', view),
  /** Who works when, for everyone in the practice. */
  rota: '/admin/rota',
  settings: (category?: string) => withQuery('/admin/settings', { category }),
  /** One import of clients and animals. */
  import: (id: Id) => `/admin/import/${segment(id)}`,
  /** One outgoing webhook, with its delivery log. */
  webhook: (id: Id, show?: 'failed') => withQuery(`/admin/webhook/${segment(id)}`, { show }),
  subscription: '/admin/subscription',
  /** The page of a one-time link; its token follows a #, which no server receives. */
  welcome: '/welcome',
  /** The page that a sign-in provider redirects to; the outcome follows a #. */
  singleSignOn: '/sso',
} as const;

/** The address of a record's page with `:id` for the id, such as a route takes. */
export const patternOf = (path: (id: Id) => string): string => path('_id_').replace('_id_', ':id');

/** Files of the portal that the server makes: outside the router, below `/app`. */
export const portalFiles = {
  /** What a phone needs to install the portal of a practice. */
  manifest: (tenantId: Id) => `/cp/practice/${segment(tenantId)}/manifest.webmanifest`,
  touchIcon: (tenantId: Id) => `/cp/practice/${segment(tenantId)}/apple-touch-icon.png`,
  serviceWorker: '/cp/sw.js',
} as const;

/** The same address for the browser itself, outside the router: `/app/login`. */
export const absolute = (path: string): string => `${appBase}${path}`;

/** The practice in the query of a portal address; null if it has none. */
export const tenantIn = (search: string): string | null => {
  const tenant = new URLSearchParams(search).get('tenant');
  return tenant !== null && /^[1-9]\d{0,15}$/.test(tenant) ? tenant : null;
};

/** A portal address with the practice in its query. */
export function withTenant(path: string, tenant: Id | null): string {
  if (tenant === null) return path;
  const [pathname = '', search = ''] = path.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('tenant', String(tenant));
  return `${pathname}?${query}`;
}
