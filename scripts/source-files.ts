import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** The specifiers of a file's imports at run time. Imports of types only are erased. */
export function importedBy({ text }: SourceFile): string[] {
  const statements = /^(?:import|export)\s+(?:[^'"]*?\s+from\s+)?['"]([^'"]+)['"]/gm;
  const calls = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...text.matchAll(statements), ...text.matchAll(calls)].flatMap(([, from]) => from ?? []);
}
