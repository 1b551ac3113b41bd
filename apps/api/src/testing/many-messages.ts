import type pg from 'pg';
import type { Statement } from '../db/statement.ts';

/** Inserts so many messages to people who are not clients of the practice that no plan reads all of them to find a few. */
export async function makeManyMessages(db: pg.Pool, tenantId: number): Promise<void> {
  await db.query(
    `insert into comms (tenant_id, type, status, recipient, body)
     select $1, 'sms', 'sent', '07' || n, 'Hello' from generate_series(100000, 120000) n`,
    [tenantId],
  );
  await db.query('analyze comms');
}

/** PostgreSQL's plan of a statement whose $1 is the practice and $2 the client. */
export async function planOf(
  db: pg.Pool,
  { text }: Pick<Statement<unknown>, 'text'>,
  [tenantId, clientId]: readonly [number, number],
): Promise<string> {
  const filled = text.replaceAll('$1', String(tenantId)).replaceAll('$2', String(clientId));
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${filled}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
