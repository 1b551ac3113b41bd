import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { formatSize, nameOf } from './installation-words.ts';
import type { Installation } from './queries.ts';
import { UnreadPanel } from './unread-panel.tsx';

type Database = NonNullable<Installation['database']>;
const number = operatorFormats.number;

function clockWords(aheadMs: number): string {
  const difference = Math.abs(aheadMs);
  if (difference < 1000) return 'agrees with the server’s';
  const seconds = `${number(Math.round(difference / 1000))} s`;
  return `${seconds} ${aheadMs > 0 ? 'ahead of' : 'behind'} the server’s`;
}

function Numbers({ database }: { database: Database }) {
  const { allowed, used } = database.connections;
  return (
    <div className="p-4">
      <Facts>
        <Fact name="PostgreSQL">{database.version}</Fact>
        <Fact name="Migration">{database.migration.replace(/\.sql$/, '')}</Fact>
        <Fact name="Size">{formatSize(database.bytes)}</Fact>
        <Fact name="Connections">
          {number(Math.max(0, allowed - used))} of {number(allowed)} free
          <ul className="text-sm text-ink-soft">
            {database.connected.map(({ name, connections }) => (
              <li key={name}>
                {number(connections)} {nameOf(name)}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Clock">{clockWords(database.clock_ahead_ms)}</Fact>
      </Facts>
    </div>
  );
}

function LargestTables({ largest }: Pick<Database, 'largest'>) {
  return (
    <Table caption="The largest tables">
      <thead>
        <tr>
          <Th>Largest tables</Th>
          <Th className="text-right">Rows (approx.)</Th>
          <Th className="text-right">Size</Th>
        </tr>
      </thead>
      <tbody>
        {largest.map(({ name, bytes, rows }) => (
          <Tr key={name}>
            <Td className="wrap-anywhere">{name}</Td>
            <Td className="figures text-right">{rows === null ? '–' : number(rows)}</Td>
            <Td className="figures text-right whitespace-nowrap">{formatSize(bytes)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The database: its version, size and connections. */
export function DatabaseCard({ database }: Pick<Installation, 'database'>) {
  return (
    <Card flush title="Database">
      {database ? (
        <>
          <Numbers database={database} />
          <div className="border-t border-line">
            <LargestTables largest={database.largest} />
          </div>
        </>
      ) : (
        <UnreadPanel what="The database" />
      )}
    </Card>
  );
}
