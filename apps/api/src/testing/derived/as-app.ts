import pg from 'pg';

/** Runs `work` as the API's role in a transaction that is rolled back, in a practice when one is given. */
export async function asApp<T>(
  url: string,
  tenantId: number | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    if (tenantId !== undefined) {
      await client.query("select set_config('app.tenant_id', $1, true)", [String(tenantId)]);
    }
    return await work(client);
  } finally {
    await client.end();
  }
}
