import { describe, expect, it } from 'vitest';
import { checkoutFor, makeDepositPractice, moneyOf, ownerOf } from '../../testing/deposits.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { nextLook } from './check.ts';

const api = useTestApi();
const stripe = () => api.sandbox.stripe;

it('checks a deposit while it may be paid, just after, ever less often for a day, and daily for a month', () => {
  const begun = new Date('2026-01-14T09:00:00Z');
  const looks: string[] = [];
  for (let at: Date | null = begun; (at = nextLook(begun, at));) looks.push(at.toISOString().slice(5, 16));
  expect(looks.slice(0, 10)).toEqual([
    '01-14T09:06',
    '01-14T09:20',
    '01-14T09:32',
    '01-14T10:00',
    '01-14T11:00',
    '01-14T13:00',
    '01-14T17:00',
    '01-15T01:00',
    '01-15T09:00',
    '01-16T09:00',
  ]);
  expect(looks).toHaveLength(38);
  expect(looks.at(-1)).toBe('02-13T09:00');
});

describe('an unsettled deposit', () => {
  const lookAt = async (iso: string): Promise<number> => {
    api.clock.set(iso);
    return (await api.runJobs({ ignoreStartAfter: true })).length;
  };
  const told = async (practice: Practice) =>
    (await api.call('notifications', {}, practice.adminKey)).body.notifications;

  it('within a day is reported to the practice once, and still settled by a later check', async () => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    stripe().mood = 'outage';
    await lookAt('2026-01-15T08:59:00Z');
    expect(await told(practice)).toEqual([]);
    await lookAt('2026-01-15T09:00:00Z');
    expect(await told(practice)).toMatchObject([
      {
        kind: 'deposit_unsettled',
        amount: '10.00',
        booking_id: null,
        client_name: practice.client.name,
        service: 'Consultation',
        booking_date: '2026-01-15',
        booking_time: '10:00',
      },
    ]);
    await lookAt('2026-01-16T09:00:00Z');
    expect(await told(practice)).toHaveLength(1);
    stripe().mood = 'well';
    await lookAt('2026-01-17T09:00:00Z');
    expect((await moneyOf(api, practice)).deposits[0]?.status).not.toBe('open');
    expect(await lookAt('2026-01-18T09:00:00Z')).toBe(0);
  });

  it('with a checkout for another amount is reported to the practice at the first check', async () => {
    const practice = await makeDepositPractice(api);
    const session = stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    session.amount_total = 30;
    api.expectLoggedErrors();
    await lookAt('2026-01-14T09:06:00Z');
    expect((await told(practice)).map(({ kind }) => kind)).toEqual(['deposit_unsettled']);
    expect((await moneyOf(api, practice)).deposits).toEqual([{ status: 'open', booking: null }]);
  });

  it('within a month is checked no more', async () => {
    const practice = await makeDepositPractice(api);
    await checkoutFor(api, practice, ownerOf(practice));
    stripe().mood = 'outage';
    api.expectLoggedErrors();
    expect(await lookAt('2026-02-13T09:00:00Z')).toBe(1);
    expect(await lookAt('2026-02-14T09:00:00Z')).toBe(0);
    expect(api.logLines.join()).toContain('could not be settled within 30 days');
  });
});
