import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../packages/dev/src/postgres-server.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { startProcess } from '../testing/node-process.ts';
import { useProcesses, type ServerProcess } from '../testing/processes.ts';
import { readExported, type Exported } from '../testing/prometheus-text.ts';

// The dashboard, the alert rules and the guide use only metrics that a real server exports.

const processes = useProcesses();
const infra = join(import.meta.dirname, '../../../../infra');
const read = (file: string): string => readFileSync(join(infra, file), 'utf8');

let server: ServerProcess;
let metricsUrl: string;
let exported: Exported;

async function startWatched(env: Record<string, string> = {}): Promise<[ServerProcess, string]> {
  const port = String(await freePort());
  const started = await processes.start({ METRICS_PORT: port, ...env });
  return [started, `http://127.0.0.1:${port}/metrics`];
}

const scrape = async (url: string): Promise<Exported> => readExported(await (await fetch(url)).text());

beforeAll(async () => {
  const { adminKey } = await makePractice(processes.db);
  await processes.db.query("insert into work_marks (name, at) values ('clear_up', now())");
  await processes.db.query(
    `insert into backups (started_at, finished_at, state, bytes, tables, rows, files, place)
     values (now(), now(), 'done', 5, 1, 1, 0, '/srv/backups')`,
  );
  // Several web processes export all that one does, and what is about them.
  [server, metricsUrl] = await startWatched({ WEB_CONCURRENCY: '2' });
  const headers = { Authorization: `Bearer ${adminKey.apiKey}` };
  await (await fetch(`${server.url}/api/tenant`, { method: 'POST', headers })).text();
  await (await fetch(`${server.url}/api/tenant`, { method: 'POST' })).text();
  await vi.waitFor(async () => {
    exported = await scrape(metricsUrl);
    const { labelValues } = exported;
    if (!labelValues.has('code') || !labelValues.has('kind'))
      throw new Error('Not everything is counted yet.');
  }, 10_000);
});

describe('the server process', () => {
  it('serves its metrics on their own port only, and ends with a client connected to them', async () => {
    const [watched, url] = await startWatched({ WORKER: 'off' });
    expect((await scrape(url)).value('burrow_figures_up')).toBe(1);
    expect((await fetch(`${watched.url}/metrics`)).status).toBe(404);
    expect(await watched.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('with background jobs only exports metrics as well', async () => {
    const [watched, url] = await startWatched({ WORKER: 'only' });
    const { value } = await scrape(url);
    expect(
      value('burrow_build_info', { version: '1.0.1', build: '1.0.1', node: process.versions.node }),
    ).toBe(1);
    expect(value('burrow_jobs', { queue: 'refund', state: 'waiting' })).toBe(0);
    const disk = { disk: 'temporary folder' };
    expect(value('burrow_disk_free_bytes', disk)).toBeGreaterThan(0);
    expect(value('burrow_disk_size_bytes', disk)).toBeGreaterThan(
      value('burrow_disk_free_bytes', disk) ?? NaN,
    );
    expect(await watched.stop()).toBe(0);
  });

  it('names the wrong setting when the port of the metrics is taken', async () => {
    const taken = new URL(metricsUrl).port;
    await expect(processes.start({ METRICS_PORT: taken })).rejects.toThrow('Set METRICS_PORT to another');
  });
});

/** Every metric in an expression, without functions, labels, ranges and names of operators. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset \w+/g, ' ')
    .replaceAll(/\b(?:and|or|unless)\b|\b\d[\w.]*/g, ' ');
  return [...bare.matchAll(/\b([a-z_][\w:]*)\b(?!\s*\()/g)].map(([, name = '']) => name);
}

/** Every label that an expression selects or groups by. */
const labelsIn = (expression: string): string[] => [
  ...[...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  ...[...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  ),
];

/**
 * The metrics in an expression that no server exports. Prometheus itself exports whether a target is up, and its labels.
 */
const missingFrom = (expression: string): string[] => [
  ...metricsIn(expression).filter((name) => name !== 'up' && !exported.names.has(name)),
  ...labelsIn(expression).filter(
    (label) => !['job', 'instance'].includes(label) && !exported.labelValues.has(label),
  ),
];

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { expr: string; refId: string }[];
}

interface Dashboard {
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; definition?: string }[] };
  panels: Panel[];
}

