import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import type { BookingRow, ClientRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/client_growth'>>[1];
const growth = async ({ staffKey }: Practice, input: Input = {}) => {
  const { status, body } = await api.call('reports/client_growth', input, staffKey);
  expect(status).toBe(200);
  return body;
};
/** Rows as [part, new, returning, active at its end]. */
const rowsOf = async (practice: Practice, input: Input = {}) =>
  (await growth(practice, input)).data.map((row) => Object.values(row));

/** A client on the books since the beginning of 2025, with visits on some days. */
async function clientWho(
  { tenant, checkUp: service }: Practice,
  days: readonly string[],
  columns: Columns<ClientRow> = {},
): Promise<{ client: ClientRow; bookings: BookingRow[] }> {
  const created_at = new Date('2025-01-01T10:00:00Z');
  const client = await makeClient(db(), { tenant, created_at, ...columns });
  const animal = await makeAnimal(db(), { client });
  const bookings: BookingRow[] = [];
  for (const booking_date of days) {
    bookings.push(await makeBooking(db(), { animal, service, booking_date }));
  }
  return { client, bookings };
}

it('counts each client once per part, as new or as returning, and once in the whole', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2025-11-03', '2026-01-02', '2026-01-03', '2026-01-13']);
  await clientWho(practice, ['2026-01-02', '2026-01-02', '2026-01-12']);
  await clientWho(practice, ['2026-01-14']);
  await clientWho(practice, ['2025-12-31']);
  const { data, metadata } = await growth(practice);
  expect(data).toEqual([
    { period: '2026-01-01', new_clients: 1, returning_clients: 1, total_active: 4 },
    { period: '2026-01-04', new_clients: 0, returning_clients: 0, total_active: 4 },
    // The client of the practice itself was added by the database's clock, and is there now.
    { period: '2026-01-11', new_clients: 1, returning_clients: 2, total_active: 5 },
  ]);
  expect(metadata).toEqual({
    period: 'month',
    start_date: '2026-01-01',
    end_date: '2026-01-14',
    group_by: 'week',
    new_clients: 2,
    returning_clients: 1,
    total_active: 5,
  });
});

it('does not divide a day, and divides a week into days, a year into months, and a range by its length', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2026-01-14']);
  const parts = async (input: Input) => {
    const { data, metadata } = await growth(practice, input);
    return [metadata.group_by, data.length, data[0]?.period, data.at(-1)?.period];
  };
  const range = (start_date: string, end_date: string) => parts({ period: 'custom', start_date, end_date });
  expect(await parts({ period: 'today' })).toEqual(['day', 1, '2026-01-14', '2026-01-14']);
  expect(await parts({ period: 'week' })).toEqual(['day', 4, '2026-01-11', '2026-01-14']);
  expect(await parts({ period: 'year' })).toEqual(['month', 1, '2026-01', '2026-01']);
  expect(await range('2026-01-08', '2026-01-14')).toEqual(['day', 7, '2026-01-08', '2026-01-14']);
  expect(await range('2025-12-30', '2026-01-14')).toEqual(['week', 3, '2025-12-30', '2026-01-11']);
  expect(await range('2024-01-15', '2026-01-14')).toEqual(['month', 25, '2024-01', '2026-01']);
});

it('finds visitors in the first and in the last of the most months that a range can have', async () => {
  const practice = await makePractice(db());
  api.clock.set('2027-01-31T12:00:00Z');
  await clientWho(practice, ['2025-01-31', '2026-02-28', '2027-01-31']);
  const { data, metadata } = await growth(practice, {
    period: 'custom',
    start_date: '2025-01-31',
    end_date: '2027-01-31',
  });
  expect(
    data.filter((row) => row.new_clients + row.returning_clients > 0).map(({ period }) => period),
  ).toEqual(['2025-01', '2026-02', '2027-01']);
  expect([data.length, metadata.new_clients, metadata.returning_clients]).toEqual([25, 1, 0]);
});

it('counts only its own client in an empty practice', async () => {
  const practice = await makePractice(db());
  await clientWho(await makePractice(db()), ['2026-01-14']);
  expect(await rowsOf(practice, { period: 'today' })).toEqual([['2026-01-14', 0, 0, 1]]);
});

it('counts no client as new before their day has come', async () => {
  const practice = await makePractice(db());
  await clientWho(practice, ['2026-01-15']);
  const numbers = async () => (await rowsOf(practice, { period: 'today' }))[0]?.slice(1, 3);
  expect(await numbers()).toEqual([0, 0]);
  api.clock.set('2026-01-15T00:00:00Z');
  expect(await numbers()).toEqual([1, 0]);
  // And by the practice's clock: 12:00 in London is 01:00 on the next day.
  const abroad = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
  await clientWho(abroad, ['2026-01-16']);
  api.clock.set('2026-01-15T12:00:00Z');
  expect(await rowsOf(abroad, { period: 'today' })).toEqual([['2026-01-16', 1, 0, 2]]);
});

it('follows a first appointment that is cancelled', async () => {
  const practice = await makePractice(db());
  const { bookings } = await clientWho(practice, ['2026-01-11', '2026-01-13']);
  const numbers = async () => (await rowsOf(practice, { period: 'week' })).map((row) => row.slice(1, 3));
  expect(await numbers()).toEqual([
    [1, 0],
    [0, 0],
    [0, 1],
    [0, 0],
  ]);
  const cancelled = await api.call(
    'booking_status_update',
    { booking_id: bookings[0]?.id ?? 0, status: 'cancelled' },
    practice.staffKey,
  );
  expect(cancelled.status).toBe(200);
  expect(await numbers()).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
});

it("counts those on the books at the end of each part, by the practice's clock", async () => {
  const practice = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
  await db().query('delete from api_keys where client_id = $1', [practice.client.id]);
  // The 1st of November begins at 11:00 on the 31st, Auckland being 13 hours ahead.
  const at = (iso: string) => new Date(iso);
  await clientWho(practice, [], { created_at: at('2025-10-31T10:59:59Z') });
  await clientWho(practice, [], { created_at: at('2025-10-31T11:00:00Z') });
  await clientWho(practice, [], { archived_at: at('2025-10-31T10:59:59Z') });
  await clientWho(practice, [], { archived_at: at('2025-10-31T11:00:00Z') });
  await clientWho(practice, [], {
    created_at: at('2025-12-03T08:00:00Z'),
    archived_at: at('2025-12-04T08:00:00Z'),
  });
  const range = { period: 'custom', start_date: '2025-10-01', end_date: '2025-12-31' } as const;
  expect((await rowsOf(practice, range)).map((row) => row.at(-1))).toEqual([2, 2, 2]);
  expect((await growth(practice, range)).metadata.total_active).toBe(2);
  // Now: the client of the practice is there too.
  expect((await growth(practice)).metadata.total_active).toBe(3);
});
