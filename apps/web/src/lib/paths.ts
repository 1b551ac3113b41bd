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
  portal: '/portal',
  customerHome: '/cp',
  superadmin: '/superadmin',
  dashboard: '/admin',
  bookingCreate: (preselect: { client_id?: Id | null; animal_id?: Id | null; date?: string } = {}) =>
    withQuery('/admin/booking/create', preselect),
  booking: (id: Id) => `/admin/booking/${segment(id)}`,
  clients: '/admin/clients',
  client: (id: Id) => `/admin/client/${segment(id)}`,
  animals: '/admin/animals',
  animalSearch: (q: string) => withQuery('/admin/animals', { q }),
  animal: (id: Id) => `/admin/animal/${segment(id)}`,
  subscription: '/admin/subscription',
} as const;

/** The same address for the browser itself, outside the router: `/app/login`. */
export const absolute = (path: string): string => `${appBase}${path}`;
