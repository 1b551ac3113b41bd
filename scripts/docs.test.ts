import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { variableNames } from '../apps/api/src/config/env.ts';
import { checkout, sourceFiles, type SourceFile } from './source-files.ts';

// Links in the documentation, and references to it from code and configuration, lead to files and headings that exist.

const pages = sourceFiles('*.md', '{apps,packages,docs,bench,infra}/**/*.md');

/** Markdown without fenced code blocks. */
const prose = (text: string): string => text.replaceAll(/^( *)(`{3,})[^\n]*\n[\s\S]*?\n\1\2$/gm, '');

/** Anchors of a page's headings, by GitHub's rules. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)) {
    const shown = heading
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/(?<![\p{L}\p{N}])([*_]{1,3})(\S|\S.*?\S)\1(?![\p{L}\p{N}])/gu, '$2');
    const base = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Why a path with an optional anchor is broken. @param from path of the file that it is relative to */
function problemOf(from: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), decodeURIComponent(path));
  const full = join(checkout, target);
  if (!existsSync(full)) return `${from}: ${link} (no such file)`;
  if (anchor === undefined) return undefined;
  const isPage = target.endsWith('.md') && statSync(full).isFile();
  return isPage && anchorsOf(readFileSync(full, 'utf8')).has(anchor)
    ? undefined
    : `${from}: ${link} (no such heading)`;
}

/** Targets of a page's links within the repository. */
const linksOf = (text: string): string[] =>
  [
    ...prose(text)
      .replaceAll(/`[^`]+`/g, '')
      .matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]: (\S+)$/gm),
  ]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((link) => !/^[a-z]+:/i.test(link));

