import { expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';

// Guessing the codes of a person whose password is known, at two servers in turn.

const processes = useProcesses();

async function post(server: ServerProcess, action: string, input: object) {
  const response = await fetch(`${server.url}/api/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as { challenge?: string } };
}

it('allows ten tries a minute over two servers, counting each wrong one', { timeout: 120_000 }, async () => {
  const { tenant } = await makePractice(processes.db);
  const account = await makeAccount(processes.db);
  await makeUser(processes.db, { tenant, account });
  await processes.db.query(
    `insert into account_factors (account_id, kind, state, name, credential_id, public_key, rp_id, counter,
       created_at, confirmed_at)
     values ($1, 'passkey', 'active', 'Laptop', 'a', 'b', 'burrow.example', 0, now(), now())`,
    [account.id],
  );
  const servers = [await processes.start(), await processes.start()];
  const guesses = servers.map(async (server) => {
    const { body } = await post(server, 'auth', { email: account.email, password: defaultPassword });
    const tries = Array.from({ length: 7 }, (_, n) =>
      post(server, 'auth/verify', { challenge: body.challenge ?? '', code: `00000${n}` }),
    );
    return (await Promise.all(tries)).map(({ status }) => status);
  });
  const statuses = (await Promise.all(guesses)).flat().toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429, 429, 429]);
  const { rows } = await processes.db.query('select wrong_codes from accounts where id = $1', [account.id]);
  expect(rows).toEqual([{ wrong_codes: 10 }]);
});
