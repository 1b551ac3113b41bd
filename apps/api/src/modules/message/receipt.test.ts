import { beforeEach, describe, expect, it } from 'vitest';
import { beginPaying, checkoutFor, draftOf, makeDepositPractice, ownerOf } from '../../testing/deposits.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
});

const ask = async (from = practice): Promise<number> => {
  const { body } = await api.call('cp/booking_create', draftOf(from, ownerOf(from)), from.clientKey);
  return body.booking_id;
};

async function send(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

const logOf = async (bookingId: number, { staffKey } = practice) =>
  (await api.call('booking', { booking_id: bookingId }, staffKey)).body.comms_log;

const texts = ({ client }: Practice) => api.smsTo(client.phone ?? '').map(({ body }) => body);

describe('a request from the portal', () => {
  it('is acknowledged at once by text and email, as a request that is not confirmed', async () => {
    const bookingId = await ask();
    await send();
    const name = practice.client.name;
    expect(texts(practice)).toEqual([
      expect.stringMatching(
        `^Hi ${name}, we've received your request for ${practice.animal.name}: Consultation on Thursday 15 January at 10:00. It isn't confirmed yet: we'll let you know. Willow Vets, 01632 960123\nMove or cancel: ${api.url}/l/[\\w-]{12}$`,
      ),
    ]);
    const [mail] = api.mailTo(practice.client.email ?? '');
    expect(mail?.subject).toBe(`We've received your request for ${practice.animal.name}`);
    expect(mail?.body).toContain("It isn't confirmed yet");
    expect(mail?.body).not.toContain('deposit');
    expect((await logOf(bookingId)).map(({ kind, status }) => [kind, status])).toEqual([
      ['request_received', 'sent'],
      ['request_received', 'sent'],
    ]);
  });

  it('states the amount of a paid deposit and what happens to it, and notifies the desk once', async () => {
    const paying = await makeDepositPractice(api, { tenant_name: 'Willow Vets' });
    const reference = await checkoutFor(api, paying, ownerOf(paying));
    api.sandbox.stripe.pay(reference);
    await api.call('cp/payment/status', { checkout_id: reference }, paying.clientKey);
    await send();
    expect(texts(paying)).toEqual([
      expect.stringContaining("We've received your deposit of £10.00, which comes off your bill."),
    ]);
    const [mail] = api.mailTo(paying.client.email ?? '');
    expect(mail?.body).toContain(
      "We've received your deposit of £10.00, which comes off your bill. If we can't offer you the appointment, we'll refund your £10.00 deposit.",
    );
    const { body } = await api.call('notifications', {}, paying.staffKey);
    expect(body.notifications).toMatchObject([{ kind: 'booking_request', amount: '10.00' }]);
  });

  it('is not acknowledged once it has been answered', async () => {
    const bookingId = await ask();
    const acceptance = { is_provisional: '0', status: 'pending', staff_accepted: '1' } as const;
    const accepted = await api.call(
      'booking_update',
      { booking_id: bookingId, ...acceptance },
      practice.staffKey,
    );
    expect(accepted.status).toBe(200);
    await send();
    expect(texts(practice).filter((text) => text.includes('received your request'))).toEqual([]);
  });

  it('is acknowledged on the channels that the client allows, unless the practice has turned it off', async () => {
    await db().query('update clients set likes_sms = false where id = $1', [practice.client.id]);
    const off = await api.call(
      'message_template_update',
      { kind: 'request_received', channel: 'email', subject: 'Thanks', body: 'Thanks', enabled: '0' },
      practice.adminKey,
    );
    expect(off.status).toBe(200);
    const bookingId = await ask();
    expect(await logOf(bookingId)).toEqual([]);
  });

  it('is acknowledged in the practice’s own words', async () => {
    await api.call(
      'message_template_update',
      { kind: 'request_received', channel: 'sms', body: 'Got it, {{client_name}}. You paid {{amount}}. Bye' },
      practice.adminKey,
    );
    await ask();
    await send();
    expect(texts(practice)).toEqual([`Got it, ${practice.client.name}. Bye`]);
  });

  it('is not acknowledged until its deposit is paid', async () => {
    const paying = await makeDepositPractice(api);
    expect((await beginPaying(api, paying, ownerOf(paying))).status).toBe(200);
    await send();
    expect(texts(paying)).toEqual([]);
  });
});
