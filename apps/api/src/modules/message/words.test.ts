import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  api.clock.set('2026-01-14T09:00:00Z');
  practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
});

async function send(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

const later = (minutes: number) =>
  api.clock.set(new Date(api.clock.now().getTime() + minutes * 60_000).toISOString());

/** Moves tomorrow's appointment, which notifies the client by text and email. */
async function move(): Promise<{ text: string; mail: string }> {
  const booking = await makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    status: 'confirmed',
  });
  await api.call('booking_update', { booking_id: booking.id, booking_time: '11:00' }, practice.staffKey);
  later(1);
  await send();
  const { phone, email } = practice.client;
  return { text: api.smsTo(phone ?? '')[0]?.body ?? '', mail: api.mailTo(email ?? '')[0]?.body ?? '' };
}

describe('the messages of a practice without a phone number', () => {
  it.each([null, 'hello@willow.test'])(
    'leave out the sentences that ask the client to call (email: %s)',
    async (email) => {
      await db().query('update tenants set phone = null, email = $2 where id = $1', [
        practice.tenant.id,
        email,
      ]);
      const { text, mail } = await move();
      expect(text).toMatch(
        /It's now on Thursday 15 January at 11:00 \(Consultation\)\. Willow Vets\nMove or cancel: \S+$/,
      );
      expect(mail).toContain(
        ['', '', 'Kind regards,', 'Willow Vets', email].filter((line) => line !== null).join('\n'),
      );
      for (const words of [text, mail]) expect(words).not.toMatch(/call|suit/);
    },
  );

  it('ask the client to call if the practice has a number', async () => {
    const { text, mail } = await move();
    expect(text).toContain("If that doesn't suit, please call 01632 960123.");
    expect(mail).toContain('please call us on 01632 960123');
  });
});

describe('a text of the practice with spaces around its variables', () => {
  it('has the link, and the email address in place of a phone number', async () => {
    await db().query("update tenants set phone = null, email = 'hello@willow.test' where id = $1", [
      practice.tenant.id,
    ]);
    const write = (channel: 'sms' | 'email', body: string) =>
      api.call(
        'message_template_update',
        { kind: 'booking_change', channel, subject: 'Moved', body },
        practice.adminKey,
      );
    expect((await write('sms', 'Moved. Change it here: {{ manage_link }}')).status).toBe(200);
    expect((await write('email', 'Moved.\n\nYours,\n{{ practice_name }}\n{{ practice_phone }}')).status).toBe(
      200,
    );
    const { text, mail } = await move();
    expect(text).toMatch(new RegExp(`^Moved\\. Change it here: ${api.url}/l/[\\w-]{12}$`));
    expect(mail).toBe('Moved.\n\nYours,\nWillow Vets\nhello@willow.test');
  });
});

describe('a text of the practice of which nothing remains', () => {
  it('is replaced by the standard text', async () => {
    await db().query("update tenants set self_change = 'off' where id = $1", [practice.tenant.id]);
    const own = { kind: 'booking_change', channel: 'sms', body: 'Change it here: {{manage_link}}' } as const;
    expect((await api.call('message_template_update', own, practice.adminKey)).status).toBe(200);
    expect((await move()).text).toContain("It's now on Thursday 15 January at 11:00 (Consultation).");
  });
});

describe('a long name', () => {
  it('is truncated between words with an ellipsis, in texts and emails', async () => {
    await db().query('update clients set name = $2 where id = $1', [
      practice.client.id,
      'Gwendolyn Persephone Alexandrina Featherstonehaugh Bartholomew-Cholmondeley',
    ]);
    const { text, mail } = await move();
    expect(text).toContain('Hi Gwendolyn Persephone Alexandrina Featherstonehaugh…, ');
    expect(mail).toContain('Hi Gwendolyn Persephone Alexandrina Featherstonehaugh…,');
  });
});

describe('a text message that would wait for the quiet hours to end', () => {
  it('after its appointment has begun is immediately marked as too late, with the reason', async () => {
    api.clock.set('2026-01-14T21:01:00Z');
    const input = {
      client_id: practice.client.id,
      animal_id: practice.animal.id,
      service_id: practice.checkUp.id,
      booking_date: '2026-01-14',
      booking_time: '21:30',
    };
    const { body } = await api.call('booking_create', input, practice.staffKey);
    await send();
    const { comms_log: log } = (await api.call('booking', { booking_id: body.booking_id }, practice.staffKey))
      .body;
    expect(log.find(({ type }) => type === 'sms')).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^The appointment starts before your quiet hours end/),
    });
    expect(log.find(({ type }) => type === 'email')).toMatchObject({ status: 'sent' });
    expect(api.smsTo(practice.client.phone ?? '')).toEqual([]);
  });
});
