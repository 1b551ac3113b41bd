import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { statement } from '../db/statement.ts';
import { makeTenant } from '../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../testing/harness.ts';
import type { Call } from './call.ts';
import { publicContext } from './handler-contexts.ts';

const api = useTestApi();

const isReadOnly = statement<{ read_only: string }>(
  'is_read_only',
  "select current_setting('transaction_read_only') as read_only",
);

describe('a practice opened without a session', () => {
  it.each([
    ['tenant_public', 'on'],
    ['cp/register/start', 'off'],
  ] satisfies [ActionName, string][])('is read only for a query: %s', async (name, expected) => {
    const { id } = await makeTenant(api.testDatabase.owner);
    const call = { action: actionNamed(name), deps: api.deps, req: { headers: {} } };
    const context = publicContext(call as unknown as Call);
    expect(await context.inPractice(id, (tx) => tx.row(isReadOnly))).toEqual({ read_only: expected });
  });
});
