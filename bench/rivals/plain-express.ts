import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { valueParsers } from '../../apps/api/src/db/value-parsers.ts';
import { answers, type Rows } from './answers.ts';

// The minimum of an Express server that isolates practices: it looks the key up, opens a transaction, sets the practice
// for row-level security, runs the statement and commits. Nothing else.

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10, types: valueParsers });

/** The practice of a key; the function bypasses row-level security and exists in the benchmark's database only. */
const keyLookUp = { name: 'key_look_up', text: 'select bench_key_practice($1) as practice' };

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
for (const [address, answer] of Object.entries(answers)) {
  app.post(address, async (req, res) => {
    const key = (req.headers.authorization ?? '').slice('Bearer '.length);
    const client = await pool.connect();
    try {
      const values = [createHash('sha256').update(key).digest()];
      const practice: number | null = (await client.query({ ...keyLookUp, values })).rows[0].practice;
      if (practice === null) {
        res.sendStatus(401);
        return;
      }
      const rows: Rows = async ({ name, text }, bound) =>
        (await client.query({ name, text, values: bound })).rows;
      await client.query('begin');
      await client.query({
        name: 'set_practice',
        text: "select set_config('app.tenant_id', $1, true)",
        values: [String(practice)],
      });
      const output = await answer(rows, practice, req.body);
      await client.query('commit');
      res.json(output);
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ listening: (server.address() as AddressInfo).port }),
);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
