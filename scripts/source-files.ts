import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const checkout = join(import.meta.dirname, '..');

/** A file of the project, by its path from the checkout. */
export interface SourceFile {
  path: string;
  text: string;
}

const skipped = new Set(['node_modules', 'dist', '.data', '.git', 'coverage', 'test-results']);

/** The project's own files that match a pattern, without installed, built or generated ones. */
export const sourceFiles = (...patterns: string[]): SourceFile[] =>
  globSync(patterns, { cwd: checkout, exclude: ({ name }) => skipped.has(name), withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .toSorted()
    .map((path) => ({ path: path.slice(checkout.length + 1), text: readFileSync(path, 'utf8') }));

/** Whether a file is a test, or serves only tests. */
export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$|\/testing\//.test(path);

/** The text without comments, strings emptied, so that prose is not taken for code. */
export const codeOnly = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|[^:])\/\/.*$/gm, '$1')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");

/** The specifiers of a file's imports, those of types included. */
export function importedBy({ text }: SourceFile): string[] {
  const statements = /^(?:import|export)\s+(?:[^'"]*?\s+from\s+)?['"]([^'"]+)['"]/gm;
  const calls = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...text.matchAll(statements), ...text.matchAll(calls)].flatMap(([, from]) => from ?? []);
}

/** The target of an import from the checkout's root: a file, if it is relative or of a package here; otherwise the specifier. */
export const targetOf = ({ path }: SourceFile, from: string): string =>
  from.startsWith('.')
    ? join(dirname(path), from)
    : from.replace(/^@burrow\/(contracts|client)\/(.+)$/, 'packages/$1/src/$2.ts');

/** The nodes that reach themselves, in groups that reach each other: 'a ↔ b'. */
export function circles(arrows: ReadonlyMap<string, readonly string[]>): string[] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const next = [...(arrows.get(start) ?? [])];
    for (let node = next.pop(); node !== undefined; node = next.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      next.push(...(arrows.get(node) ?? []));
    }
    return reached;
  };
  const reached = new Map([...arrows.keys()].map((node) => [node, reachedFrom(node)]));
  const groups = [...reached]
    .filter(([node, others]) => others.has(node))
    .map(([node, others]) => [...others].filter((other) => reached.get(other)?.has(node)));
  return [...new Set(groups.map((group) => group.toSorted().join(' ↔ ')))];
}
