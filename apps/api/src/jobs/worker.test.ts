import { expect, it } from 'vitest';
import { inPractice } from '../context/in-practice.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { startWorker } from './worker.ts';

const api = useTestApi();

it('runs incoming jobs until it is stopped, and leaves the others to the next one', async () => {
  const { tenant } = await makePractice(api.testDatabase.owner);
  // A practice without a subscription: the job calls no provider.
  const enqueue = (): Promise<void> =>
    inPractice(api.deps, { tenantId: tenant.id, action: 'tenant', requestId: 'test' }, ({ tx }) =>
      api.deps.jobs.enqueue(tx, 'subscription_check', { tenantId: tenant.id }),
    );
  const states = async (): Promise<string[]> => {
    const { rows } = await api.testDatabase.owner.query<{ state: string }>(
      'select j.state::text from pgboss.job j order by j.created_on',
    );
    return rows.map(({ state }) => state);
  };
  await enqueue();
  const worker = startWorker(api.deps);
  await expect.poll(states, { timeout: 10_000 }).toEqual(['completed']);
  await worker.stop();
  await enqueue();
  expect(await states()).toEqual(['completed', 'created']);
  const next = startWorker(api.deps);
  await expect.poll(states, { timeout: 10_000 }).toEqual(['completed', 'completed']);
  await next.stop();
});

it('can be stopped before it has begun', async () => {
  const worker = startWorker(api.deps);
  await worker.stop();
  expect(api.logLines).toEqual([]);
});
