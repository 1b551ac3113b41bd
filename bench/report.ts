import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WorkResult } from './compare.ts';
import type { CostResult } from './cost.ts';
import type { DashboardResult } from './dashboard.ts';
import type { FootprintResult } from './footprint.ts';
import { growingRows } from './plan-check.ts';
import type { MessagesResult } from './messages.ts';
import type { StatementPlan } from './plans.ts';
import type { PageResult } from './pages.ts';
import { lighthouseVersion } from './lighthouse.ts';

export interface Section {
  title: string;
  /** Markdown. */
  lines: string[];
  /** Missed goals, in words. */
  missed: string[];
}

/** As a whole number with thousands separators. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-GB');
/** A rate. */
export const perSecond = (value: number): string =>
  value < 100 ? `${value.toFixed(1)}/s` : `${count(value)}/s`;
/** Milliseconds. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
/** Whether a goal was met. */
export const verdict = (isMet: boolean): string => (isMet ? 'met' : '**missed**');

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index ? '---:' : '---'))), ...rows.map(line)];
}

/** The comparison of the works. */
export function worksSection(results: readonly WorkResult[], monthRows: number): Section {
  const isMet = (result: WorkResult): boolean =>
    result.ratio('express') >= (result.work.goal ?? 0) && result.failures === 0;
  const rows = results.map((result) => [
    `${result.work.title}${result.work.name === 'month' ? ` (${monthRows} rows)` : ''}`,
    perSecond(result.perSecond.bare),
    perSecond(result.perSecond.express),
    perSecond(result.perSecond.burrow),
    result.ratio('bare').toFixed(2),
    result.ratio('express').toFixed(2),
    result.work.goal === undefined ? '' : `≥ ${result.work.goal} ${verdict(isMet(result))}`,
    ms(result.p99.burrow),
    perSecond(result.perSecond.burrowWarn),
    String(result.failures),
  ]);
  return {
    title: 'Speed of the API',
    lines: table(
      [
        'Work',
        'bare Node',
        'plain Express',
        'Burrow',
        '÷ bare',
        '÷ Express',
        'goal (÷ Express)',
        'p99',
        'without a request log',
        'failures',
      ],
      rows,
    ),
    missed: results.filter((result) => !isMet(result)).map(({ work }) => work.title),
  };
}

/** The cost of a call. */
export function costSection({ calls, bytesPerBooking }: CostResult): Section {
  const rows = calls.map(({ title, calls: made, serverMs, databaseMs }) => [
    title,
    count(made),
    `${serverMs.toFixed(2)} ms`,
    `${databaseMs.toFixed(2)} ms`,
  ]);
  return {
    title: 'What a call costs',
    lines: [
      'Processor time, which other work on the machine hardly changes: of a server process, and of PostgreSQL.',
      '',
      ...table(['Work', 'calls', 'server', 'database'], rows),
      '',
      `The database takes ${(bytesPerBooking / 1024).toFixed(1)} kB for each appointment, with client, animal, payments, messages and all indexes; files are apart.`,
    ],
    missed: [],
  };
}

/** The dashboard in one load. */
export function dashboardSection(results: readonly DashboardResult[]): Section {
  const goalMs = 50;
  const rows = results.map(({ people, loads, p50, p95 }) => [
    people === 1 ? 'one person' : `${people} people at the same time`,
    count(loads),
    ms(p50),
    ms(p95),
    people === 1 ? `< ${goalMs} ms ${verdict(p95 < goalMs)}` : '',
  ]);
  return {
    title: 'The dashboard in one load',
    lines: [
      'Its eight calls at once over six connections, until the last answer is in.',
      '',
      ...table(['Who', 'loads', 'p50', 'p95', 'goal (p95)'], rows),
    ],
    missed: results.filter(({ people, p95 }) => people === 1 && p95 >= goalMs).map(() => 'the dashboard'),
  };
}

/** Start and memory. */
export function footprintSection(result: FootprintResult | undefined): Section {
  const title = 'Start and memory';
  if (!result) return { title, lines: ['Not measured: this system has no /proc.'], missed: [] };
  const { readyMs, restMb, peakMb, afterMb } = result;
  const rows: [string, string, string, boolean][] = [
    ['start to ready, on a migrated database', ms(readyMs), '< 2,000 ms', readyMs < 2000],
    ['memory at rest', `${restMb} MB`, '< 150 MB', restMb < 150],
    ['memory at the most, under load', `${peakMb} MB`, '< 400 MB', peakMb < 400],
    ['memory after the load', `${afterMb} MB`, '< 400 MB', afterMb < 400],
  ];
  return {
    title,
    lines: [
      'The load: each read with sixteen connections, all clients unpaged, and forty documents.',
      '',
      ...table(
        ['What', 'figure', 'goal'],
        rows.map(([what, figure, goal, isMet]) => [what, figure, `${goal} ${verdict(isMet)}`]),
      ),
    ],
    missed: rows.filter(([, , , isMet]) => !isMet).map(([what]) => what),
  };
}

