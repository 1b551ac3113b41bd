import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const isInPortal = (id: string): boolean => id.includes('/src/features/portal/');
const isBeforeSignIn = (id: string): boolean => id.includes('/src/features/portal/access/');
const isPortalFrame = (id: string): boolean => id.endsWith('/portal-shell.tsx');
const isWhereStaffLand = (id: string): boolean =>
  /\/src\/(app\/shell\/admin-shell|features\/dashboard\/pages\/dashboard-page)\.tsx$/.test(id);

/** The name of an icon's module without punctuation, as {@link plain} makes it of its component; null for other modules. */
const iconIn = (id: string): string | null => {
  const [, file] = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js/.exec(id) ?? [];
  return file === undefined ? null : plain(file);
};

const plain = (name: string): string => name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();

/** Files of the desk, of which the portal needs nothing. */
const isDesks =
  /^(?:app\/shell\/admin|features\/(?:attendance|bookings|calendar-feeds|clients|custom-fields|dashboard|diary|import|notifications|reports|resources|rota|search|services|settings|setup|subscription|superadmin|team|webhooks)\/)/;

/**
 * The icons that files name, by whether all of these belong to the desk. Icons come through one module that imports all of
 * them, so the bundler can't tell who needs which.
 */
const deskIcons: ReadonlySet<string> = (() => {
  const [desk, others] = [new Set<string>(), new Set<string>()];
  for (const path of globSync('**/*.tsx', { cwd: join(import.meta.dirname, 'src') })) {
    const text = readFileSync(join(import.meta.dirname, 'src', path), 'utf8');
    const names = /import \{([^}]*)\} from 'lucide-react';/.exec(text)?.[1] ?? '';
    for (const name of names.split(',')) (isDesks.test(path) ? desk : others).add(plain(name));
  }
  return new Set([...desk].filter((name) => !others.has(name)));
})();

/** What can't run without a module, of that which is fetched only once it is wanted: pages and large dialogs. */
function pagesWith(id: string, modules: Modules): string[] {
  const pages: string[] = [];
  const seen = new Set<string>();
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const module = modules.getModuleInfo(next);
    if (seen.has(next) || module === null) continue;
    seen.add(next);
    if (module.dynamicImporters.length > 0) pages.push(next);
    queue.push(...module.importers);
  }
  return pages;
}

/** The file for what several pages need. Null leaves a module to the bundler. */
function sharedFile(id: string, modules: Modules): string | null {
  const icon = iconIn(id);
  if (icon !== null) return deskIcons.has(icon) ? 'admin' : 'kit';
  const pages = pagesWith(id, modules);
  const inPortal = pages.filter(isInPortal);
  const beforeSignIn = inPortal.filter(isBeforeSignIn).length;
  const isAdmins = inPortal.length < pages.length;
  if (inPortal.length === 0) return pages.some(isWhereStaffLand) ? 'admin' : null;
  if (beforeSignIn > 0) {
    if (isAdmins) return 'kit';
    return beforeSignIn < inPortal.length ? 'portal' : 'portal-access';
  }
  if (inPortal.length === 1 && !inPortal.some(isPortalFrame)) return null;
  return isAdmins ? 'records' : 'portal-records';
}

/** From what everybody loads to what few do: a file brings along what its modules can't run without. */
const sharedFiles = ['kit', 'records', 'portal', 'portal-access', 'portal-records', 'admin'];

/**
 * Which modules share a file, so that a page comes in a few of a sensible size instead of in dozens, and brings nothing
 * of another area along.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 101 },
  { name: 'start', tags: ['$initial'], priority: 100 },
  ...sharedFiles.map((file, index): Rolldown.CodeSplittingGroup => ({
    debugName: file,
    name: (id, modules) => (sharedFile(id, modules) === file ? file : null),
    minShareCount: 2,
    priority: sharedFiles.length - index,
  })),
];
