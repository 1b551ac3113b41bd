import { describe, expect, it } from 'vitest';
import { circles, importedBy, isTest, sourceFiles, targetOf, type SourceFile } from './source-files.ts';

// Which file may import which. Imports of types count.

const api = sourceFiles('apps/api/src/**/*.ts');
const web = sourceFiles('apps/web/src/**/*.{ts,tsx}');
const contracts = sourceFiles('packages/contracts/src/**/*.ts');
const code = sourceFiles('{apps,packages,scripts,seeds,e2e,bench,infra}/**/*.{ts,tsx,mjs}');

/** Every import that `isWrong`, as "who → what". */
const wrongImports = (
  files: readonly SourceFile[],
  isWrong: (file: SourceFile, to: string) => boolean,
): string[] =>
  files.flatMap((file) =>
    importedBy(file)
      .map((from) => targetOf(file, from))
      .filter((to) => isWrong(file, to))
      .map((to) => `${file.path} → ${to}`),
  );

const inside = (root: string, path: string): string | undefined =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;

/** What other modules, HTTP, jobs and callbacks may use of a module. */
const isPublic = ({ path }: SourceFile): boolean => /\/modules\/[^/]+\/public\.ts$/.test(path);

/** The names that a file takes from others and exports as its own. */
const exportedNames = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(([, names]) =>
    (names ?? '')
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean),
  );

