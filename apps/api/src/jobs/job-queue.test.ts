import { describe, expect, it } from 'vitest';
import { inPractice } from '../context/in-practice.ts';
import { jobSchema } from '../db/job-schema.ts';
import type { TenantTransaction } from '../db/transaction.ts';
import type { JobPayloads } from '../lib/job-payloads.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { createJobQueue } from './job-queue.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Put = (tx: TenantTransaction) => Promise<void>;

/** Runs `work` in a transaction of a new practice. */
async function within(work: (tx: TenantTransaction, tenantId: number) => Promise<void>): Promise<number> {
  const { tenant } = await makePractice(db());
  await inPractice(api.deps, { tenantId: tenant.id, action: 'tenant', requestId: 'test' }, (ctx) =>
    work(ctx.tx, tenant.id),
  );
  return tenant.id;
}

const refund = (payload: JobPayloads['refund'], options?: { after?: Date; key?: string }): Put => {
  return (tx) => api.deps.jobs.enqueue(tx, 'refund', payload, options);
};

const waiting = async (): Promise<{ data: JobPayloads['refund']; wait: number; state: string }[]> => {
  const { rows } = await db().query<{ data: JobPayloads['refund']; wait: number; state: string }>(
    `select j.data, j.state::text, round(extract(epoch from j.start_after - j.created_on))::integer as wait
     from pgboss.job j where j.name = 'refund' and j.state < 'completed' order by (j.data ->> 'refundId')::integer, j.state desc`,
  );
  await db().query('delete from pgboss.job');
  return rows;
};
const later = (seconds: number): Date => new Date(api.clock.now().getTime() + seconds * 1000);

describe('the job queue', () => {
  it('keeps trying to start until it can', async () => {
    const { log, clock } = api.deps;
    api.expectLoggedErrors();
    await db().query(`alter schema ${jobSchema} rename to away`);
    const queue = createJobQueue({ url: api.testDatabase.appUrl, works: false, clock, log });
    queue.startEarly();
    await expect.poll(() => api.logLines.join()).toContain('the job queue could not be started');
    await db().query(`alter schema away rename to ${jobSchema}`);
    const connected = async () =>
      (
        await db().query(
          "select from pg_stat_activity where application_name = 'burrow-jobs' and datname = current_database()",
        )
      ).rows.length;
    await expect.poll(connected, { timeout: 10_000 }).toBeGreaterThan(0);
    await queue.close();
  });

  it('has a job if and only if the transaction commits', async () => {
    const tenantId = await within(async (tx, id) => refund({ tenantId: id, refundId: 1 })(tx));
    await expect(
      within(async (tx, id) => {
        await refund({ tenantId: id, refundId: 2 })(tx);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await waiting()).toMatchObject([{ data: { tenantId, refundId: 1 }, wait: 0 }]);
  });

  it('keeps one of several with the same key, for the earliest time, and all of those without one', async () => {
    await within(async (tx, tenantId) => {
      const key = 'refund-1';
      await refund({ tenantId, refundId: 1 }, { key, after: later(600) })(tx);
      await refund({ tenantId, refundId: 1 }, { key, after: later(60) })(tx);
      await refund({ tenantId, refundId: 1 }, { key, after: later(900) })(tx);
      await refund({ tenantId, refundId: 2 }, { key: 'refund-2' })(tx);
      await refund({ tenantId, refundId: 3 })(tx);
      await refund({ tenantId, refundId: 3 })(tx);
    });
    const found = await waiting();
    expect(found.map(({ data, wait }) => [data.refundId, wait])).toEqual([
      [1, 60],
      [2, 0],
      [3, 0],
      [3, 0],
    ]);
  });

  it('accepts a new one of the same key when the other has begun', async () => {
    const once = (): Promise<number> =>
      within((tx) => refund({ tenantId: 1, refundId: 1 }, { key: 'one' })(tx));
    await once();
    const boss = await api.deps.jobs.boss();
    expect(await boss.fetch('refund')).toHaveLength(1);
    await once();
    await once();
    expect((await waiting()).map(({ state }) => state)).toEqual(['active', 'created']);
  });

  it('claims no job that a transaction under way has asked for again', async () => {
    await within((tx) => refund({ tenantId: 1, refundId: 1 }, { key: 'one' })(tx));
    const boss = await api.deps.jobs.boss();
    await within(async (tx) => {
      await refund({ tenantId: 1, refundId: 1 }, { key: 'one' })(tx);
      expect(await boss.fetch('refund')).toEqual([]);
    });
    expect(await boss.fetch('refund')).toHaveLength(1);
    await waiting();
  });

  it('keeps one of many that are enqueued at once', async () => {
    const { tenant } = await makePractice(db());
    await Promise.all(
      Array.from({ length: 20 }, () =>
        inPractice(api.deps, { tenantId: tenant.id, action: 'tenant', requestId: 'test' }, ({ tx }) =>
          refund({ tenantId: tenant.id, refundId: 1 }, { key: 'crowd' })(tx),
        ),
      ),
    );
    expect(await waiting()).toHaveLength(1);
  });
});
