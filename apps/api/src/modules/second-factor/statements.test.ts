import { afterAll, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { startOtlpReceiver } from '../../testing/otlp-receiver.ts';

const receiver = await startOtlpReceiver();
const api = useTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
const db = () => api.testDatabase.owner;

afterAll(() => receiver.stop());

/** The statements of one call, in the order of their names. */
async function statementsOf(call: () => Promise<{ status: number }>): Promise<string[]> {
  await api.deps.tracing?.flush();
  receiver.reset();
  expect((await call()).status).toBe(200);
  await api.deps.tracing?.flush();
  return receiver.spans.map(({ name }) => name).toSorted();
}

it('runs no extra statement for a person without a second factor, at sign-in or later', async () => {
  const { tenant, staffKey } = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account });
  const signIn = () => api.call('auth', { email: account.email, password: defaultPassword });
  const asked = await statementsOf(signIn);
  expect(asked.filter((name) => /sign_in/.test(name))).toEqual([
    'sign_in_account',
    'sign_in_caller',
    'sign_in_issue_key',
    'sign_in_memberships',
  ]);
  const optional = await statementsOf(() => api.call('clients', {}, staffKey));
  await db().query("update tenants set second_factor_from = '2100-01-01' where id = $1", [tenant.id]);
  expect(await statementsOf(() => api.call('clients', {}, staffKey))).toEqual(optional);
});
