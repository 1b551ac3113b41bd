import type { DeskSearchResult, SearchLine } from './desk-search.ts';
import { count, ms, table, verdict, type Section } from './report.ts';

const goalMs = 50;

/** The search of the desk, by what is searched for. */
export function deskSearchSection({ clients, bookings, searches }: DeskSearchResult): Section {
  const isSlow = ({ times }: SearchLine): boolean => times.p95 >= goalMs;
  return {
    title: "The desk's search",
    lines: [
      `A practice of ${count(clients)} clients and ${count(bookings)} appointments among fifty others, called over HTTP by an admin, one call at a time; goal (p95) < ${goalMs} ms. Processor time, of the server and PostgreSQL together, hardly depends on other work on the machine.`,
      '',
      ...table(
        ['Search for', 'words', 'processor', 'p50', 'p95', 'goal'],
        searches.map((line) => [
          line.call.title,
          `\`${String(line.call.body['q'])}\``,
          ms(line.processorMs),
          ms(line.times.p50),
          ms(line.times.p95),
          verdict(!isSlow(line)),
        ]),
      ),
      '',
      'The statement, as burrow_app in its practice with the plan for all values, and what it calls; the times are with the clock of EXPLAIN in each node:',
      '',
      ...table(
        ['Statement', 'words', 'plan', 'rows', 'pages', 'spilled', 'time'],
        searches.flatMap(({ call, statements }) =>
          statements.map((line) => [
            `\`${line.statement}\``,
            `\`${String(call.body['q'])}\``,
            line.shape,
            ...[line.rows, line.pages, line.spilled].map(count),
            ms(line.ms),
          ]),
        ),
      ),
    ],
    missed: searches.filter(isSlow).map(({ call }) => `the desk's search for ${call.title}`),
  };
}
