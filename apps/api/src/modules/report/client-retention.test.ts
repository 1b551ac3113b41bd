import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/client_retention'>>[1];
const retention = async ({ staffKey }: Practice, input: Input = {}) => {
  const { status, body } = await api.call('reports/client_retention', input, staffKey);
  expect(status).toBe(200);
  return body;
};

/** A client with visits on some days. */
async function clientWho(
  { tenant, checkUp: service }: Practice,
  days: readonly string[],
  columns: Columns<BookingRow> = {},
): Promise<void> {
  const animal = await makeAnimal(db(), { client: await makeClient(db(), { tenant }) });
  for (const booking_date of days) await makeBooking(db(), { animal, service, booking_date, ...columns });
}

it('follows the clients of the year before through the months of the period', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2025-10-31', '2025-12-01', '2026-01-02', '2026-01-14']);
  await clientWho(practice, ['2025-03-03', '2025-11-15', '2025-11-15']);
  await clientWho(practice, ['2025-10-01']);
  // New in the period, or away for longer than a year before it: not in the cohort.
  await clientWho(practice, ['2025-11-20', '2025-12-20']);
  await clientWho(practice, ['2024-10-31', '2025-12-20']);
  const range = { period: 'custom', start_date: '2025-11-01', end_date: '2026-01-14' } as const;
  expect(await retention(practice, range)).toEqual({
    data: {
      total_clients: 3,
      returned_within_period: 2,
      retention_rate: 66.7,
      breakdown_by_month: [
        { month: '2025-11', returned_clients: 1, retention_rate: 33.3 },
        { month: '2025-12', returned_clients: 1, retention_rate: 33.3 },
        { month: '2026-01', returned_clients: 1, retention_rate: 33.3 },
      ],
    },
    metadata: range,
  });
});

it('takes the twelve months before to the day, and months no further than the period', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2024-11-10', '2025-11-10']);
  await clientWho(practice, ['2024-11-09', '2025-11-10']);
  await clientWho(practice, ['2025-11-09', '2025-12-02']);
  const { data } = await retention(practice, {
    period: 'custom',
    start_date: '2025-11-10',
    end_date: '2025-12-01',
  });
  expect(data).toEqual({
    total_clients: 2,
    returned_within_period: 1,
    retention_rate: 50,
    breakdown_by_month: [
      { month: '2025-11', returned_clients: 1, retention_rate: 50 },
      { month: '2025-12', returned_clients: 0, retention_rate: 0 },
    ],
  });
});

it('has no rate without clients in the year before', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2026-01-05']);
  await clientWho(await makePractice(db()), ['2025-12-05', '2026-01-05']);
  expect((await retention(practice)).data).toEqual({
    total_clients: 0,
    returned_within_period: 0,
    retention_rate: null,
    breakdown_by_month: [{ month: '2026-01', returned_clients: 0, retention_rate: null }],
  });
});

it('counts neither cancelled appointments nor upcoming ones', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2025-12-05', '2026-01-15']);
  await clientWho(practice, ['2025-12-05', '2026-01-05'], { status: 'cancelled' });
  const numbers = async () => {
    const { total_clients: clients, returned_within_period: returned } = (await retention(practice)).data;
    return [clients, returned];
  };
  expect(await numbers()).toEqual([1, 0]);
  // The day begins in Auckland at 11:00 in London.
  await db().query("update tenants set time_zone = 'Pacific/Auckland' where id = $1", [practice.tenant.id]);
  api.clock.set('2026-01-14T11:00:00Z');
  expect(await numbers()).toEqual([1, 1]);
});

it('has a row for each of the most months that a range can have', async () => {
  const practice = await makePractice(db());
  api.clock.set('2027-01-31T12:00:00Z');
  await clientWho(practice, ['2025-01-30', '2025-01-31', '2027-01-31']);
  const { data } = await retention(practice, {
    period: 'custom',
    start_date: '2025-01-31',
    end_date: '2027-01-31',
  });
  expect(data.breakdown_by_month).toHaveLength(25);
  expect(
    data.breakdown_by_month.flatMap(({ month, returned_clients: count }) => (count > 0 ? [month] : [])),
  ).toEqual(['2025-01', '2027-01']);
});
