import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { createRestoreTarget } from '../../testing/restore-target.ts';

it('due dates that were left stopped start again with the upgrade, without a message about what is overdue', async () => {
  // Its owner is held to the policies.
  const database = await createRestoreTarget();
  const { ownerUrl, appUrl, superuserUrl } = database;
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  await migrate({ ownerUrl, appUrl, upTo: '0079_keys_by_client.sql' });
  await superuser.query(`
    insert into tenants (id, tenant_name, time_zone) values (1, 'Of an older release', 'Europe/London');
    insert into clients (tenant_id, id, name, archived_at) values (1, 1, 'Ann', null), (1, 2, 'Ben', now());
    insert into animals (tenant_id, id, client_id, name) values (1, 1, 1, 'Rex'), (1, 2, 2, 'Tom');
    insert into care_types (tenant_id, id, name, every_count, every_unit, steps, created_at, updated_at)
    select 1, n, 'Type ' || n, 12, 'months', '{}', now(), now() from generate_series(1, 2) n;
    insert into care_due
      (tenant_id, animal_id, care_type_id, due_on, origin, state, stopped_by, created_at, updated_at)
    values (1, 1, 1, current_date + 365, 'hand', 'stopped', 'client', now(), now()),
           (1, 1, 2, current_date - 365, 'hand', 'stopped', 'client', now(), now()),
           (1, 2, 1, current_date + 365, 'hand', 'stopped', 'client', now(), now())`);
  await migrate({ ownerUrl, appUrl });
  const { rows } = await superuser.query(
    'select animal_id, care_type_id, state, silent from care_due order by animal_id, care_type_id',
  );
  await superuser.end();
  await database.drop();
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    '1 1 due false',
    '1 2 due true',
    '2 1 stopped false',
  ]);
});
