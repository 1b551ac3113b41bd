import { expect, it } from 'vitest';
import { makeAnimal, makeSpecies } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/animal_demographics'>>[1];
const demographics = async ({ staffKey }: Practice, input: Input = {}) => {
  const { status, body } = await api.call('reports/animal_demographics', input, staffKey);
  expect(status).toBe(200);
  return body;
};

/** A practice that has no animals. */
async function emptyPractice(columns: Parameters<typeof makePractice>[1] = {}): Promise<Practice> {
  const practice = await makePractice(db(), columns);
  await db().query('delete from animals where tenant_id = $1', [practice.tenant.id]);
  return practice;
}

it('counts the animals on the books by species, the most frequent first, then by name', async () => {
  const practice = await emptyPractice();
  const { client, dog, cat } = practice;
  const rabbit = await makeSpecies(db(), { tenant: practice.tenant, name: 'Rabbit', active: false });
  for (const species of [rabbit, dog, dog, dog, cat]) await makeAnimal(db(), { client, species });
  for (const named of [1, 2]) await makeAnimal(db(), { client, name: `Found ${named}` });
  await makeAnimal(db(), { client, species: cat, active: false });
  await makePractice(db());
  expect(await demographics(practice)).toEqual({
    data: {
      total_animals: 7,
      by_species: [
        { species: 'Dog', count: 3, percentage: 42.9 },
        { species: 'Unknown', count: 2, percentage: 28.6 },
        { species: 'Cat', count: 1, percentage: 14.3 },
        { species: 'Rabbit', count: 1, percentage: 14.3 },
      ],
    },
    metadata: { period: 'month', start_date: '2026-01-01', end_date: '2026-01-14' },
  });
});

it('has no rows for a practice without animals', async () => {
  const { data } = await demographics(await emptyPractice());
  expect(data).toEqual({ total_animals: 0, by_species: [] });
});

it('shows one row for those without a species and a species of that name', async () => {
  const practice = await emptyPractice();
  const { client, tenant } = practice;
  await makeAnimal(db(), { client, species: await makeSpecies(db(), { tenant, name: 'Unknown' }) });
  await makeAnimal(db(), { client });
  expect((await demographics(practice)).data.by_species).toEqual([
    { species: 'Unknown', count: 2, percentage: 100 },
  ]);
});

it("leaves out animals added after the period, by the practice's clock", async () => {
  const practice = await emptyPractice({ time_zone: 'Pacific/Auckland' });
  const { client, dog: species } = practice;
  // Midnight of the 11th in Auckland.
  for (const created of ['2026-01-10T10:59:59Z', '2026-01-10T11:00:00Z', '2020-05-05T00:00:00Z']) {
    await makeAnimal(db(), { client, species, created_at: new Date(created) });
  }
  const until = async (end_date: string) =>
    (await demographics(practice, { period: 'custom', start_date: '2026-01-01', end_date })).data
      .total_animals;
  expect([await until('2026-01-10'), await until('2026-01-11')]).toEqual([2, 3]);
  expect((await demographics(practice, { period: 'today' })).data.total_animals).toBe(3);
});
