import { expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makeManyMessages, planOf } from '../../testing/many-messages.ts';
import { countsStatement } from './preview-read-model.ts';
import { messageErasures } from './repository.ts';

const api = useTestApi();

it('finds the messages of a client by index, however many the practice has', async () => {
  const db = api.testDatabase.owner;
  const { tenant, client } = await makePractice(db);
  await makeManyMessages(db, tenant.id);
  const used: string[][] = [];
  for (const statement of [countsStatement, ...messageErasures]) {
    const plan = await planOf(db, statement, [tenant.id, client.id]);
    used.push([...new Set(plan.match(/comms_by_\w+/g))].toSorted());
  }
  const ofRecords = ['comms_by_booking', 'comms_by_client', 'comms_by_deposit'];
  expect(used).toEqual([ofRecords, ofRecords, ['comms_by_address'], ['comms_by_address']]);
});
