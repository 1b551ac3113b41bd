import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { bytesOf, mayCall, needsProvider } from './call.ts';
import { answerProblems } from './documented-answer.ts';
import { fuzzedRequests, undeclaredMark, type FuzzedRequest } from './fuzz-requests.ts';
import { inputFields } from './input-fields.ts';
import { makeFullPractice, type Scene } from './world.ts';

/**
 * Generated requests over every field of every action. `FUZZ_REQUESTS` sets how many (4000 unless set; 20000 for a
 * release), `FUZZ_SEED` the seed: the same seed makes the same requests.
 */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 4000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_115);
const atOnce = 8;

// Each request comes from a different address, so that no limit hides the answer.
const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;

let scene: Scene;
/** A permitted caller for each action, so that an action that ends its session ends no other's. */
let keys: Map<string, string>;
beforeAll(async () => {
  scene = await makeFullPractice(db());
  const { tenant } = scene.practice;
  keys = new Map(
    await Promise.all(
      actionNames.map(async (name): Promise<[string, string]> => {
        const caller =
          !mayCall(name, 'admin') && mayCall(name, 'customer')
            ? { client: scene.client }
            : { user: await makeUser(db(), { tenant, role: 'admin' }) };
        return [name, (await makeSessionKey(db(), caller)).apiKey];
      }),
    ),
  );
});

interface Outcome {
  status: number;
  problems: string[];
}

async function send({ action, contentType, body }: FuzzedRequest, number: number): Promise<Outcome> {
  const response = await api.post(`/api/${action}`, body, {
    'Content-Type': contentType,
    'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    // Occasionally without a key; such a request must be refused before its input is parsed.
    ...(number % 20 === 0 ? {} : { Authorization: `Bearer ${keys.get(action)}` }),
  });
  // It would refuse every other caller, none of whom has a second factor.
  if (action === 'second_factor/require') await db().query('update tenants set second_factor_from = null');
  const text = new TextDecoder().decode(await bytesOf(response));
  const problems = answerProblems(response.status, response.headers, text);
  if (text.includes(undeclaredMark)) problems.push('echoes an undeclared field');
  return { status: response.status, problems };
}

describe('generated requests', () => {
  it(
    'are each answered as documented, never with a 5xx',
    { timeout: Math.max(60_000, requests * 30) },
    async () => {
      const next = fuzzedRequests(scene, seed);
      // A sign-in provider can't be reached from here.
      const made = Array.from({ length: requests }, next).filter(({ action }) => !needsProvider.has(action));
      const wrong: unknown[] = [];
      const statuses: Record<string, number> = {};
      let sent = 0;
      const work = async (): Promise<void> => {
        for (let number = sent++; number < made.length; number = sent++) {
          const request = made[number] as FuzzedRequest;
          const { status, problems } = await send(request, number);
          const kind = `${request.action} ${Math.trunc(status / 100)}xx`;
          statuses[kind] = (statuses[kind] ?? 0) + 1;
          if (problems.length > 0)
            wrong.push({ number, problems, status, ...request, body: request.body.slice(0, 400) });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      expect(wrong).toEqual([]);
      // Every action with an input refused some requests and, except for those that end the session, accepted some.
      const sentTo = actionNames.filter((name) => !needsProvider.has(name));
      const asking = sentTo.filter((name) => inputFields(actionNamed(name)).length > 0);
      const refused = asking.filter((name) => !statuses[`${name} 4xx`]);
      const taken = sentTo.filter((name) => statuses[`${name} 2xx`]);
      expect(refused).toEqual([]);
      expect(taken.length).toBeGreaterThan(sentTo.length / 2);
    },
  );

  it('leave nothing of their undeclared fields behind', async () => {
    const { rows } = await db().query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name } of rows) {
      const found = await db().query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [
        `%${undeclaredMark}%`,
      ]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });
});