/** Sending reminders, and its effect on the desk. */
export function messagesSection(result: MessagesResult): Section {
  const { answerMs, busiestSecond, limit, refused, seconds, twice, p95 } = result;
  const pace = result.sent / seconds;
  // Four fifths are aimed at; the rest allows for uneven sending.
  const leastPace = 0.7 * limit;
  const isPaced = busiestSecond <= limit && refused === 0 && pace >= leastPace;
  const beside = Object.entries(p95).map(([name, { idle, meanwhile }]) => [
    name === 'detail' ? "one booking's detail" : 'create a booking, with all checks',
    ms(idle),
    ms(meanwhile),
    (meanwhile / idle).toFixed(2),
  ]);
  return {
    title: 'Reminders leaving',
    lines: [
      `${count(result.count)} text messages due at once, over all practices; ${count(limit)} may leave a second, and the provider takes ${ms(answerMs)} for each.`,
      '',
      ...table(
        ['What', 'figure', 'goal'],
        [
          [
            `messages, with ${count(result.sent - result.count)} confirmations that go first`,
            perSecond(pace),
            `≥ ${count(leastPace)} ${verdict(pace >= leastPace)}`,
          ],
          ['the most within a second', count(busiestSecond), `≤ ${limit} ${verdict(busiestSecond <= limit)}`],
          ['refused as too many', count(refused), `0 ${verdict(refused === 0)}`],
          ['sent twice', count(twice), `0 ${verdict(twice === 0)}`],
        ],
      ),
      '',
      'Meanwhile the desk looks at appointments and makes new ones:',
      '',
      ...table(['Work', 'p95 on an idle server', 'p95 meanwhile', 'ratio'], beside),
    ],
    missed: [...(isPaced ? [] : ['the pace of messages']), ...(twice === 0 ? [] : ['messages sent once'])],
  };
}

/** The plans of all statements. */
export function plansSection(statements: readonly StatementPlan[]): Section {
  const faulty = statements.filter(({ faults }) => faults.length > 0);
  const rows = statements.map(({ statement, paths, faults, ms: took, pages }) => [
    `\`${statement}\``,
    paths.map((path) => `\`${path}\``).join(', '),
    took.toFixed(2),
    count(pages),
    faults.length > 0 ? `**FAIL** ${faults.join('; ')}` : 'PASS',
  ]);
  return {
    title: 'Query plans',
    lines: [
      `${faulty.length === 0 ? 'PASS' : 'FAIL'}: ${statements.length} statements as burrow_app in its practice with the plan for all values; ${faulty.length} at fault. No table from ${count(growingRows)} rows on may be read as a whole, an index must be led by the practice (or be a unique key), no parallel workers.`,
      '',
      ...table(['Statement', 'reached by', 'ms', 'pages', 'verdict'], rows),
    ],
    missed: faulty.map(({ statement }) => `plan of ${statement}`),
  };
}

/** The web app's pages as audited by Lighthouse. */
export function pagesSection(results: readonly PageResult[]): Section {
  const goals = {
    performance: { public: 95, portal: 95, admin: 90 },
    accessibility: 100,
    bestPractices: 95,
    // The others are kept out of search engines.
    seo: { public: 100, portal: 0, admin: 0 },
    shift: 0.05,
  };
  const cell = (figure: number, goal: number): string =>
    `${figure}${figure >= goal ? '' : ` **missed** (≥ ${goal})`}`;
  const nameOf = ({ title, device }: PageResult) => (device === 'phone' ? title : `${title}, desktop`);
  const rows = results.map((page) => {
    const { area, scores } = page;
    return [
      nameOf(page),
      cell(scores.performance, goals.performance[area]),
      cell(scores.accessibility, goals.accessibility),
      cell(scores.bestPractices, goals.bestPractices),
      area === 'public' ? cell(scores.seo, goals.seo[area]) : '–',
      `${(scores.largestPaint / 1000).toFixed(1)} s`,
      ms(scores.blocked),
      `${scores.shift.toFixed(3)}${scores.shift < goals.shift ? '' : ` **missed** (< ${goals.shift})`}`,
      `${Math.round(scores.scriptBytes / 1000)} kB in ${scores.scripts}`,
    ];
  });
  const missed = results.filter(
    ({ area, scores }) =>
      scores.performance < goals.performance[area] ||
      scores.accessibility < goals.accessibility ||
      scores.bestPractices < goals.bestPractices ||
      scores.seo < goals.seo[area] ||
      scores.shift >= goals.shift,
  );
  const faults = results
    .filter(({ scores }) => scores.faults.length > 0)
    .map((page) => `- ${nameOf(page)}: ${page.scores.faults.join('; ')}`);
  return {
    title: 'The pages',
    lines: [
      `Lighthouse ${lighthouseVersion} with its mobile preset (a mid-range phone on slow 4G, simulated) or, where it says so, its desktop preset, the demo's data, nothing in the cache. Goals: performance ≥ ${goals.performance.portal} in the portal and on the booking page, and ≥ ${goals.performance.admin} in the admin area, accessibility ${goals.accessibility}, best practices ≥ ${goals.bestPractices}, search engines (the booking page alone) ${goals.seo.public}, layout shift < ${goals.shift}. Script is what came over the wire, packed and with headers, and in how many answers.`,
      '',
      ...table(
        [
          'Page',
          'performance',
          'accessibility',
          'best practices',
          'SEO',
          'largest paint',
          'blocked',
          'shift',
          'script',
        ],
        rows,
      ),
      ...(faults.length > 0 ? ['', ...faults] : []),
    ],
    missed: missed.map(nameOf),
  };
}

/** Writes the results as one page. */
export function writeReport(file: string, head: readonly string[], sections: readonly Section[]): void {
  const parts = sections.flatMap(({ title, lines }) => ['', `## ${title}`, '', ...lines]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${['# What was measured', '', ...head, ...parts].join('\n')}\n`);
}
