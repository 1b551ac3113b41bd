import { pino } from 'pino';
import { expect, it } from 'vitest';
import { useTestApi } from '../testing/harness.ts';
import { createDatabase } from './database.ts';
import { statement } from './statement.ts';

const api = useTestApi();

const divide = statement<{ answer: number }>('first_failure_divide', 'select 1 / $1::int as answer');

it('reports why a transaction failed when a statement sent with the first is answered sooner', async () => {
  const log = pino({ level: 'silent' });
  const database = createDatabase({ url: api.testDatabase.appUrl, poolSize: 1, prepared: true, log });
  try {
    const divisionByZero = '22012';
    const failed = database.transaction(false, async (tx) => {
      void tx.rows(divide, [0]).catch(() => undefined);
      return tx.rows(divide, [1]);
    });
    await expect(failed).rejects.toMatchObject({ code: divisionByZero });
  } finally {
    await database.close();
  }
});