describe('the dashboard for Grafana', () => {
  const dashboard = JSON.parse(read('grafana/burrow.json')) as Dashboard;
  const charts = dashboard.panels.filter(({ type }) => type !== 'row' && type !== 'text');

  it('has a row for each subject, and no overlapping panels', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual([
      'Traffic',
      'Errors',
      'Latency',
      'Database',
      'Jobs and messages',
      'Money',
      'Backups and webhooks',
      'Process',
    ]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const taken = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
    expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });

  it('shows only metrics that a server exports', () => {
    const expressions = charts.flatMap(({ title, targets = [] }) => {
      expect([title, targets.length > 0]).toEqual([title, true]);
      return targets.map(({ expr }) => expr);
    });
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.flatMap(missingFrom)).toEqual([]);
    const variables = dashboard.templating.list;
    expect(variables.map(({ name }) => name)).toEqual(['datasource', 'action']);
    const asked = variables.map(({ definition = '' }) => /^label_values\((\w+), (\w+)\)$/.exec(definition));
    expect(asked[1]?.[1] && exported.names.has(asked[1][1])).toBe(true);
    expect(charts.every(({ datasource }) => datasource?.uid === '${datasource}')).toBe(true);
  });
});

describe('the rules for Prometheus', () => {
  const alerts = read('prometheus/alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const [name = ''] = text.split('\n', 1);
      const [, expression = ''] = /^ {8}expr:(?: >-\n)?([\s\S]+?)\n {8}\w+:/m.exec(text) ?? [];
      const field = (label: string): string | undefined =>
        new RegExp(`^ {10}${label}: (.+)$`, 'm').exec(text)?.[1];
      const severity = /severity: (\w+)/.exec(text)?.[1];
      return { name, expression, severity, summary: field('summary'), action: field('action') };
    });

  it('use only exported metrics, and state the problem and the action', () => {
    expect(alerts.length).toBeGreaterThan(12);
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    for (const { name, expression, severity, summary, action } of alerts) {
      expect([name, metricsIn(expression).length > 0, missingFrom(expression)]).toEqual([name, true, []]);
      expect(name).toMatch(/^Burrow[A-Z]\w+$/);
      expect([name, severity]).toEqual([name, expect.stringMatching(/^(?:critical|warning)$/)]);
      expect(summary).toMatch(/\.$/);
      expect(action?.length).toBeGreaterThan(40);
    }
  });

  it('notice a server whose web processes wait for the database', { timeout: 60_000 }, async () => {
    const { expression = '' } = alerts.find(({ name }) => name === 'BurrowWebProcessesMissing') ?? {};
    const [, serving = '', wanted = ''] =
      /^burrow_web_processes\{state="(\w+)"\} < ignoring\(state\) burrow_web_processes\{state="(\w+)"\}$/.exec(
        expression.trim(),
      ) ?? [];
    const numbers = ({ value }: Exported) =>
      [serving, wanted].map((state) => value('burrow_web_processes', { state }));
    expect(numbers(exported)).toEqual([2, 2]);
    const [port, noDatabase] = [String(await freePort()), await freePort()];
    const waiting = startProcess('main.ts', {
      env: {
        DATABASE_URL: `postgres://burrow_app@127.0.0.1:${noDatabase}/burrow`,
        PORT: '0',
        METRICS_PORT: port,
        WEB_CONCURRENCY: '2',
      },
    });
    try {
      await vi.waitFor(() => expect(waiting.output()).toContain('waiting for the database'), 30_000);
      expect(numbers(await scrape(`http://127.0.0.1:${port}/metrics`))).toEqual([0, 2]);
    } finally {
      waiting.child.kill('SIGTERM');
      await waiting.exited;
    }
  });

  it('name panels of the dashboard by their titles', () => {
    const { panels } = JSON.parse(read('grafana/burrow.json')) as Dashboard;
    const titles = new Set(panels.map(({ title }) => title));
    const named = alerts.flatMap(({ action = '' }) =>
      [...action.matchAll(/panel "([^"]+)"/g)].map(([, title]) => title),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((title) => title === undefined || !titles.has(title))).toEqual([]);
  });

  it('are those that Prometheus loads, of the job that they name', () => {
    const settings = read('prometheus/prometheus.yml');
    expect(settings).toMatch(/^rule_files:\n {2}- alerts\.yml$/m);
    const jobs = alerts.flatMap(({ expression }) =>
      [...expression.matchAll(/job="(\w+)"/g)].map(([, job]) => job),
    );
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) expect(settings).toContain(`job_name: ${job}\n`);
  });
});

describe('the guide for operators', () => {
  it('describes every metric of the server, and no others', () => {
    const guide = globSync('../docs/operating/*.md', { cwd: infra })
      .map((path) => read(path))
      .join('\n');
    const ours = [...exported.types.keys()].filter((name) => name.startsWith('burrow_'));
    expect(ours.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
    const named = [
      ...guide.matchAll(
        /`(burrow_\w+_(?:total|seconds|info|up|due|day|open|waiting)|nodejs_\w+|process_\w+)`/g,
      ),
    ];
    expect(
      named
        .map(([, name = '']) => name)
        .filter((name) => !exported.names.has(name) && !exported.types.has(name)),
    ).toEqual([]);
  });
});
