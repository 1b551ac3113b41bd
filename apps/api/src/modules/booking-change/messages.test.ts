import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { segmentsOf } from '@burrow/sandbox/twilio/message-length';
import type { Columns, TenantRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn, type Own } from '../../testing/own-changes.ts';
import { codeSentTo } from '../../testing/portal-sign-up.ts';
import { planReminders } from '../message/public.ts';
import { sendDueMessages } from '../message/sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { cancel, move, detail, shown, openChanges } = changeCalls(api);

/** Answers the client's open request. */
const answer = async (own: Own, input: Pick<InputOf<'booking_change_answer'>, 'answer' | 'reason'>) => {
  const [change] = await openChanges(own);
  const answered = { change_id: change?.change_id ?? 0, ...input };
  expect((await api.call('booking_change_answer', answered, own.practice.staffKey)).status).toBe(200);
};

const inTime = '2026-01-14T09:00:00.000Z';
const late = '2026-01-14T12:00:00.000Z';

beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  await db().query('truncate rate_limits');
});

const make = (now: string, tenant: Columns<TenantRow> = {}, booking = {}) => {
  api.clock.set(now);
  return makeOwn(api, { tenant: { tenant_name: 'Willow Vets', ...tenant }, booking });
};

/** What the client gets after two minutes, newest first. */
async function sent({ practice }: Own): Promise<{ sms: string; mail: string }> {
  api.clock.set(new Date(api.clock.now().getTime() + 2 * 60_000).toISOString());
  while ((await sendDueMessages(api.deps)) > 0);
  const { phone, email } = practice.client;
  return { sms: api.smsTo(phone ?? '')[0]?.body ?? '', mail: api.mailTo(email ?? '')[0]?.body ?? '' };
}

const linkIn = (text: string): string | undefined =>
  new RegExp(`Move or cancel: ${api.url}/l/([\\w-]{12})$`, 'm').exec(text)?.[1];

const confirm = (own: Own) =>
  api.call(
    'booking_status_update',
    { booking_id: own.booking.id, status: 'confirmed' },
    own.practice.staffKey,
  );

describe('a message about an appointment', () => {
  it('states by link where it is moved and cancelled, and until when that is free', async () => {
    const own = await make('2026-01-12T09:00:00Z', {}, { status: 'pending' });
    await confirm(own);
    const { sms, mail } = await sent(own);
    for (const text of [sms, mail]) {
      expect(text).toContain('You can cancel free of charge until Wednesday 14 January at 10:00.');
      expect(linkIn(text)).toBeDefined();
    }
    expect(segmentsOf(sms)).toBeLessThanOrEqual(2);
    // The link leads to the appointment, with a code.
    const token = linkIn(sms) ?? '';
    const { phone } = own.practice.client;
    expect((await api.call('cp/link/start', { token })).status).toBe(200);
    const code = codeSentTo(api, phone ?? '');
    const { body } = await api.call('cp/link/verify', { token, code });
    expect(body.booking_id).toBe(own.booking.id);
    const input = { booking_id: own.booking.id, refund: '30.00' };
    const cancelled = await api.call('cp/booking_cancel', input, { apiKey: body.api_key });
    expect(cancelled.body).toMatchObject({ outcome: 'cancelled', refund: '30.00' });
  });

  it.each([
    [
      'the practice turns it off',
      { self_change: 'off' },
      /See you then! You can cancel [^.]+\. Willow Vets, 01632 960123$/,
    ],
    [
      'nothing can cost anything either',
      { self_change: 'off', cancel_keep: 'nothing', cancel_keep_value: 0 },
      /See you then! Willow Vets, 01632 960123$/,
    ],
  ] as const)('has no such sentences where %s', async (_where, tenant, ends) => {
    const own = await make('2026-01-12T09:00:00Z', tenant, { status: 'pending' });
    await confirm(own);
    const { sms, mail } = await sent(own);
    expect(sms).toMatch(ends);
    for (const text of [sms, mail]) expect(text).not.toContain('Move or cancel');
  });

  it('is sent with a link when the practice moves it, and as a reminder', async () => {
    await db().query('delete from work_marks');
    const own = await make('2026-01-12T09:00:00Z', {}, { created_at: '2026-01-01T09:00:00Z' });
    const input = { booking_id: own.booking.id, booking_time: '14:00' };
    await api.call('booking_update', input, own.practice.staffKey);
    const moved = await sent(own);
    for (const text of [moved.sms, moved.mail]) {
      expect(text).toContain('14:00');
      expect(linkIn(text)).toBeDefined();
    }
    api.clock.set('2026-01-14T14:00:00Z');
    await planReminders(api.deps);
    const reminded = await sent(own);
    expect(reminded.sms).toMatch(/^Hi .*, a reminder of /);
    for (const text of [reminded.sms, reminded.mail]) expect(linkIn(text)).toBeDefined();
    expect(linkIn(reminded.sms)).not.toBe(linkIn(moved.sms));
  });
});

