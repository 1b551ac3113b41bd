import { insertRows, type OwnerDb } from '../../../../packages/dev/src/factory-insert.ts';
import { makeSessionKey } from '../../../../packages/dev/src/factory-people.ts';
import type { Practice } from '../../../../packages/dev/src/factories.ts';
import type { AnimalRow, ClientRow, Columns } from '../../../../packages/dev/src/factory-rows.ts';

/** A pet owner who is signed in to the portal. */
interface Owner {
  apiKey: string;
  animalId: number;
}

/** Clients of a practice, each with a pet and a session. */
export async function makeOwners(db: OwnerDb, { tenant }: Practice, count: number): Promise<Owner[]> {
  const everybody = Array.from({ length: count }, (_, n) => n);
  const clients = await insertRows(
    db,
    'clients',
    everybody.map((n): Columns<ClientRow> => ({ tenant_id: tenant.id, name: `Owner ${n}` })),
  );
  const animals = await insertRows(
    db,
    'animals',
    clients.map(({ id }, n): Columns<AnimalRow> => ({
      tenant_id: tenant.id,
      client_id: id,
      name: `Pet ${n}`,
    })),
  );
  return Promise.all(
    clients.map(async (client, n) => ({
      apiKey: (await makeSessionKey(db, { client })).apiKey,
      animalId: animals[n]?.id ?? 0,
    })),
  );
}

/** Requests a check-up at ten. @returns the status, and the code of an error */
export async function ask(
  url: string,
  { checkUp }: Practice,
  { apiKey, animalId }: Owner,
  { staffId, date = '2026-01-15' }: { staffId?: number | undefined; date?: string } = {},
): Promise<string> {
  const response = await fetch(`${url}/api/cp/booking_create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      animal_id: animalId,
      service_id: checkUp.id,
      booking_date: date,
      booking_time: '10:00',
      ...(staffId === undefined ? {} : { staff_id: staffId }),
    }),
  });
  const body = (await response.json()) as { code?: string };
  return [response.status, body.code].filter(Boolean).join(' ');
}

/** How often each answer was given. */
export const tally = (answers: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, (answer) => answer)].map(([said, all]) => [said, all.length]));