describe('imports run one way', () => {
  /** The level of a folder, counted from the outside; an import goes to a higher number or stays in its own folder. */
  const apiLevel: Record<string, number> = {
    'main.ts': -2,
    'server.ts': -1,
    'web-processes.ts': 0,
    'cli.ts': 0,
    'app.ts': 1,
    'dependencies.ts': 1,
    'drain.ts': 1,
    'handlers.ts': 2,
    metrics: 2,
    modules: 4,
    context: 5,
    db: 6,
    integrations: 6,
    lib: 7,
    config: 8,
  };
  /** All other folders: http, jobs, webhooks, cli, tracing. */
  const levelOf = (folder: string): number => apiLevel[folder] ?? 3;
  const folderOf = (path: string): string => path.split('/', 1)[0] ?? '';

  it('in the API: main → app → http, jobs, webhooks → modules → context → db → lib; integrations → lib', () => {
    const wrong = wrongImports(
      api.filter((file) => !isTest(file)),
      (file, to) => {
        const [here, there] = [inside('apps/api/src', file.path) ?? '', inside('apps/api/src', to)];
        if (there === undefined) return false;
        const [from, into] = [folderOf(here), folderOf(there)];
        // Jobs and webhooks may import modules; http imports none.
        if (from === 'http' && into === 'modules') return true;
        // All others use integrations through the interfaces in lib/ports.
        if (into === 'integrations' && !['dependencies.ts', 'cli', into].includes(from)) return true;
        return from !== into && levelOf(into) <= levelOf(from);
      },
    );
    expect(wrong).toEqual([]);
  });

  const module = (path: string): string | undefined => /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1];

  it('between modules: in no circle', () => {
    const arrows = new Map<string, string[]>();
    for (const file of api.filter((one) => !isTest(one))) {
      const from = module(file.path);
      if (from === undefined) continue;
      const into = importedBy(file).flatMap((to) => module(targetOf(file, to)) ?? []);
      arrows.set(from, [...(arrows.get(from) ?? []), ...into.filter((other) => other !== from)]);
    }
    expect(arrows.size).toBeGreaterThan(1);
    expect(circles(arrows)).toEqual([]);
  });

  it('between modules: only to public.ts', () => {
    const wrong = wrongImports(
      api.filter((file) => !isTest(file) && !file.path.endsWith('/src/handlers.ts')),
      (file, to) => {
        const into = module(to);
        return into !== undefined && into !== module(file.path) && !to.endsWith(`/${into}/public.ts`);
      },
    );
    expect(wrong).toEqual([]);
  });

  it('through no file that only passes names on, but a public.ts', () => {
    const barrels = api.filter((file) => !isPublic(file) && exportedNames(file).length > 0);
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  it('to every name in a public.ts, from outside its module', () => {
    const outside = api.filter((file) => !isTest(file));
    const unused = outside.filter(isPublic).flatMap((file) => {
      const users = outside.filter(
        (other) =>
          module(other.path) !== module(file.path) &&
          importedBy(other).some((from) => targetOf(other, from) === file.path),
      );
      return exportedNames(file)
        .filter((name) => !users.some(({ text }) => text.split(/\W+/).includes(name)))
        .map((name) => `${file.path}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('in the web app: app → features → ui, lib', () => {
    const webLevel: Record<string, number> = { 'main.tsx': 0, app: 1, features: 2, ui: 3, lib: 4 };
    const level = (path: string): number => webLevel[folderOf(path)] ?? 2;
    const wrong = wrongImports(
      web.filter((file) => !isTest(file)),
      (file, to) => {
        const [here, there] = [inside('apps/web/src', file.path) ?? '', inside('apps/web/src', to)];
        return there !== undefined && level(there) < level(here);
      },
    );
    expect(wrong).toEqual([]);
  });

  it('in no circle of files', () => {
    const files = [...api, ...web, ...sourceFiles('packages/*/src/**/*.ts')].filter((file) => !isTest(file));
    const arrows = files.map((file): [string, string[]] => [
      file.path,
      importedBy(file).map((from) => targetOf(file, from)),
    ]);
    expect(circles(new Map(arrows))).toEqual([]);
  });

  it('never from one app to another, nor from a package to an app', () => {
    const appOf = (path: string): string | undefined => /^apps\/([^/]+)\//.exec(path)?.[1];
    const wrong = wrongImports(code, (file, to) => {
      // `packages/dev` makes rows and databases for tests, the demo and benchmarks; nothing that ships imports it.
      const isInside = /^(?:apps|packages\/(?!dev\/))/.test(file.path);
      const into = appOf(to) ?? /^@burrow\/(api|web)\b/.exec(to)?.[1];
      return isInside && !isTest(file) && into !== undefined && into !== appOf(file.path);
    });
    expect(wrong).toEqual([]);
  });

  it('from the contract only to zod', () => {
    const wrong = wrongImports(
      contracts.filter((file) => !isTest(file)),
      (_file, to) => !to.startsWith('packages/contracts/src/') && to !== 'zod',
    );
    expect(wrong).toEqual([]);
  });

  it('to testing code from tests only', () => {
    const wrong = wrongImports(
      [...api, ...web, ...contracts].filter((file) => !isTest(file)),
      // The API reads a PDF only in its tests; the web app shows them.
      (file, to) =>
        /\/testing\/|^packages\/dev\/|^vitest\b|^@burrow\/sandbox\b/.test(to) ||
        (file.path.startsWith('apps/api/') && /^pdfjs-dist\b/.test(to)),
    );
    expect(wrong).toEqual([]);
    const started = sourceFiles('{scripts/start.ts,{seeds,packages/dev}/**/*.ts}').filter(
      (file) => !isTest(file),
    );
    expect(wrongImports(started, (_file, to) => /\/testing\//.test(to))).toEqual([]);
  });

  it('detects an import in the wrong direction', () => {
    const file: SourceFile = {
      path: 'apps/api/src/http/x.ts',
      text: "import type { A } from './a.ts';\nimport { type B } from './b.ts';\nimport c, { type D } from '../modules/d.ts';\nimport {\n  e,\n} from 'e';\nimport 'f';\nexport * from './g.ts';\nawait import('./h.ts');",
    };
    expect(importedBy(file)).toEqual(['./a.ts', './b.ts', '../modules/d.ts', 'e', 'f', './g.ts', './h.ts']);
    const circle = { a: ['b'], b: ['c'], c: ['b'], d: ['a'] };
    expect(circles(new Map(Object.entries(circle)))).toEqual(['b ↔ c']);
  });
});
