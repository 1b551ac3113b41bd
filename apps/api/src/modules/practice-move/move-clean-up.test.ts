import { expect, it } from 'vitest';
import { useTwoInstallations } from '../../testing/two-installations.ts';
import { finishMove } from './public.ts';

const two = useTwoInstallations();
const { api } = two;
const db = () => api.testDatabase.owner;

it(
  'finishes a move after a clean-up in which something of the practice was due',
  { timeout: 120_000 },
  async () => {
    const [{ tenant: leaving }, { tenant: staying }] = [two.scene.practice, two.neighbour.practice];
    await db().query("update imports set cleared_at = null, expires_at = '2026-01-14T12:00:00Z'");
    await db().query(
      `insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, data)
     select e.tenant_id, e.id, gen_random_uuid(), 'client.updated', '{}'
     from webhook_endpoints e cross join generate_series(1, 10001)`,
    );
    const { place } = await two.moveScene();
    const { receipt } = await two.takeOver(place);
    api.clock.set('2026-01-14T13:00:00Z');
    await (await api.deps.jobs.boss()).send('clear_up', {});
    await api.runJobs();
    const { rows: cleared } = await db().query(
      `select i.tenant_id::int as tenant, bool_and(i.cleared_at is not null) as imports,
       exists (select from webhook_deliveries d where d.tenant_id = i.tenant_id and d.last_error like 'Given up:%') as deliveries
     from imports i group by i.tenant_id order by i.tenant_id`,
    );
    expect(cleared).toEqual([
      { tenant: leaving.id, imports: false, deliveries: false },
      { tenant: staying.id, imports: true, deliveries: true },
    ]);
    const move = { practiceId: leaving.id, receipt, movedTo: 'https://b.example.test' };
    expect(await finishMove({ ownerUrl: api.testDatabase.ownerUrl, ...move })).toBeGreaterThan(10_000);
  },
);