/** Paths below docs that a file names, with their anchors. Addresses such as /api/docs/start.js are excluded. */
const namedIn = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/(?<![\w/.])(?:\.\.\/)*(docs\/[\w-]+(?:[./][\w-]+)*(?:#[\w-]+)?)/g)].map(
    ([, path = '']) => path,
  );

describe('anchors', () => {
  it('follow the rules of GitHub', () => {
    const text =
      '# Email (SMTP)\n```sh\n# a comment\n```\n## The _Big_ `.env` file & pg_dump\n## Same\n### Same';
    expect([...anchorsOf(text)]).toEqual(['email-smtp', 'the-big-env-file--pg_dump', 'same', 'same-1']);
  });

  it('and files that do not exist are detected', () => {
    expect(problemOf('README.md', 'missing.md')).toContain('no such file');
    expect(problemOf('README.md', '#missing')).toContain('no such heading');
    expect(problemOf('README.md', 'CHANGELOG.md#missing')).toContain('no such heading');
    expect(problemOf('README.md', 'CHANGELOG.md#changelog')).toBeUndefined();
  });
});

describe('the documentation', () => {
  it('links to files and headings that exist', () => {
    const links = pages.flatMap(({ path, text }) => linksOf(text).map((link) => problemOf(path, link)));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('has every page of the operating guide in its index', () => {
    const isGuide = (path: string): boolean => path.startsWith('docs/operating/');
    const index = pages.find(({ path }) => path === 'docs/operating/README.md');
    const linked = new Set(linksOf(index?.text ?? '').map((link) => link.split('#', 1)[0]));
    const missing = pages
      .filter(({ path }) => isGuide(path) && path !== index?.path)
      .map(({ path }) => path.slice('docs/operating/'.length))
      .filter((name) => !linked.has(name));
    expect(missing).toEqual([]);
  });

  it('names each provider that must get the new address when the domain changes', () => {
    const called = sourceFiles('docs/operating/*.md').filter(({ text }) =>
      /\/api\/(?:webhooks|sso)\//.test(text),
    );
    const setUps = called.map(({ path }) => path.slice('docs/operating/'.length));
    const page = readFileSync(join(checkout, 'docs/operating/domain-or-machine.md'), 'utf8');
    const [section = ''] = /^## Change the domain$[\s\S]*?^## /m.exec(page) ?? [];
    const linked = new Set(linksOf(section).map((link) => link.split('#', 1)[0]));
    const own = new Set(['domain-or-machine.md', 'move-a-practice.md']);
    expect(setUps.length).toBeGreaterThan(3);
    expect(setUps.filter((name) => !own.has(name) && !linked.has(name))).toEqual([]);
  });

  it('swaps databases all or nothing, after everything that is connected has stopped, and starts only then', () => {
    const swaps = sourceFiles('docs/operating/*.md').flatMap(({ text }) =>
      text.split(/^## /m).filter((section) => section.includes('rename to')),
    );
    expect(swaps).toHaveLength(2);
    for (const section of swaps) {
      expect(section).toMatch(
        /psql -U postgres -v ON_ERROR_STOP=1 -1 -c 'alter database [^']+' \\\n\s+-c 'alter database [^']+' &&\n\s+docker compose up /,
      );
      const [before = ''] = section.split('rename to', 1);
      expect(before).toContain('docker compose stop api worker');
      expect(before).toContain('docker compose stop pgbouncer');
    }
  });

  it('explains every setting of the server and of Docker Compose', () => {
    const example = readFileSync(join(checkout, '.env.example'), 'utf8');
    const names = [...variableNames, ...[...example.matchAll(/^([A-Z]\w*)=/gm)].map(([, name = '']) => name)];
    const guide = sourceFiles('docs/operating/*.md').map(({ text }) => text);
    const missing = names.filter((name) => !guide.some((text) => text.includes(`\`${name}\``)));
    expect(missing).toEqual([]);
  });
});

describe('references to the documentation', () => {
  it('in code, configuration and prose name files and headings that exist', () => {
    const files = sourceFiles(
      '*.{yml,json}',
      '.env.example',
      'infra/*',
      '{apps,packages,scripts,seeds,e2e,bench,migrations,infra,.ci}/**/*.{ts,tsx,mjs,js,css,html,sql,yml,yaml,json,ini,sh}',
    );
    const named = [...files, ...pages].flatMap((file) => namedIn(file).map((path) => ({ file, path })));
    expect(named.length).toBeGreaterThan(20);
    const wrong = named.flatMap(({ file, path }) => {
      const problem = problemOf('README.md', path);
      return problem === undefined ? [] : [`${file.path}: ${path}`];
    });
    expect(wrong).toEqual([]);
  });

  it('the pages about security name tests that exist', () => {
    const about = pages.filter(({ path }) => /^docs\/security(?:\.md$|\/)/.test(path));
    const tests = about.flatMap(({ text }) =>
      [...text.matchAll(/`([^`\s]+\.test\.ts)`/g)].map(([, path = '']) => path),
    );
    expect(tests.length).toBeGreaterThan(200);
    const missing = [...new Set(tests)].filter((path) => {
      const full = /^(?:apps|packages|e2e|scripts)\//.test(path) ? path : `apps/api/src/${path}`;
      const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(full) ?? [];
      const each = names?.split(',').map((name) => `${before}${name}${after}`) ?? [full];
      return each.some((pattern) => globSync(pattern, { cwd: checkout }).length === 0);
    });
    expect(missing).toEqual([]);
  });

  it('every alert has a runbook', () => {
    const { groups } = parse(readFileSync(join(checkout, 'infra/prometheus/alerts.yml'), 'utf8')) as {
      groups: { rules: { alert: string; annotations: { runbook?: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(20);
    for (const { alert, annotations } of rules) {
      expect([alert, annotations.runbook]).toEqual([
        alert,
        expect.stringMatching(/^docs\/operating\/[\w-]+\.md#./),
      ]);
    }
  });
});

describe('the table of OWASP ASVS', () => {
  const text = pages.find(({ path }) => path === 'docs/security/asvs.md')?.text ?? '';
  const rows = [
    ...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\|[^|]*\| (held|partly|not held) +\|/gm),
  ].map(([, id = '', level = '', state = '']) => ({ id, level, state }));
  const inapplicable = [...text.matchAll(/^- (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*): \S/gm)].flatMap(
    ([, ids = '']) => ids.split(', '),
  );

  it('has each requirement of levels 1 and 2 once', () => {
    const ids = [...rows.map(({ id }) => id), ...inapplicable];
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const inChapter = (chapter: number) => ids.filter((id) => id.startsWith(`${chapter}.`)).length;
    // As many as ASVS 5.0.0 has in each of its chapters.
    expect(Array.from({ length: 17 }, (_, at) => inChapter(at + 1))).toEqual([
      27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7,
    ]);
  });

  it('counts them at the top', () => {
    const of = (state: string, level = '') =>
      rows.filter((row) => row.state === state && row.level.includes(level)).length;
    const [held, partly, not] = [of('held'), of('partly'), of('not held')];
    expect(prose(text).replaceAll(/\s+/g, ' ')).toContain(
      `**${held} of the ${rows.length} requirements that apply are held**, ${partly} partly, ${not} are not; ${inapplicable.length} do not apply.`,
    );
    for (const state of ['held', 'partly', 'not held']) {
      const [, cells = ''] = new RegExp(String.raw`^\| ${state} +\|(.*)\|$`, 'im').exec(text) ?? [];
      expect([state, ...cells.split('|').map(Number)]).toEqual([
        state,
        of(state, '1'),
        of(state, '2'),
        of(state),
      ]);
    }
  });

  it('summarises those that are not held', () => {
    const listed = /^## Not held\n([\s\S]*?)^## /m.exec(text)?.[1]?.match(/^- /gm) ?? [];
    expect(listed).toHaveLength(rows.filter(({ state }) => state === 'not held').length);
  });
});

describe('the decisions', () => {
  const decisions = sourceFiles('docs/decisions/[0-9]*.md');
  const index = sourceFiles('docs/decisions/README.md')[0]?.text ?? '';

  it('follow the template', () => {
    expect(decisions.length).toBeGreaterThan(0);
    const other = decisions.filter(({ path, text }) => {
      const number = /\/(\d{4})-/.exec(path)?.[1];
      const head = new RegExp(
        String.raw`^# ${number}\. \S.*\n\n- Date: \d{4}-\d{2}-\d{2}\n- Status: \S.*\n\n## Context\n`,
      );
      const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      return !head.test(text) || headings.join() !== 'Context,Decision,Consequences';
    });
    expect(other.map(({ path }) => path)).toEqual([]);
  });

  it('are in the index under their titles', () => {
    const missing = decisions.filter(({ path, text }) => {
      const [, number, title] = /^# (\d{4})\. (.*)$/m.exec(text) ?? [];
      const file = path.replace('docs/decisions/', '');
      const row = index.split('\n').find((line) => line.startsWith(`| [${number}](${file}) `));
      return row?.split('|')[2]?.trim() !== title;
    });
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});
