import { dirname, join } from 'node:path';
import { isPortalAction } from '../packages/contracts/src/action.ts';
import { actionNamed, actionNames } from '../packages/contracts/src/actions.ts';
import { animalQueries, bookingQueries } from '../packages/contracts/src/booking-queries.ts';
import { errors } from '../packages/contracts/src/errors.ts';
import { reportDefinitions } from '../packages/contracts/src/report-definitions.ts';
import { describe, expect, it } from 'vitest';
import { codeOnly, importedBy, isTest, sourceFiles, type SourceFile } from './source-files.ts';

// The project's rules, by pattern: they apply to new folders, modules and actions.

const api = sourceFiles('apps/api/src/**/*.ts');
const web = sourceFiles('apps/web/src/**/*.{ts,tsx}');
const contracts = sourceFiles('packages/contracts/src/**/*.ts');
const everything = sourceFiles('{apps,packages,scripts,seeds,e2e,bench,migrations,infra,docs}/**/*', '*.*');
const code = everything.filter(({ path }) => /\.(?:ts|tsx|mjs)$/.test(path));

/** The target of a relative import, from the checkout; undefined for a package. */
const target = (file: SourceFile, from: string): string | undefined =>
  from.startsWith('.') ? join(dirname(file.path), from) : undefined;

