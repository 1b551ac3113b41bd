import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { webRoot } from '../scripts/build-web.ts';

// The size of the scripts that a screen needs, in gzipped kilobytes. The setup of the browser tests has built the app
// that is measured here.

const kilobyte = 1000;
const root = webRoot(join(import.meta.dirname, '..'));
const assets = join(root, 'assets');

/** `import … from"./x.js"`, `import"./x.js"` and `export … from"./x.js"`, but not `import("./x.js")`. */
const staticImport = /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g;

/** `import("./x.js")`: scripts that a script fetches on demand. */
const laterImport = /\bimport\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

const source = (file: string): string => readFileSync(join(assets, file), 'utf8');
const imported = (file: string): string[] =>
  [...source(file).matchAll(staticImport)].flatMap(([, name]) => name ?? []);
const importedLater = (file: string): string[] =>
  [...source(file).matchAll(laterImport)].flatMap(([, name]) => name ?? []);

/** The scripts that index.html starts with. */
function entries(): string[] {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  return [...html.matchAll(/<script[^>]+src="\/app\/assets\/([^"]+)"/g)].flatMap(([, file]) => file ?? []);
}

/** The built script of a page, by the name of its module. */
function chunk(name: string): string {
  const hash = /^[\w-]{8}\.js$/;
  const found = readdirSync(assets).filter(
    (file) => file.startsWith(`${name}-`) && hash.test(file.slice(name.length + 1)),
  );
  expect(found, `one chunk ${name}`).toHaveLength(1);
  return found[0] ?? '';
}

/** These scripts and all their static imports. Those in `loaded` are loaded already. */
function closure(
  starts: readonly string[],
  following: (file: string) => string[] = imported,
  loaded: ReadonlySet<string> = new Set(),
): Set<string> {
  const needed = new Set(loaded);
  const queue = [...starts];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    queue.push(...following(file));
  }
  return needed;
}

const gzipped = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(source(file)).length, 0) / kilobyte;

const adminPages = ['admin-shell', 'dashboard-page', 'booking-page', 'booking-create-page'];
const portalSignIn = ['portal-entrance', 'portal-login-page'];
const portalPages = [
  ...portalSignIn,
  'portal-signup-page',
  'portal-shell',
  'portal-home-page',
  'payment-return-page',
  'pets-page',
  'pet-page',
  'pet-create-page',
  'records-page',
  'record-page',
  'appointments-page',
  'appointment-page',
  'move-page',
  'request-page',
  'profile-page',
];

/** Every script that the portal can fetch: its pages, and those they fetch later. */
function wholePortal(): Set<string> {
  const everything = (file: string): string[] => [...imported(file), ...importedLater(file)];
  return closure(portalPages.map(chunk), everything, closure(entries()));
}

interface Preload {
  address: string;
  scripts: string[];
}

const preloads = JSON.parse(readFileSync(join(root, '.vite/preloads.json'), 'utf8')) as Preload[];

/** The preloads in the page's head at this address, and the scripts of index.html. */
function namedAt(address: string): Set<string> {
  const scripts = preloads.find((preload) => preload.address === address)?.scripts ?? [];
  return new Set([...closure(entries()), ...scripts.map((script) => script.replace('/app/assets/', ''))]);
}

