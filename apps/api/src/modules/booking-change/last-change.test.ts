import { expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn } from '../../testing/own-changes.ts';

const api = useTestApi();
const { preview, cancel, move, openChanges } = changeCalls(api);

it('returns the latest change of an appointment to its client, with the practice’s message', async () => {
  const own = await makeOwn(api, { tenant: { self_change: 'request' } });
  expect((await preview(own)).last_change).toBeNull();
  await move(own, '15:00');
  expect((await preview(own)).last_change).toBeNull();
  const answer = async (input: object) =>
    api.call(
      'booking_change_answer',
      { change_id: (await openChanges(own))[0]?.change_id ?? 0, answer: 'accept', ...input },
      own.practice.staffKey,
    );
  await answer({ answer: 'decline', reason: 'Sam is away.' });
  const declined = {
    kind: 'move',
    state: 'declined',
    by: 'client',
    to_time: '15:00',
    answer: 'Sam is away.',
  };
  expect((await preview(own)).last_change).toMatchObject(declined);

  // A request that was withdrawn hides nothing.
  await cancel(own);
  const { open_change: open } = await preview(own);
  const withdrawing = { change_id: open?.change_id ?? 0 };
  await api.call('cp/booking_change_withdraw', withdrawing, own.practice.clientKey);
  expect((await preview(own)).last_change).toMatchObject(declined);

  await cancel(own);
  await answer({});
  expect((await preview(own)).last_change).toMatchObject({ kind: 'cancel', state: 'done', by: 'client' });
});
