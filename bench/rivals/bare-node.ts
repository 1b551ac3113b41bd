import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { valueParsers } from '../../apps/api/src/db/value-parsers.ts';
import { answers, type Rows } from './answers.ts';

// The upper limit: Node's own server and the driver, one statement per request on a connection that sees everything. No
// session, no transaction, no row-level security.

const [connectionString, tenantId] = process.argv.slice(2);
const pool = new pg.Pool({
  connectionString,
  max: 10,
  types: valueParsers,
  // For the search, which filters by practice itself.
  options: `-c app.tenant_id=${tenantId}`,
});
const rows: Rows = async ({ name, text }, values) => (await pool.query({ name, text, values })).rows;

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const answer = answers[req.url ?? ''];
    const asked = answer?.(rows, Number(tenantId), JSON.parse(Buffer.concat(chunks).toString()));
    (asked ?? Promise.reject(new Error('no such address'))).then(
      (output) => {
        const body = Buffer.from(JSON.stringify(output));
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
        res.end(body);
      },
      (error: unknown) => {
        console.error(error);
        res.writeHead(500).end();
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ listening: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