describe('the script of', () => {
  it('the staff sign-in is at most 140 kB', () => {
    const files = closure(entries());
    const size = gzipped(files);
    // The smallest React is larger: a lower size would mean that the entry was not followed.
    expect(size).toBeGreaterThan(50);
    expect(size).toBeLessThanOrEqual(140);
  });

  it('the dashboard with its calendar is at most 330 kB', () => {
    const files = closure([...entries(), chunk('admin-shell'), chunk('dashboard-page')]);
    expect(files.size).toBeGreaterThan(closure(entries()).size);
    expect(gzipped(files)).toBeLessThanOrEqual(330);
  });

  it('the search comes after the dashboard, and adds at most 25 kB', () => {
    const dashboard = closure([...entries(), chunk('admin-shell'), chunk('dashboard-page')]);
    expect(dashboard).not.toContain(chunk('search-dialog'));
    const added = [...closure([chunk('search-dialog')], imported, dashboard)].slice(dashboard.size);
    expect(gzipped(added)).toBeGreaterThan(1);
    expect(gzipped(added)).toBeLessThanOrEqual(25);
  });

  it('the analytics page fetches the charts on demand', () => {
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    expect(scripts.filter((file) => source(file).includes('recharts-bar-rectangle'))).toEqual([
      chunk('bars-chart'),
    ]);
    expect(closure([...entries(), chunk('analytics-panels')])).not.toContain(chunk('bars-chart'));
  });

  it('the staff sign-in holds no page of the admin area', () => {
    const files = closure(entries());
    for (const page of adminPages) expect(files).not.toContain(chunk(page));
  });

  it.each([
    ['welcome-page', 130],
    ['tenant-picker-dialog', 145],
    ['forgot-password-dialog', 145],
  ])('the staff sign-in with the %s is at most %i kB, and holds nothing of the admin area', (part, most) => {
    const files = closure([...entries(), chunk(part)]);
    for (const page of [...adminPages, 'admin']) expect(files).not.toContain(chunk(page));
    expect(gzipped(files)).toBeLessThanOrEqual(most);
  });

  it("the portal's sign-in is at most 130 kB", () => {
    expect(gzipped(closure([...entries(), ...portalSignIn.map(chunk)]))).toBeLessThanOrEqual(130);
  });

  it("the portal's sign-in fetches what passkeys need on demand", () => {
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    const library = scripts.filter((file) => /navigator\.credentials\.(?:get|create)\(/.test(source(file)));
    expect(library).toHaveLength(1);
    const first = closure([...entries(), ...portalSignIn.map(chunk)]);
    expect(first).not.toContain(library[0]);
    expect([...first].flatMap(importedLater)).toContain(library[0]);
  });

  it('the whole portal is at most 240 kB', () => {
    const files = wholePortal();
    expect(files.size).toBeGreaterThan(portalPages.length);
    expect(gzipped(files)).toBeLessThanOrEqual(240);
  });

  it('the portal holds no page of the admin area, nor the admin area one of the portal', () => {
    const portal = wholePortal();
    for (const page of [...adminPages, 'admin']) expect(portal).not.toContain(chunk(page));
    const admin = closure([...entries(), ...adminPages.map(chunk)]);
    for (const page of [...portalPages, 'portal', 'portal-access', 'portal-records']) {
      expect(admin).not.toContain(chunk(page));
    }
  });
});

/** A text that only this library contains, also when it is built, and where its source has it. */
const signInLibraries = [
  {
    library: 'WebAuthn',
    text: 'ERROR_CEREMONY_ABORTED',
    source: 'apps/web/node_modules/@simplewebauthn/browser/esm/helpers/identifyAuthenticationError.js',
  },
  {
    library: 'QR codes',
    text: 'too big to be stored in a QR Code',
    source: 'apps/web/node_modules/qrcode/lib/core/qrcode.js',
  },
  {
    library: 'OpenID Connect',
    text: 'code_challenge',
    source: 'apps/api/node_modules/openid-client/build/index.js',
  },
];

describe.each(signInLibraries)('$library', ({ library, text, source: file }) => {
  const holding = () =>
    readdirSync(assets).filter((name) => name.endsWith('.js') && source(name).includes(text));

  it('is in no file that the portal starts with, for any of its screens', () => {
    // Otherwise the text would find nothing.
    expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(text);
    const found = holding();
    for (const page of portalPages) {
      const first = closure([...entries(), ...portalSignIn.map(chunk), chunk('portal-shell'), chunk(page)]);
      expect(found.filter((name) => first.has(name))).toEqual([]);
    }
    for (const address of ['/cp/login', '/cp/signup', '/cp']) {
      const named = namedAt(address);
      expect(named.size).toBeGreaterThan(closure(entries()).size);
      expect(found.filter((name) => named.has(name))).toEqual([]);
    }
  });

  it('is fetched on demand, or not part of the web app', () => {
    const found = holding();
    expect(found).toHaveLength(library === 'OpenID Connect' ? 0 : 1);
    const later = readdirSync(assets).filter(
      (name) => name.endsWith('.js') && importedLater(name).some((fetched) => found.includes(fetched)),
    );
    expect(later.length > 0).toBe(found.length > 0);
  });
});

/** As much of a page of the app as is read here: the types of `app/pages.ts` lead to components, which are not checked with this file. */
interface Page {
  path: string;
  load: unknown;
  parts?: readonly unknown[];
}
const { areas } = (await import(join(import.meta.dirname, '../apps/web/src/app/pages.ts'))) as {
  areas: readonly { frame?: unknown; pages: readonly Page[] }[];
};
const nameIn = (load: unknown): string => /([\w-]+)\.tsx/.exec(String(load))?.[1] ?? '';
const pages = areas.flatMap(({ frame, pages: inFrame }) =>
  inFrame.map(({ path, load, parts = [] }): [string, string[]] => [
    path,
    [...(frame === undefined ? [] : [frame]), load, ...parts].map(nameIn),
  ]),
);

describe('the page at', () => {
  it.each(pages)('%s preloads its own scripts %j and no other', (address, names) => {
    const needed = closure([...entries(), ...names.map(chunk)]);
    expect([...namedAt(address)].toSorted()).toEqual([...needed].toSorted());
  });

  it.each(['/cp/login', '/cp/signup', '/cp', '/cp/animals', '/cp/booking/create', '/admin'])(
    '%s has few files',
    (address) => {
      expect(namedAt(address).size).toBeLessThanOrEqual(12);
    },
  );
});

it('the page asks at once for the font that its style sheet names', () => {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const [, font] = /href="\/app\/assets\/([^"]+\.woff2)"/.exec(html) ?? [];
  const [, styles] = /href="\/app\/assets\/([^"]+\.css)"/.exec(html) ?? [];
  expect(font).toBeDefined();
  expect(source(styles ?? '')).toContain(font);
});
