import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const isInPortal = (id: string): boolean => id.includes('/src/features/portal/');
const isBeforeSignIn = (id: string): boolean => id.includes('/src/features/portal/access/');
/** The portal's sign-in, which loads faster without what its other pages and dialogs share. */
const isPortalSignIn = (id: string): boolean =>
  /\/access\/(portal-entrance|pages\/portal-login-page)\.tsx$/.test(id);
const isPortalFrame = (id: string): boolean => id.endsWith('/portal-shell.tsx');
const isWelcome = (id: string): boolean => id.endsWith('/src/features/session/pages/welcome-page.tsx');
const isDialogOfStaffSignIn = (id: string): boolean =>
  /\/src\/features\/session\/(tenant-picker-dialog|forms\/forgot-password-dialog)\.tsx$/.test(id);
const isWhereStaffLand = (id: string): boolean =>
  /\/src\/(app\/shell\/admin-shell|features\/dashboard\/pages\/dashboard-page)\.tsx$/.test(id);

/** The name of an icon's module without punctuation, as {@link plain} makes it of its component; null for other modules. */
const iconIn = (id: string): string | null => {
  const [, file] = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js/.exec(id) ?? [];
  return file === undefined ? null : plain(file);
};

const plain = (name: string): string => name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();

/** The icons that a module imports. */
const iconsOf = (code: string | null): string[] => {
  const names = /import \{([^}]*)\} from ["']lucide-react["']/.exec(code ?? '')?.[1] ?? '';
  return names.split(',').map((name) => plain(name.split(' as ')[0] ?? ''));
};

const start = join(import.meta.dirname, 'src/main.tsx');

/** Of the pages that the app's routes and frames fetch, those of signing in: staff's, and the portal's. */
const isOfSignIn = (page: string): boolean => isBeforeSignIn(page) || page.includes('/src/features/session/');

/**
 * The icons of every module that can be reached with these pages. All icons are imported through one module, so the bundler
 * can't tell which modules use which.
 * @param isFollowed whether a page that the app's routes and frames fetch counts
 */
function iconsWith(modules: Modules, isFollowed: (page: string) => boolean): ReadonlySet<string> {
  const icons = new Set<string>();
  const seen = new Set<string>();
  const queue = [start];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const module = modules.getModuleInfo(next);
    if (seen.has(next) || module === null) continue;
    const { id, code, importedIds, dynamicallyImportedIds } = module;
    seen.add(id);
    for (const icon of iconsOf(code)) icons.add(icon);
    const fetched = dynamicallyImportedIds.filter((page) => !id.includes('/src/app/') || isFollowed(page));
    queue.push(...importedIds, ...fetched);
  }
  return icons;
}

/** The icons of signing in, and those of the portal too. Found once, since a build does not change the modules. */
let sharedIcons: { signIn: ReadonlySet<string>; portal: ReadonlySet<string> } | undefined;

/** The file of an icon that several pages need. */
function fileOfIcon(icon: string, modules: Modules): string {
  sharedIcons ??= {
    signIn: iconsWith(modules, isOfSignIn),
    portal: iconsWith(modules, (page) => isOfSignIn(page) || isInPortal(page)),
  };
  if (sharedIcons.signIn.has(icon)) return 'kit';
  return sharedIcons.portal.has(icon) ? 'records' : 'admin';
}

/** The pages and large dialogs, fetched on demand, that import a module directly or through others. */
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

/** The file of a module that several pages need. Null leaves it to the bundler. */
function sharedFile(id: string, modules: Modules): string | null {
  const icon = iconIn(id);
  if (icon !== null) return fileOfIcon(icon, modules);
  const pages = pagesWith(id, modules);
  const inPortal = pages.filter(isInPortal);
  const beforeSignIn = inPortal.filter(isBeforeSignIn).length;
  const isAdmins = inPortal.length < pages.length;
  if (inPortal.length === 0) {
    if (!pages.some(isWhereStaffLand)) return null;
    if (pages.some(isWelcome)) return 'kit';
    return pages.some(isDialogOfStaffSignIn) ? 'staff-access' : 'admin';
  }
  if (beforeSignIn > 0) {
    if (isAdmins) return 'kit';
    if (beforeSignIn < inPortal.length) return 'portal';
    return pages.some(isPortalSignIn) ? 'portal-access' : 'portal-codes';
  }
  if (inPortal.length === 1 && !inPortal.some(isPortalFrame)) return null;
  return isAdmins ? 'records' : 'portal-records';
}

/** From the file that most pages load to the one that fewest do: a file includes the imports of its modules. */
const sharedFiles = [
  'kit',
  'records',
  'portal',
  'portal-access',
  'portal-codes',
  'portal-records',
  'staff-access',
  'admin',
];

/** Groups modules into files, so that a page loads a few of a sensible size, and none of another area. */
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
