import { dirname, join } from 'node:path';
import { actionNames } from '../packages/contracts/src/actions.ts';
import { isTest, sourceFiles, type SourceFile } from './source-files.ts';

// `npm run measure`: the size of the product and how its files depend on each other, for comparing two commits. Files that
// serve only tests or development don't count.

const product = sourceFiles(
  '{apps/api/src,apps/web/src,packages/contracts/src,packages/client/src}/**/*.{ts,tsx}',
).filter((file) => !isTest(file) && !file.path.startsWith('apps/web/src/app/components-page'));
const byPath = new Map(product.map((file) => [file.path, file]));

const linesOf = ({ text }: SourceFile): number => text.split('\n').length - 1;
const folderOf = (path: string): string => path.split('/', 2).join('/');

/** The product's files that a file imports, types included. */
function importsOf({ path, text }: SourceFile): string[] {
  const statements = /^(?:import|export)\s[^'"]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(statements)]
    .map(([, plain = '', lazy = '']) => plain || lazy)
    .map((from) =>
      from.startsWith('.')
        ? join(dirname(path), from)
        : from.replace(/^@burrow\/(contracts|client)\/(.*)$/, 'packages/$1/src/$2.ts'),
    )
    .filter((to) => byPath.has(to));
}
const imports = new Map(product.map((file) => [file.path, new Set(importsOf(file))]));
const importers = new Map<string, string[]>();
for (const [path, targets] of imports) {
  for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), path]);
}

/** The groups of files that import each other in a circle (Tarjan's strongly connected components of two or more). */
function circles(): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path) ?? 0);
    stack.push(path);
    for (const to of imports.get(path) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(path, Math.min(low.get(path) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) found.push(group.toSorted());
  };
  for (const { path } of product) if (!index.has(path)) visit(path);
  return found;
}

const moduleOf = (path: string): string | undefined => /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1];

/** The pairs of API modules that import each other. */
function twoWayPairs(): string[] {
  const arrows = new Set<string>();
  for (const [path, targets] of imports) {
    for (const to of targets) {
      const [from, into] = [moduleOf(path), moduleOf(to)];
      if (from && into && from !== into) arrows.add(`${from} ${into}`);
    }
  }
  return [...arrows].filter((arrow) => {
    const [from = '', into = ''] = arrow.split(' ');
    return from < into && arrows.has(`${into} ${from}`);
  });
}

const featureOf = (path: string): string => path.split('/').slice(0, 5).join('/');

/** Files of a module that are alone by convention: the named parts, and the tables of reports, grouped by subject. */
const alone = /^apps\/api\/src\/modules\/(?:.*\b(?:read-model|repository|service)\.ts$|report\/tables\/)/;
/** Importers to fold nothing into: `actions` holds only handlers, `public` only re-exports. */
const withoutRules = /^apps\/api\/src\/modules\/.*\/(?:actions|public)\.ts$/;

const single = product.filter((file) => {
  const [only, ...others] = importers.get(file.path) ?? [];
  return (
    only !== undefined &&
    others.length === 0 &&
    !alone.test(file.path) &&
    !withoutRules.test(only) &&
    featureOf(only) === featureOf(file.path) &&
    linesOf(file) < 60
  );
});
const web = product.filter(({ path }) => path.startsWith('apps/web/'));
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
  ['import circles, types counted', circles().length],
  ['pairs of modules that import each other', twoWayPairs().length],
  ['files with a form element', having(web, /<form\b/)],
  ['files with a literal maxLength', having(web, /maxLength=\{\d/)],
  ['files that name booking_time', having(product, /\bbooking_time\b/)],
];
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value.toLocaleString('en-GB')}`);
if (process.argv.includes('--list')) {
  for (const circle of circles()) console.log(`\ncircle\n  ${circle.join('\n  ')}`);
  for (const pair of twoWayPairs()) console.log(`\npair ${pair}`);
  for (const file of single) console.log(`one importer: ${file.path} (${linesOf(file)})`);
}
