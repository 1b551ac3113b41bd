import type { GrowthLine, GrowthResult } from './growth.ts';
import { count, ms, table, verdict, type Section } from './report.ts';

const goal = 1.3;

/** A practice alone and among others. */
export function growthSection(result: GrowthResult): Section {
  const { others, otherBookings, calls, process, idleWorker, jobs } = result;
  const head = others.map((number) => (number === 0 ? 'alone' : `among ${count(number)}`));
  const isGrown = ({ ratios }: GrowthLine): boolean => ratios.some((ratio) => ratio > goal);
  const row = (line: GrowthLine, show: (figure: number) => string): string[] => [
    line.title,
    ...line.figures.map(show),
    ...line.ratios.slice(1).map((ratio) => ratio.toFixed(2)),
  ];
  const ratioHead = head.slice(1).map((name) => `ratio ${name}`);
  const cpu = (figure: number): string => `${figure.toFixed(2)} ms`;
  return {
    title: 'A practice among others',
    lines: [
      `A practice of 20,000 appointments and 5,000 clients alone in its database, and among ${others
        .slice(1)
        .map(count)
        .join(
          ' and ',
        )} others of ${count(otherBookings)} appointments each, their rows mixed in the order of time. Processor time a call, of server and PostgreSQL together; medians of rounds that alternate between the databases. Goal: at most ${goal} times as much as alone.`,
      '',
      ...table(
        ['Call', ...head, ...ratioHead, 'goal'],
        calls.map((line) => [...row(line, cpu), verdict(!isGrown(line))]),
      ),
      '',
      'The server, and a worker with nothing to do (processor time a minute, PostgreSQL’s included):',
      '',
      ...table(
        ['What', ...head, ...ratioHead],
        [
          ...[process.ready, process.migrate].map((line) => row(line, ms)),
          ...[process.rest, process.afterLoad].map((line) => row(line, (figure) => `${figure} MB`)),
          row(idleWorker, ms),
        ],
      ),
      '',
      'Scheduled jobs work for all practices, so their time may grow: in a minute in which reminders of all practices are due, and in others.',
      '',
      ...table(
        ['Job', ...head.map((name) => `busy minute, ${name}`), ...head.map((name) => `others, ${name}`)],
        jobs.map(({ name, busy, usual }) => [`\`${name}\``, ...busy.map(ms), ...usual.map(ms)]),
      ),
    ],
    missed: calls.filter(isGrown).map(({ title }) => `${title}, among others`),
  };
}
