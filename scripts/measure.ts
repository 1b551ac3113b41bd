import { actionNames } from '../packages/contracts/src/actions.ts';
import { circles, importedBy, isTest, sourceFiles, targetOf, type SourceFile } from './source-files.ts';

// `npm run measure`: the size of the product and how its files depend on each other, for comparing two commits. Files that
// serve only tests or development don't count.

const product = sourceFiles(
  '{apps/api/src,apps/web/src,packages/contracts/src,packages/client/src}/**/*.{ts,tsx}',
).filter((file) => !isTest(file) && !file.path.startsWith('apps/web/src/app/components-page'));
const byPath = new Map(product.map((file) => [file.path, file]));

const linesOf = ({ text }: SourceFile): number => text.split('\n').length - 1;
const folderOf = (path: string): string => path.split('/', 2).join('/');

/** The product's files that each file imports, types included. */
const imports = new Map(
  product.map((file) => [
    file.path,
    [...new Set(importedBy(file).map((from) => targetOf(file, from)))].filter((to) => byPath.has(to)),
  ]),
);
const importers = new Map<string, string[]>();
for (const [path, targets] of imports) {
  for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), path]);
}

const moduleOf = (path: string): string | undefined => /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1];

/** The API modules that each module imports. */
const modules = new Map<string, string[]>();
for (const [path, targets] of imports) {
  const from = moduleOf(path);
  if (from === undefined) continue;
  const into = targets.flatMap((to) => moduleOf(to) ?? []).filter((other) => other !== from);
  modules.set(from, [...(modules.get(from) ?? []), ...into]);
}

const featureOf = (path: string): string => path.split('/').slice(0, 5).join('/');

/** Files of a module that are alone by convention: the named parts, and the tables of reports, grouped by subject. */
const alone = /^apps\/api\/src\/modules\/(?:.*\b(?:read-model|repository|service)\.ts$|report\/tables\/)/;
/** Importers to fold nothing into: `actions` holds only handlers, `public` only re-exports. */
const withoutRules = /^apps\/api\/src\/modules\/.*\/(?:actions|public)\.ts$/;

/** Files that are loaded only when they are needed: folding one would load it with its importer. */
const lazy = new Set(
  product.flatMap((file) =>
    [...file.text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(([, from = '']) =>
      targetOf(file, from),
    ),
  ),
);

const single = product.filter((file) => {
  const [only, ...others] = importers.get(file.path) ?? [];
  return (
    only !== undefined &&
    others.length === 0 &&
    !alone.test(file.path) &&
    !lazy.has(file.path) &&
    !withoutRules.test(only) &&
    featureOf(only) === featureOf(file.path) &&
    linesOf(file) < 60
  );
});
const web = product.filter(({ path }) => path.startsWith('apps/web/'));
/** Where an appointment passes from its forms to its row and back. */
const pathOfBooking =
  /^(?:packages\/contracts\/src\/.*booking|apps\/api\/src\/(?:db\/schema|modules\/(?:availability|booking)\/)|apps\/web\/src\/features\/bookings\/)/;
const having = (files: readonly SourceFile[], pattern: RegExp): number =>
  files.filter(({ text }) => pattern.test(text)).length;

const lines = new Map<string, number>();
for (const file of product) {
  const folder = folderOf(file.path);
  lines.set(folder, (lines.get(folder) ?? 0) + linesOf(file));
}
const rows: [string, number | string][] = [
  ...[...lines].map(([folder, count]): [string, number] => [`lines in ${folder}`, count]),
  ['lines of the product', product.reduce((sum, file) => sum + linesOf(file), 0)],
  ['files of the product', product.length],
  ['actions', actionNames.length],
  ['files under 60 lines with one importer in the same folder of features', single.length],
  ['import circles of files, types counted', circles(imports).length],
  ['import circles of modules', circles(modules).length],
  ['files with a form element', having(web, /<form\b/)],
  ['files with a literal maxLength', having(web, /maxLength=\{\d/)],
  ['files that name booking_time', having(product, /\bbooking_time\b/)],
  [
    'files that booking_time passes between form and row',
    having(
      product.filter(({ path }) => pathOfBooking.test(path)),
      /\bbooking_time\b/,
    ),
  ],
];
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value.toLocaleString('en-GB')}`);
if (process.argv.includes('--list')) {
  for (const circle of [...circles(imports), ...circles(modules)]) console.log(`\ncircle: ${circle}`);
  for (const file of single) console.log(`one importer: ${file.path} (${linesOf(file)})`);
}