/** The nodes that reach themselves, in groups that reach each other. */
function circles(arrows: ReadonlyMap<string, readonly string[]>): string[] {
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

/** Every import that `isWrong`, as "who → what". */
const wrongImports = (
  files: readonly SourceFile[],
  isWrong: (file: SourceFile, to: string) => boolean,
): string[] =>
  files.flatMap((file) =>
    importedBy(file)
      .map((from) => target(file, from) ?? from)
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
    'main.ts': 0,
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
      const into = importedBy(file).flatMap((to) => module(target(file, to) ?? '') ?? []);
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

  it('to every name in a public.ts, from outside its module', () => {
    const outside = api.filter((file) => !isTest(file));
    const unused = outside.filter(isPublic).flatMap((file) => {
      const users = outside.filter(
        (other) =>
          module(other.path) !== module(file.path) &&
          importedBy(other).some((from) => target(other, from) === file.path),
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
      importedBy(file).flatMap((from) => target(file, from) ?? []),
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

/** The lines of code, without comments and strings, that match. */
const linesOf = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    codeOnly(text)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

describe('code', () => {
  it('of the API reads the environment in one place', () => {
    const readers = api.filter((file) => !isTest(file) && file.path !== 'apps/api/src/config/env.ts');
    expect(linesOf(readers, /\bprocess\.env\b/)).toEqual([]);
  });

  it('has no any, and silences no checker', () => {
    const own = code.filter(({ path }) => path !== 'scripts/house-rules.test.ts');
    expect(linesOf(own, /[:<|&(,]\s*any\b(?!\s*\()|\bas any\b|\bany\[\]/)).toEqual([]);
    const silenced = own.filter(({ text }) =>
      /@ts-(?:ignore|nocheck|expect-error)|(?:oxlint|eslint)-disable/.test(text),
    );
    expect(silenced.map(({ path }) => path)).toEqual([]);
  });

  it('is erasable: no enums, namespaces or parameter properties', () => {
    expect(linesOf(code, /^\s*(?:export\s+)?(?:const\s+)?(?:enum|namespace)\s+\w+\s*\{/)).toEqual([]);
    expect(linesOf(code, /\b(?:private|public|protected|readonly)\s+\w+\s*[:?][^;]*[,)]\s*\{?\s*$/)).toEqual(
      [],
    );
  });

  it('has searchable names: no barrels, no utils, no helpers', () => {
    const paths = code.map(({ path }) => path);
    const barrels = api.filter((file) => !isPublic(file) && exportedNames(file).length > 0);
    expect(barrels.map(({ path }) => path)).toEqual([]);
    expect(paths.filter((path) => /^(?:apps|packages)\/.*\/index\.tsx?$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /(?:^|[/.-])(?:utils?|helpers?|common|misc)(?:[/.]|$)/.test(path))).toEqual(
      [],
    );
  });

  it('of the web app splits by lazyComponent, never by lazy or Suspense', () => {
    expect(
      linesOf(web, /\bimport\b.*\b(?:lazy|Suspense)\b.*'react'|\b(?:React\.)?lazy\(|<Suspense\b/),
    ).toEqual([]);
  });

  it('puts no value into SQL by hand', () => {
    const inTemplate = /\.(?:query|raw|unsafe)\(\s*`[^`]*\$\{/g;
    const found = api
      .filter((file) => !isTest(file) && !file.path.startsWith('apps/api/src/db/'))
      .flatMap(({ path, text }) => [...text.matchAll(inTemplate)].map(([match]) => `${path}: ${match}`));
    expect(found).toEqual([]);
  });

  it('waits for events, not for time, and skips no tests', () => {
    const tests = code.filter((file) => isTest(file) && file.path !== 'scripts/house-rules.test.ts');
    expect(linesOf(tests, /setTimeout\(\s*resolve|timers\/promises|\bsleep\(/)).toEqual([]);
    expect(linesOf(tests, /\b(?:it|describe|test)\.(?:only|todo|skip)\b(?!If)/)).toEqual([]);
  });
});

describe('every action', () => {
  it.each(actionNames)('%s has a summary, belongs to a group and is consistent', (name) => {
    const action = actionNamed(name);
    expect(action.summary).toMatch(/^[A-Z].+[.]$/s);
    expect(action.group).toMatch(/^[A-Z][a-z]+(?: [a-z]+)*$/);
    expect(name).toMatch(/^[a-z][a-z0-9_]*(?:\/[a-z][a-z0-9_]*)*$/);
    // The queries that a client refetches must exist.
    const unknown = (action.invalidates ?? []).filter((query) => {
      const known = actionNames.find((other) => other === query);
      return known === undefined || actionNamed(known).kind !== 'query';
    });
    expect(unknown).toEqual([]);
    // These names are credentials of a call, so a handler would never receive them.
    const reserved = ['api_key', 'user_id', ...(isPortalAction(action) ? ['client_id'] : [])];
    const isOpen = action.access === 'public';
    expect(isOpen ? [] : reserved.filter((field) => field in action.input.shape)).toEqual([]);
    // A replica cannot be written, and its caller was admitted on the primary.
    expect(
      action.mayReadReplica && (isOpen || action.kind !== 'query' || action.returns === 'events'),
    ).not.toBe(true);
  });

  it('that changes a record invalidates its screens, and the appointments that show it', () => {
    const shownBy: Record<string, readonly string[]> = {
      booking: bookingQueries,
      animal: animalQueries,
      client: ['clients', 'clients/count', 'client', ...animalQueries],
      service: ['booking_types', ...bookingQueries],
    };
    // Their documents and answers are in no list.
    const apart = new Set<string>(['booking_invoice', 'booking_custom_field_values_set', 'client_export']);
    const stale = actionNames.flatMap((name) => {
      const { audit, invalidates = [] } = actionNamed(name);
      const missing = (shownBy[audit ? audit.entity : ''] ?? []).filter(
        (query) => !invalidates.includes(query),
      );
      return missing.length === 0 || apart.has(name) ? [] : [`${name}: ${missing.join(', ')}`];
    });
    expect(stale).toEqual([]);
  });

  it('that changes something for a signed-in person is in the audit log', () => {
    const silent = actionNames.filter((name) => {
      const { kind, access, audit } = actionNamed(name);
      // A superadmin has no practice; their functions write to the audit log of the affected practice.
      const byOperator = access.length === 1 && access[0] === 'superadmin';
      return kind === 'command' && access !== 'public' && !byOperator && audit === undefined;
    });
    expect(silent).toEqual([]);
  });
});

describe('the guide to the API', () => {
  it('has every error code in its table, with its status', () => {
    const [guide] = sourceFiles('docs/api.md');
    const rows = (guide?.text ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|'));
    const missing = Object.entries(errors).filter(
      ([name, { status }]) =>
        !rows.some(
          ([, statuses, codes]) => statuses?.includes(String(status)) && codes?.includes(`\`${name}\``),
        ),
    );
    expect(missing).toEqual([]);
  });
});

describe('the guide to reports', () => {
  it('defines a figure in the exact words of the tooltips', () => {
    const [guide] = sourceFiles('docs/reports.md');
    const missing = Object.values(reportDefinitions).filter(
      ({ name, meaning }) => guide?.text.includes(`- **${name}**: ${meaning}\n`) !== true,
    );
    expect(missing).toEqual([]);
  });
});

describe('migrations', () => {
  const files = sourceFiles('migrations/*').map(({ path }) => path.replace('migrations/', ''));

  it('are numbered without a gap, and named after their purpose', () => {
    expect(files.length).toBeGreaterThan(1);
    files.forEach((file, index) => {
      expect(file).toMatch(/^\d{4}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/);
      expect(Number(file.slice(0, 4))).toBe(index + 1);
    });
  });
});

describe('the release', () => {
  it('names no registry in the lock file or the settings of npm', () => {
    const files = sourceFiles('pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', '**/.npmrc');
    const hosts = files.flatMap(({ path, text }) =>
      [...text.matchAll(/https?:\/\/[^\s'"]+|^\s*(?:@\S+:)?registry\s*[=:].*$|_auth\w*\s*=.*$/gm)].map(
        ([match]) => `${path}: ${match}`,
      ),
    );
    expect(hosts).toEqual([]);
  });

  it('pins every version', () => {
    const loose = sourceFiles('package.json', '{apps,packages}/*/package.json').flatMap(({ path, text }) => {
      const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
      return ['dependencies', 'devDependencies', 'optionalDependencies']
        .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
        .filter(([, version]) => !/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|workspace:\*)$/.test(version))
        .map(([name, version]) => `${path}: ${name}@${version}`);
    });
    expect(loose).toEqual([]);
  });

  it('contains no secrets', () => {
    const secrets = [
      /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
      /\b(?:sk|rk)_live_\w+|\bwhsec_[A-Za-z0-9]{20,}/,
      /\bAKIA[0-9A-Z]{16}\b/,
      /\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{30,}|\bnpm_[A-Za-z0-9]{30,}/,
      /\bxox[abprs]-[\w-]{10,}/,
      /\b(?:AC|SK)[0-9a-f]{32}\b/,
      /\bAIza[\w-]{35}\b/,
      /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
    ];
    const found = everything
      .filter(({ path }) => !path.endsWith('pnpm-lock.yaml'))
      .flatMap(({ path, text }) =>
        secrets.filter((secret) => secret.test(text)).map((secret) => `${path}: ${secret.source}`),
      );
    expect(found).toEqual([]);
    expect(secrets.some((secret) => secret.test(['sk', 'live', '4242'].join('_')))).toBe(true);
  });
});
