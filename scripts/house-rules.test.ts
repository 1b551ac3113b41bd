import { isPortalAction } from '../packages/contracts/src/action.ts';
import { actionNamed, actionNames } from '../packages/contracts/src/actions.ts';
import { animalQueries, bookingQueries, serviceQueries } from '../packages/contracts/src/booking-queries.ts';
import { errors } from '../packages/contracts/src/errors.ts';
import { reportDefinitions } from '../packages/contracts/src/report-definitions.ts';
import { describe, expect, it } from 'vitest';
import { codeOnly, isTest, sourceFiles, type SourceFile } from './source-files.ts';

// The project's rules, by pattern: they apply to new folders, modules and actions. Those on imports are in
// `import-rules.test.ts`.

const api = sourceFiles('apps/api/src/**/*.ts');
const web = sourceFiles('apps/web/src/**/*.{ts,tsx}');
const everything = sourceFiles('{apps,packages,scripts,seeds,e2e,bench,migrations,infra,docs}/**/*', '*.*');
const code = everything.filter(({ path }) => /\.(?:ts|tsx|mjs)$/.test(path));

/** The lines of code, without comments and strings, that match. */
const linesOf = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    codeOnly(text)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

/** Where the web app leaves its own pages, and for what. */
const leaving = {
  'apps/web/src/features/session/confirm-identity.tsx': 'the identity provider, in another tab',
  'apps/web/src/features/single-sign-on/components/connected-sign-in.tsx': 'the identity provider',
  'apps/web/src/features/single-sign-on/components/sign-in-buttons.tsx': 'the identity provider',
  'apps/web/src/lib/use-leaving.ts': 'the card provider, and the identity provider',
};

describe('code', () => {
  it('redirects to pages of Burrow only, except to a provider after a press', () => {
    const redirects = api
      .filter((file) => !isTest(file))
      .flatMap(({ text }) => [...text.matchAll(/\bres\.redirect\(([^)]*)\)/g)].map(([, to]) => to));
    expect(redirects.length).toBeGreaterThan(1);
    // An installation that a practice has moved to is Burrow too; its operator gave the address.
    const own = /^30\d, (?:['`]\/app\/|`\$\{movedTo\})/;
    expect(redirects.filter((to) => !own.test(to ?? ''))).toEqual([]);
    // `absolute` and the addresses of sign-out are built from `paths`.
    const away = web.filter(
      ({ path, text }) =>
        path !== 'apps/web/src/features/session/sign-out.ts' &&
        /\blocation\.(?:assign|replace)\((?!absolute\()|\bwindow\.location(?:\.href)? = |\bwindow\.open\(/.test(
          text,
        ),
    );
    expect(away.map(({ path }) => path)).toEqual(Object.keys(leaving));
  });

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

  it('queues automatic messages to clients in one place, and what staff write in another; replies are logged beside it', () => {
    const writers = api.filter((file) => !isTest(file) && file.text.includes('insert into comms ('));
    expect(writers.map(({ path }) => path.replace('apps/api/src/modules/', ''))).toEqual([
      'conversation/send.ts',
      'message-reply/confirmation.ts',
      'message-reply/incoming-email.ts',
      'message-reply/incoming-text.ts',
      'message/queued-messages.ts',
    ]);
  });

  it('of the product runs no text as code or markup, and starts no program but itself', () => {
    const product = [...api, ...web].filter((file) => !isTest(file));
    const asCode = /\beval\(|\bnew Function\(|\bchild_process\b|\bnode:vm\b/;
    const asMarkup = /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=|\binsertAdjacentHTML\(/;
    const found = product.filter(({ text }) => asCode.test(text) || asMarkup.test(text));
    // It starts the server's own file, named by no input.
    const [own = '', ...others] = found.map(({ path }) => path);
    expect([own, others]).toEqual(['apps/api/src/web-processes.ts', []]);
    const { text = '' } = found[0] ?? {};
    expect(text).toContain("import { fork, type ChildProcess } from 'node:child_process';");
    expect(text.match(/\bfork\(.*/g)).toEqual(['fork(this.#file, [JSON.stringify(place)], {']);
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
      service: serviceQueries,
      resource: serviceQueries,
    };
    // Their documents, answers, visit notes, conversations and passkeys are in no list.
    const apart = new Set<string>([
      'booking_invoice',
      'booking_custom_field_values_set',
      'record_pdf',
      'vaccination_certificate',
      'visit_notes_save',
      'client_export',
      'message_send',
      'conversation_assign',
      'cp/passkey/confirm',
      'cp/passkey/rename',
      'cp/passkey/remove',
      'cp/push/subscribe',
      'cp/push/unsubscribe',
    ]);
    const stale = actionNames.flatMap((name) => {
      const { audit, invalidates = [] } = actionNamed(name);
      const missing = (shownBy[audit ? audit.entity : ''] ?? []).filter(
        (query) => !invalidates.includes(query),
      );
      return missing.length === 0 || apart.has(name) ? [] : [`${name}: ${missing.join(', ')}`];
    });
    expect(stale).toEqual([]);
  });

  it('that only reads is invalidated by a command, unless no open screen could be out of date', () => {
    // Beside documents, reports (which say when they were made) and pages without a session.
    const unchanging: Record<string, string> = {
      'file/get': 'a file is never changed',
      'file/cp_get': 'a file is never changed',
      booking_field_templates: 'a release changes them',
      audit_log: 'a log of what was done until it was opened',
      audit_log_people: 'who is in that log',
      'superadmin/security_events': 'a log of what was done until it was opened',
      'practice_export/size': 'an estimate',
      'cp/link/open': 'a link always leads to the same place',
      // The practice changes these; what it does reaches no open page of the portal.
      'cp/tenant': 'changed by the practice',
      'cp/animal_species': 'changed by the practice',
      'cp/booking_services': 'changed by the practice',
      'cp/booking_staff': 'changed by the practice',
    };
    const invalidated = new Set(actionNames.flatMap((name) => actionNamed(name).invalidates ?? []));
    const forgotten = actionNames.filter((name) => {
      const { kind, access, group, returns } = actionNamed(name);
      const isShown = kind === 'query' && access !== 'public' && returns === undefined && group !== 'Reports';
      return isShown && !invalidated.has(name);
    });
    expect(forgotten.toSorted()).toEqual(Object.keys(unchanging).toSorted());
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
