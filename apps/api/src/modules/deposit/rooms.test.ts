import { expect, it } from 'vitest';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import {
  checkoutFor,
  makeDepositPractice,
  makeOwner,
  ownerOf,
  paymentStatusOf,
} from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

it.each([
  { others: 1, outcome: 'booked' },
  { others: 2, outcome: 'returned' },
])(
  'counts the places of a held room that the service no longer needs: with $others of 2 in use it is $outcome',
  async ({ others, outcome }) => {
    const practice = await makeDepositPractice(api, { parallel_places: 5 });
    const kennels = await makeResource(db(), { tenant: practice.tenant, kind: 'kennel', places: 2 });
    await makeServiceNeed(db(), practice.checkUp, [kennels]);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    for (let count = 0; count < others; count += 1) {
      const { clientId: client_id, animalId: animal_id } = await makeOwner(api, practice);
      const input = { client_id, animal_id, service_id: practice.checkUp.id, allow_overlap: '1' as const };
      const when = { booking_date: '2026-01-15', booking_time: '10:00' };
      const { status } = await api.call('booking_create', { ...input, ...when }, practice.staffKey);
      expect(status).toBe(200);
    }
    await db().query('delete from service_resources where tenant_id = $1', [practice.tenant.id]);
    api.sandbox.stripe.pay(reference);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({ status: 'PAID', outcome });
  },
);
