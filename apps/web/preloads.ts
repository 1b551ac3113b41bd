import type { Plugin, Rolldown } from 'vite';
import { appBase, paths } from './src/lib/paths.ts';

type Page = readonly [address: string, ...modules: string[]];

const entrance = 'features/portal/access/portal-entrance.tsx';
const portalFrame = 'features/portal/shell/portal-shell.tsx';
const adminFrame = 'app/shell/admin-shell.tsx';

/** What the page at an address needs beside what every page starts with. It counts for the addresses below it too. */
const pages: readonly Page[] = [
  [paths.portalLogin, entrance, 'features/portal/access/pages/portal-login-page.tsx'],
  [paths.portalSignup, entrance, 'features/portal/access/pages/portal-signup-page.tsx'],
  ['/cp/link', 'features/portal/access/pages/link-page.tsx'],
  [paths.customerHome, portalFrame, 'features/portal/home/portal-home-page.tsx'],
  [paths.pets, portalFrame, 'features/portal/pets/pets-page.tsx'],
  ['/cp/animal', portalFrame, 'features/portal/pets/pet-page.tsx'],
  [paths.petCreate, portalFrame, 'features/portal/pets/pet-create-page.tsx'],
  [paths.appointments, portalFrame, 'features/portal/appointments/appointments-page.tsx'],
  ['/cp/booking', portalFrame, 'features/portal/appointments/appointment-page.tsx'],
  [paths.appointmentRequest(), portalFrame, 'features/portal/request/request-page.tsx'],
  [paths.paymentReturn, portalFrame, 'features/portal/payment/payment-return-page.tsx'],
  [paths.profile, portalFrame, 'features/portal/profile/profile-page.tsx'],
  [paths.dashboard, adminFrame, 'features/dashboard/pages/dashboard-page.tsx'],
  [paths.clients, adminFrame, 'features/clients/pages/clients-page.tsx'],
  ['/admin/client', adminFrame, 'features/clients/pages/client-page.tsx'],
  [paths.animals, adminFrame, 'features/animals/pages/animals-page.tsx'],
  ['/admin/animal', adminFrame, 'features/animals/pages/animal-page.tsx'],
  [paths.animalCreate(), adminFrame, 'features/animals/pages/animal-create-page.tsx'],
  ['/admin/booking', adminFrame, 'features/bookings/pages/booking-page.tsx'],
  [paths.bookingCreate(), adminFrame, 'features/bookings/pages/booking-create-page.tsx'],
  [paths.reports(), adminFrame, 'features/reports/pages/reports-page.tsx'],
  [
    paths.analytics(),
    adminFrame,
    'features/reports/pages/analytics-page.tsx',
    'features/reports/panels/analytics-panels.tsx',
  ],
  [paths.settings(), adminFrame, 'features/settings/pages/settings-page.tsx'],
  [paths.subscription, adminFrame, 'features/subscription/pages/subscription-page.tsx'],
  [paths.superadmin, 'app/shell/superadmin-shell.tsx', 'features/superadmin/pages/superadmin-page.tsx'],
  [paths.welcome, 'features/session/pages/welcome-page.tsx'],
];

/** These files and all they can't run without. */
function closure(files: readonly string[], chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const needed = new Set<string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    queue.push(...(chunks.get(file)?.imports ?? []));
  }
  return needed;
}

/**
 * Writes down which scripts the page at an address needs, for the server to name them in the page's head: all are fetched
 * at once then, and not one after the other as each turns out to need the next. Fails when a page is not in the build.
 */
export function preloads(): Plugin {
  return {
    name: 'burrow-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunks = new Map(found.map((chunk) => [chunk.fileName, chunk]));
      const fileOf = (module: string): string => {
        const chunk = found.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`));
        return chunk?.fileName ?? this.error(`No script of the build is the page ${module}.`);
      };
      const start = closure(
        found.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
        chunks,
      );
      const source = pages
        .map(([address, ...modules]) => ({
          address,
          scripts: [...closure(modules.map(fileOf), chunks)]
            .filter((file) => !start.has(file))
            .map((file) => `${appBase}/${file}`),
        }))
        // The address that says most comes first.
        .toSorted((a, b) => b.address.length - a.address.length);
      this.emitFile({ type: 'asset', fileName: '.vite/preloads.json', source: JSON.stringify(source) });
    },
  };
}
