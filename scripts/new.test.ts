import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedBy } from './source-files.ts';

const root = join(import.meta.dirname, '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'burrow-new-'));
  const skipped = new Set(['node_modules', 'dist', '.data', '.git']);
  cpSync(root, copy, { recursive: true, filter: (path) => !skipped.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs the generator; answers the paths that it printed. */
function generate(...args: string[]): string[] {
  const output = execFileSync(process.execPath, [join(copy, 'scripts/new.ts'), ...args], {
    encoding: 'utf8',
  });
  return output.split('\n').filter((line) => existsSync(join(copy, line)) && line !== '');
}

const textOf = (path: string): string => readFileSync(join(copy, path), 'utf8');

/** The files' relative imports that lead nowhere. */
const brokenImports = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    importedBy({ path, text: textOf(path).replaceAll('import type', 'import') })
      .filter((from) => from.startsWith('.') && !existsSync(join(copy, dirname(path), from)))
      .map((from) => `${path} → ${from}`),
  );

const isFormatted = (paths: readonly string[]): boolean =>
  spawnSync(join(root, 'node_modules/.bin/prettier'), ['--check', ...paths], { cwd: copy }).status === 0;

describe('npm run new:action', () => {
  it('declares a query of a new module, with handler and test', () => {
    const paths = generate('action', 'kennel', 'kennel_runs');
    expect(brokenImports(paths)).toEqual([]);
    expect(isFormatted(paths)).toBe(true);
    expect(textOf('packages/contracts/src/actions.ts')).toContain('...kennelActions,');
    expect(textOf('apps/api/src/handlers.ts')).toContain('...kennelHandlers,');
    expect(textOf('apps/api/src/modules/kennel/actions.ts')).toContain(
      'kennel_runs: (ctx) => kennelRuns(ctx),',
    );
    expect(textOf('apps/api/src/modules/kennel/kennel-runs.test.ts')).toContain("api.call('kennel_runs'");
  });

  it('adds a command to a module that exists, once', () => {
    const paths = generate('action', 'species', 'species_tidy', 'command');
    expect(brokenImports(paths)).toEqual([]);
    expect(textOf('packages/contracts/src/species.ts')).toContain('  species_tidy: {');
    const again = spawnSync(process.execPath, [
      join(copy, 'scripts/new.ts'),
      'action',
      'species',
      'species_tidy',
    ]);
    expect(again.status).toBe(1);
    expect(String(again.stderr)).toContain('species_tidy is already in packages/contracts/src/species.ts.');
  });
});

describe('npm run new:page', () => {
  it('writes a page with its address, entry among the pages and browser test', () => {
    const paths = generate('page', 'kennel', 'kennel-day');
    expect(brokenImports(paths)).toEqual([]);
    expect(isFormatted(paths)).toBe(true);
    expect(textOf('apps/web/src/lib/paths.ts')).toContain("kennelDay: '/admin/kennel-day',");
    expect(textOf('apps/web/src/app/pages.ts')).toContain('path: paths.kennelDay,');
    expect(textOf('e2e/kennel-day.test.ts')).toContain('/app/admin/kennel-day');
  });
});

describe('npm run new:migration', () => {
  it('numbers it after the last', () => {
    const [first = ''] = generate('migration', 'kennel_runs');
    const [second = ''] = generate('migration', 'kennel_days');
    expect(Number(second.slice(11, 15))).toBe(Number(first.slice(11, 15)) + 1);
  });

  it('refuses a name that is no file name', () => {
    const { status, stderr } = spawnSync(process.execPath, [
      join(copy, 'scripts/new.ts'),
      'migration',
      '../x',
    ]);
    expect(status).toBe(1);
    expect(String(stderr)).toContain('npm run new:migration');
  });
});
