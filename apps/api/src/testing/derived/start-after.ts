import type pg from 'pg';
import { checkPreconditions } from '../../db/preconditions.ts';
import type { Queryable } from '../../db/transaction.ts';
import { valueParsers } from '../../db/value-parsers.ts';

/**
 * The result of the server's start check on a database after `breakage` (SQL, run as the owner): 'started' or the
 * refusal. Nothing of it stays: the check runs inside the transaction of the breakage, as the role of the server.
 */
export async function startAfter(owner: pg.Pool, breakage: string, role = 'burrow_app'): Promise<string> {
  const client = await owner.connect();
  try {
    await client.query(`begin; ${breakage}; set local role ${role}`);
    const rows: Queryable['rows'] = async (asked, values = []) => {
      const answer = await client.query({ text: asked.text, values: [...values], types: valueParsers });
      return answer.rows as never;
    };
    await checkPreconditions({ rows, row: async (asked, values) => (await rows(asked, values))[0] });
    return 'started';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
