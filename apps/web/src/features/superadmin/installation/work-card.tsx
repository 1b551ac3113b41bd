import { useInstant } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { formatAgo, formatSeconds, nameOf } from './installation-words.ts';
import type { Installation } from './queries.ts';
import { UnreadPanel } from './unread-panel.tsx';

type Work = NonNullable<Installation['work']>;
type Due = Work['queues'][number]['due'];

const number = operatorFormats.number;
/** A phone only shows the due and the failed jobs. */
const wideOnly = 'max-sm:hidden';
const headings = [
  { text: 'Waiting', wide: true },
  { text: 'Due now', wide: false },
  { text: 'Oldest due', wide: false },
  { text: 'Running', wide: true },
  { text: 'Failed', wide: false },
];

function Count({ count, bad = false, wide = false }: { count: number; bad?: boolean; wide?: boolean }) {
  return (
    <Td
      className={classNames(
        'figures text-right',
        wide && wideOnly,
        count === 0 ? 'text-ink-soft' : bad && 'font-semibold text-attention',
      )}
    >
      {number(count)}
    </Td>
  );
}

const oldest = ({ count, oldest_seconds: seconds }: Due) => (count === 0 ? '–' : formatSeconds(seconds));

function WorkTable({ work: { queues, messages } }: { work: Work }) {
  return (
    <Table caption="Background work">
      <thead>
        <tr>
          <Th>Work</Th>
          {headings.map(({ text, wide }) => (
            <Th key={text} className={classNames('text-right', wide && wideOnly)}>
              {text}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {messages.map(({ channel, due, failed_last_day: failed }) => (
          <Tr key={channel}>
            <Td>{nameOf(channel)}</Td>
            <Td className={classNames('text-right text-ink-soft', wideOnly)}>–</Td>
            <Count count={due.count} />
            <Td className="figures text-right whitespace-nowrap">{oldest(due)}</Td>
            <Td className={classNames('text-right text-ink-soft', wideOnly)}>–</Td>
            <Count count={failed} bad />
          </Tr>
        ))}
        {queues.map(({ name, waiting, due, active, failed }) => (
          <Tr key={name}>
            <Td>{nameOf(name)}</Td>
            <Count count={waiting} wide />
            <Count count={due.count} />
            <Td className="figures text-right whitespace-nowrap">{oldest(due)}</Td>
            <Count count={active} wide />
            <Count count={failed} bad />
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Reasons({ failed }: { failed: NonNullable<Installation['failed']> }) {
  const now = useInstant();
  return (
    <div className="border-t border-line">
      <h3 className="px-4 pt-3 font-semibold">Why jobs failed</h3>
      <ul className="divide-y divide-line">
        {failed.map(({ kind, part, reason, count, latest_at: latest }) => (
          <li key={`${kind} ${part} ${reason}`} className="flex gap-3 px-4 py-2">
            <span className="figures w-10 shrink-0 text-right font-semibold">{number(count)}×</span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {nameOf(part)}: {reason}
              {latest ? (
                <span className="text-sm text-ink-soft"> (last {formatAgo(latest, now)})</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="px-4 pb-3 text-sm text-ink-soft">
        Open a practice to see and retry its own failed jobs. Jobs from the last seven days, messages from the
        last day.
      </p>
    </div>
  );
}

function Summary({ work: { deposits, refunds, done } }: { work: Work }) {
  const now = useInstant();
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-ink-soft">
      {operatorFormats.count(deposits.open, 'deposit')} in progress
      {deposits.overdue > 0 ? ` (${number(deposits.overdue)} overdue)` : ''},{' '}
      {operatorFormats.count(refunds.pending, 'refund')} pending.
      {done.map(({ work: name, at }) => ` ${nameOf(name)} last ran ${formatAgo(at, now)}.`)}
    </p>
  );
}

/** Background jobs: how many wait, and why some have failed. */
export function WorkCard({ work, failed }: Pick<Installation, 'work' | 'failed'>) {
  return (
    <Card flush title="Background work">
      {work ? (
        <>
          <WorkTable work={work} />
          <Summary work={work} />
        </>
      ) : (
        <UnreadPanel what="Background work" />
      )}
      {failed && failed.length > 0 ? <Reasons failed={failed} /> : null}
      {failed === null && work ? <UnreadPanel what="The failed jobs" /> : null}
    </Card>
  );
}
