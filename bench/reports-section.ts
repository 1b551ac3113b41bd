import type { CallResult, ReportsResult } from './reports.ts';
import { count, ms, table, verdict, type Section } from './report.ts';

/** How much more a practice's reports may cost with other practices in the database. */
const neighboursGoal = 1.3;

/** Reports of a large practice, and of a small one beside it. */
export function reportsSection({ bookings, calls, pages, statements }: ReportsResult): Section {
  const isSlow = ({ call, large }: CallResult): boolean =>
    call.goalMs !== undefined && large.p95 >= call.goalMs;
  const rows = calls.map((result) => {
    const { call, large, small, alone } = result;
    const goal = call.goalMs === undefined ? '' : `< ${call.goalMs} ms ${verdict(!isSlow(result))}`;
    const times = [large.p50, large.p95].map(ms);
    return [`\`${call.title}\``, call.period, ...times, goal, ms(small.p50), ms(small.p95), ms(alone.p50)];
  });
  const whole = (of: (result: CallResult) => number): number =>
    calls.reduce((sum, result) => sum + of(result), 0);
  const neighbours = whole(({ small }) => small.p50) / whole(({ alone }) => alone.p50);
  return {
    title: 'Reports',
    lines: [
      `A practice of ${count(bookings.large)} bookings among 199 of ${count(bookings.small)}, ${count(bookings.all)} in all; five years of them, called over HTTP by an admin, one call at a time.`,
      '',
      ...table(
        ['Call', 'period', 'p50', 'p95', 'goal (p95)', 'small p50', 'small p95', 'small, alone p50'],
        rows,
      ),
      '',
      `*Small* is one of the practices of ${count(bookings.small)} beside it, *alone* the same before there was any other. All its calls together cost ${neighbours.toFixed(2)} × of what they did alone; goal ≤ ${neighboursGoal} ${verdict(neighbours <= neighboursGoal)}.`,
      '',
      'The analytics page, all eight calls at once over six connections until the last answer is in:',
      '',
      ...table(
        ['Period', 'p50', 'p95', 'small p50', 'small p95'],
        pages.map(({ period, large, small }) => [
          period,
          ...[large.p50, large.p95, small.p50, small.p95].map(ms),
        ]),
      ),
      '',
      'The statements at the large practice, as burrow_app in its practice with the plan for all values; the times are with the clock of EXPLAIN in each node:',
      '',
      ...table(
        ['Statement', 'period', 'plan', 'rows', 'pages', 'spilled', 'heap fetches', 'time'],
        statements.map(statementRow),
      ),
    ],
    missed: [
      ...calls.filter(isSlow).map(({ call }) => `${call.title} (${call.period})`),
      ...(neighbours > neighboursGoal ? ['reports beside others'] : []),
    ],
  };
}

const statementRow = (line: ReportsResult['statements'][number]): string[] => [
  `\`${line.statement}\``,
  line.call.period,
  line.shape,
  ...[line.rows, line.pages, line.spilled, line.heapFetches].map(count),
  ms(line.ms),
];
