import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makePaidDeposit } from '../../testing/paid-deposit.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const minuteMs = 60_000;
const sentence = "We've refunded your deposit of £10.00.";

let practice: Practice;
let booking: BookingRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
  const { animal, checkUp: service } = practice;
  booking = await makeBooking(db(), { animal, service, status: 'confirmed', booking_date: '2026-01-20' });
});

/** Cancels the appointment and, after what happens meanwhile, sends its messages, by text and by email. */
async function cancelled(
  deposit: 'refund' | 'keep',
  meanwhile = async () => {},
): Promise<{ sms: string; mail: string }> {
  const input = { booking_id: booking.id, status: 'cancelled', deposit } as const;
  expect((await api.call('booking_status_update', input, practice.staffKey)).status).toBe(200);
  await meanwhile();
  api.clock.set(new Date(api.clock.now().getTime() + 2 * minuteMs).toISOString());
  while ((await sendDueMessages(api.deps)) > 0);
  const { phone, email } = practice.client;
  return { sms: api.smsTo(phone ?? '')[0]?.body ?? '', mail: api.mailTo(email ?? '')[0]?.body ?? '' };
}

const writeOwn = (channel: 'sms' | 'email', body: string) =>
  api.call(
    'message_template_update',
    { kind: 'booking_cancellation', channel, body, ...(channel === 'email' ? { subject: 'Cancelled' } : {}) },
    practice.adminKey,
  );

describe('the message about a cancelled appointment', () => {
  it('states before the closing that the deposit is refunded', async () => {
    await makePaidDeposit(api, practice, { booking });
    const { sms, mail } = await cancelled('refund');
    expect(sms).toMatch(
      /please call us on 01632 960123\. We've refunded your deposit of £10\.00\. Willow Vets$/,
    );
    expect(mail).toMatch(
      /please call us on 01632 960123\.\n\nWe've refunded your deposit of £10\.00\.\n\nKind regards,\nWillow Vets\n01632 960123$/,
    );
  });

  it('adds that to the practice’s own text too', async () => {
    await makePaidDeposit(api, practice, { booking });
    await writeOwn('sms', 'Sorry, {{animal_name}} cannot come.');
    await writeOwn('email', 'Sorry.\n\nRing us at {{practice_name}} soon.\n\nSee you');
    expect(await cancelled('refund')).toEqual({
      sms: `Sorry, ${practice.animal.name} cannot come. ${sentence}`,
      mail: `Sorry.\n\nRing us at Willow Vets soon.\n\nSee you\n\n${sentence}`,
    });
  });

  it('adds it before the closing, and not to a text that states it, with spaces around the variables too', async () => {
    await makePaidDeposit(api, practice, { booking });
    await writeOwn('sms', 'Sorry. Your {{ amount }} is on its way. {{ practice_name }}');
    await writeOwn('email', 'Sorry.\n\nYours,\n{{ practice_name }}');
    expect(await cancelled('refund')).toEqual({
      sms: 'Sorry. Your £10.00 is on its way. Willow Vets',
      mail: `Sorry.\n\n${sentence}\n\nYours,\nWillow Vets`,
    });
  });

  it('states what the practice keeps of a deposit, and mentions none that does not exist', async () => {
    const none = await cancelled('refund');
    expect(none.sms + none.mail).not.toContain('deposit');
    booking = await makeBooking(db(), {
      animal: practice.animal,
      status: 'confirmed',
      booking_date: '2026-01-21',
    });
    await makePaidDeposit(api, practice, { booking });
    const kept = await cancelled('keep');
    for (const text of [kept.sms, kept.mail]) {
      expect(text).toContain('We keep £10.00 of your deposit.');
      expect(text).not.toContain('refunded');
    }
  });

  it('mentions no deposit as kept that was refunded before it is sent', async () => {
    const { paymentId } = await makePaidDeposit(api, practice, { booking });
    const { sms, mail } = await cancelled('keep', async () => {
      const { status } = await api.call('payment_refund', { payment_id: paymentId }, practice.staffKey);
      expect(status).toBe(200);
    });
    for (const text of [sms, mail]) {
      expect(text).toContain(sentence);
      expect(text).not.toContain('keep');
    }
  });
});