describe('a message about a cancellation', () => {
  it('of the client says so, with the refund', async () => {
    const own = await make(inTime);
    await cancel(own);
    const { sms, mail } = await sent(own);
    expect(sms).toBe(
      `Hi ${own.practice.client.name}, you have cancelled ${own.practice.animal.name}'s appointment on Thursday 15 January at 10:00. To rebook, please call us on 01632 960123. We've refunded your deposit of £30.00. Willow Vets`,
    );
    expect(mail).toContain('This is to confirm that you have cancelled');
    expect(sms).not.toMatch(/keep|waived/);
  });

  it('that was late states what was refunded and what is kept', async () => {
    const own = await make(late);
    await cancel(own);
    const { sms, mail } = await sent(own);
    for (const text of [sms, mail]) {
      expect(text).toContain(
        "We've refunded £20.00 of your deposit. Under our terms, we keep £10.00 of your deposit.",
      );
    }
    expect(segmentsOf(sms)).toBeLessThanOrEqual(2);
  });

  it('says that the practice waived the fee', async () => {
    const own = await make(late);
    const input = {
      booking_id: own.booking.id,
      status: 'cancelled',
      cancelled_by: 'client',
      deposit: 'refund',
    } as const;
    await api.call('booking_status_update', input, own.practice.staffKey);
    const { sms } = await sent(own);
    expect(sms).toContain('you have cancelled');
    expect(sms).toContain(
      "We've refunded your deposit of £30.00. There is no charge for the late cancellation: we have waived £10.00.",
    );
  });

  it('names the terms only if they let the practice keep as much', async () => {
    const own = await make(inTime);
    const input = {
      booking_id: own.booking.id,
      status: 'cancelled',
      cancelled_by: 'client',
      deposit: 'keep',
    } as const;
    expect((await api.call('booking_status_update', input, own.practice.staffKey)).status).toBe(200);
    const { sms } = await sent(own);
    expect(sms).toContain('We keep £30.00 of your deposit.');
    expect(sms).not.toContain('terms');
  });

  it('of the practice says so', async () => {
    const own = await make(late);
    const input = { booking_id: own.booking.id, status: 'cancelled' } as const;
    await api.call('booking_status_update', input, own.practice.staffKey);
    const { sms } = await sent(own);
    expect(sms).toContain('we have cancelled');
    expect(sms).toContain("We've refunded your deposit of £30.00. Willow Vets");
    expect(sms).not.toMatch(/waived|keep/);
  });

  it('adds the money to the practice’s own text, unless that has it', async () => {
    const own = await make(late);
    const body = 'Cancelled by {{cancelled_by}}. Kept: {{kept}}.';
    const template = { kind: 'booking_cancellation', channel: 'sms', body } as const;
    expect((await api.call('message_template_update', template, own.practice.adminKey)).status).toBe(200);
    await cancel(own);
    expect((await sent(own)).sms).toBe(
      "Cancelled by you. Kept: £10.00. We've refunded £20.00 of your deposit.",
    );
  });
});

describe('a message about an answer', () => {
  it('to a declined request has the practice’s own words, and not those of a cancellation', async () => {
    const own = await make(late, {}, { status: 'pending', is_provisional: true });
    const input = { booking_id: own.booking.id, reason: 'Sam is away that day.' };
    await api.call('booking_decline', input, own.practice.staffKey);
    const { sms, mail } = await sent(own);
    expect(sms).toBe(
      `Hi ${own.practice.client.name}, we're sorry, but we can't offer ${own.practice.animal.name} the time you asked for: Consultation on Thursday 15 January at 10:00.\nSam is away that day.\nTo find another time, please call us on 01632 960123. We've refunded your deposit of £30.00. Willow Vets`,
    );
    expect(mail).toContain('\n\nSam is away that day.\n\n');
    expect(sms + mail).not.toContain('cancelled');
  });

  it('to a declined request without a reason leaves no gap', async () => {
    const own = await make(late, {}, { status: 'pending', is_provisional: true });
    const input = { booking_id: own.booking.id, status: 'cancelled' } as const;
    await api.call('booking_status_update', input, own.practice.staffKey);
    const { sms, mail } = await sent(own);
    expect(sms).toContain('at 10:00.\nTo find another time');
    expect(mail).not.toMatch(/\n{3}/);
  });

  it('to a change that is declined says that the appointment stands', async () => {
    const own = await make(inTime, { self_change: 'request' });
    await cancel(own);
    await answer(own, { answer: 'decline', reason: 'Please call us first.' });
    const { sms, mail } = await sent(own);
    expect(sms).toContain(
      "It's still on Thursday 15 January at 10:00 (Consultation).\nPlease call us first.\n",
    );
    expect(mail).toContain("we can't change");
  });

  it('is sent again when another change is declined, once for all that are declined before it is sent', async () => {
    const own = await make(inTime, { self_change: 'request' });
    for (const reason of ['Please call us first.', 'Sam is away that day.', 'We are closed then.']) {
      await move(own, '14:00');
      await answer(own, { answer: 'decline', reason });
      if (reason === 'Please call us first.') await sent(own);
    }
    await sent(own);
    const texts = api.smsTo(own.practice.client.phone ?? '').map(({ body }) => body.split('\n')[1]);
    expect(texts).toEqual(['We are closed then.', 'Please call us first.']);
  });

  it('to a move that is accepted states the new time', async () => {
    const own = await make(inTime, { self_change: 'request' });
    await move(own, '14:00');
    await answer(own, { answer: 'accept' });
    expect((await sent(own)).sms).toContain("It's now on Thursday 15 January at 14:00");
  });
});

it('is booked at the desk as Confirmed in the portal whenever the message says that it is booked', async () => {
  const own = await make(inTime);
  const { client, animal, checkUp, staffKey, clientKey } = own.practice;
  for (const [status, says] of [
    ['confirmed', true],
    ['pending', false],
  ] as const) {
    const input = {
      client_id: client.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: '2026-01-16',
      booking_time: status === 'confirmed' ? '10:00' : '14:00',
      status,
    };
    const { body } = await api.call('booking_create', input, staffKey);
    const seen = await api.call('cp/booking', { booking_id: body.booking_id }, clientKey);
    expect(seen.body.status).toBe(status);
    const log = (await api.call('booking', { booking_id: body.booking_id }, staffKey)).body.comms_log;
    expect(log.some(({ kind }) => kind === 'booking_confirmation')).toBe(says);
  }
  expect((await shown(own)).status).toBe('confirmed');
  expect((await detail(own)).status).toBe('confirmed');
});
