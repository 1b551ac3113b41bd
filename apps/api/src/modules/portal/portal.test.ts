import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAbsence } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, Columns, UserRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makePaidDeposit } from '../../testing/paid-deposit.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
  await db().query('truncate rate_limits');
});

/** The caller's entries in the audit log, newest first. */
async function deeds() {
  const { rows } = await db().query<{ line: string }>(
    `select l.action || ' ' || l.entity || ' ' || coalesce(l.entity_id::text, '-') || ' ' || coalesce(l.details::text, '') as line
     from audit_log l where l.tenant_id = $1 and l.client_id = $2 order by l.id desc`,
    [practice.tenant.id, practice.client.id],
  );
  return rows.map(({ line }) => line);
}

describe('cp/tenant', () => {
  const tenant = () => api.call('cp/tenant', {}, practice.clientKey);

  it("has the practice's details for pet owners", async () => {
    await db().query(
      `update tenants set deposit_required = true, deposit_pence = 1000, colour = '#1d5a4c', grace_minutes = 10
       where id = $1`,
      [practice.tenant.id],
    );
    const { id, tenant_name, phone, email, address } = practice.tenant;
    const { body } = await tenant();
    expect(body).toEqual({
      tenant_id: id,
      tenant_name,
      tenant_logo: null,
      color: '#1d5a4c',
      address,
      phone,
      email,
      business_hours: expect.any(String) as string,
      closed_today: null,
      time_zone: 'Europe/London',
      locale: 'en-GB',
      currency: 'GBP',
      week_starts_on: 'sunday',
      grace: 10,
      slot_minutes: 60,
      deposit_required: '1',
      deposit_amount: '10.00',
      deposit_payable: true,
      requests_open: true,
      waitlist_open: false,
    });
    expect(Object.keys(JSON.parse(body.business_hours) as object)).toContain('mon');
  });

  it('has the logo in a small size', async () => {
    const logo = { tenant: practice.tenant, file_type: 'logo', mime_type: 'image/png' };
    await makeFile(db(), { ...logo, content: Buffer.from('png') });
    expect((await tenant()).body.tenant_logo).toBe('data:image/png;base64,cG5n');
    await db().query('delete from files where tenant_id = $1', [practice.tenant.id]);
    await makeFile(db(), { ...logo, content: Buffer.alloc(65_536) });
    expect((await tenant()).body.tenant_logo).toBeNull();
    await db().query('delete from files where tenant_id = $1', [practice.tenant.id]);
    await makeFile(db(), {
      ...logo,
      content: Buffer.alloc(65_536),
      thumbnail: Buffer.alloc(300, 'w'),
    });
    const small = Buffer.alloc(300, 'w').toString('base64');
    expect((await tenant()).body.tenant_logo).toBe(`data:image/webp;base64,${small}`);
  });

  it('shows a holiday by its name, on the practice’s clock', async () => {
    await db().query("update tenants set time_zone = 'Asia/Tokyo' where id = $1", [practice.tenant.id]);
    await makeHoliday(db(), { tenant: practice.tenant, name: 'Founding Day', start_date: '2026-01-15' });
    api.clock.set('2026-01-14T14:59:00Z');
    expect((await tenant()).body.closed_today).toBeNull();
    api.clock.set('2026-01-14T15:00:00Z');
    expect((await tenant()).body.closed_today).toEqual({ holiday: 'Founding Day' });
  });

  it('shows a closure that leaves none of the day’s opening hours, without its note', async () => {
    const hours = { wed: [['09:00', '17:00']] };
    await db().query('update tenants set business_hours = $2 where id = $1', [practice.tenant.id, hours]);
    const closeFrom = (from: string, until: string, columns: { user?: UserRow; note?: string } = {}) =>
      makeAbsence(db(), {
        tenant: practice.tenant,
        from: `2026-01-14 ${from}`,
        until: `2026-01-14 ${until}`,
        ...columns,
      });
    await closeFrom('00:00', '24:00', { user: practice.staff });
    await closeFrom('09:00', '12:00', { note: 'Boiler' });
    expect((await tenant()).body.closed_today).toBeNull();
    await closeFrom('12:00', '17:00');
    expect((await tenant()).body.closed_today).toEqual({ holiday: null });
  });

  it('shows that requests are not possible once the trial is over', async () => {
    await db().query("update tenants set trial_ends_at = '2026-01-01' where id = $1", [practice.tenant.id]);
    expect((await tenant()).body.requests_open).toBe(false);
  });
});

describe('cp/client_update', () => {
  const update = (input: Parameters<typeof api.call<'cp/client_update'>>[1]) =>
    api.call('cp/client_update', input, practice.clientKey);
  const self = async () => (await api.call('cp/client', {}, practice.clientKey)).body;

  it('changes the sent fields, clears null ones, and is in the audit log as theirs', async () => {
    const before = await self();
    expect(before).toEqual({
      id: practice.client.id,
      name: practice.client.name,
      email: practice.client.email,
      phone: practice.client.phone,
      address: practice.client.address,
      likes_sms: '1',
      likes_email: '1',
      likes_recall: '1',
      created_at: practice.client.created_at,
    });
    const changes = { name: ' Zoë  ', email: null, phone: '07700 900 555', likes_sms: '0' as const };
    expect((await update(changes)).body).toEqual({ success: true });
    expect(await self()).toEqual({
      ...before,
      name: 'Zoë',
      email: null,
      phone: '07700900555',
      likes_sms: '0',
    });
    expect(await deeds()).toEqual([
      `cp/client_update client ${practice.client.id} {"changed": ["name", "email", "likes_sms", "phone"]}`,
    ]);
  });

  it.each([
    ['020 7946 0000', 'Please enter a valid UK mobile number.'],
    ['0770090055', 'Please enter a valid UK mobile number.'],
    ['  ', 'Please enter your mobile number'],
    [null as never, 'Please enter your mobile number'],
  ])('refuses %j as the sign-in number', async (phone, message) => {
    const { status, error } = await update({ phone });
    expect([status, error.fields]).toEqual([400, { phone: message }]);
  });

  it('keeps a number that could not be chosen today, in any spelling', async () => {
    await db().query("update clients set phone = '02079460001' where id = $1", [practice.client.id]);
    for (const phone of ['02079460001', '020 7946 0001']) {
      expect((await update({ phone, name: 'Zoë' })).status).toBe(200);
    }
    expect((await self()).phone).toBe('02079460001');
  });

  it('never reveals whose a number is', async () => {
    const other = await makeClient(db(), { tenant: practice.tenant, name: 'Secret Holder' });
    await makeClient(db(), { phone: '07700900777' });
    const { status, error } = await update({ phone: other.phone ?? '' });
    expect([status, error]).toEqual([
      409,
      {
        code: 'phone_taken',
        message: 'This mobile number can’t be used here. Please contact the practice.',
        fields: { phone: 'This mobile number can’t be used here. Please contact the practice.' },
        request_id: error.request_id,
      },
    ]);
    // In another practice the number is free.
    expect((await update({ phone: '07700900777' })).status).toBe(200);
  });

  it('prevents trying one number after the other', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => makeClient(db(), { tenant: practice.tenant })),
    );
    for (const { phone } of others) expect((await update({ phone: phone ?? '' })).status).toBe(409);
    for (const phone of ['07700900701', '07700900702']) expect((await update({ phone })).status).toBe(200);
    // From here on the answer is the same for a free and a taken number.
    for (const phone of ['07700900703', others[0]?.phone ?? '']) {
      const { status, error, headers } = await update({ phone });
      expect([status, error.code, error.message]).toEqual([
        429,
        'rate_limited',
        'You can’t change your mobile number again today. Please try tomorrow, or contact the practice.',
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    }
    // An unchanged number does not block the rest of the form.
    expect((await update({ phone: '07700 900 702', name: 'Zoë' })).status).toBe(200);
    const elsewhere = await makeSessionKey(db(), { client: await makeClient(db()) });
    expect((await api.call('cp/client_update', { phone: '07700900703' }, elsewhere)).status).toBe(200);
  });

  it('gives a number that two clients request at once to one of them', async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => makeClient(db(), { tenant: practice.tenant })),
    );
    const keys = await Promise.all(clients.map((client) => makeSessionKey(db(), { client })));
    const answers = await Promise.all(
      keys.map((key) => api.call('cp/client_update', { phone: '07700900888' }, key)),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused.map(({ error }) => [error.code, error.existing_id, error.message])).toEqual(
      Array.from({ length: 3 }, () => [
        'phone_taken',
        undefined,
        'This mobile number can’t be used here. Please contact the practice.',
      ]),
    );
  });
});

describe('the services of the portal', () => {
  it('are those offered online, in the practice’s order', async () => {
    const { tenant, checkUp, vaccination } = practice;
    await makeService(db(), { tenant, online: false });
    await makeService(db(), { tenant, retired_at: '2026-01-01T00:00:00Z' });
    await makeService(db(), { tenant, name: 'First', display_order: 0, description: 'At the door' });
    const { body } = await api.call('cp/booking_services', {}, practice.clientKey);
    expect(body.map(({ name }) => name)).toEqual(['First', checkUp.name, vaccination.name]);
    expect(body[0]).toEqual({
      id: body[0]?.id,
      name: 'First',
      terms: {
        self_change: 'direct',
        cancel_free_hours: 24,
        late_kept: '0.00',
        no_show_kept: '0.00',
        move_limit: 3,
        move_notice_hours: 24,
      },
      description: 'At the door',
      base_price: '45.00',
      duration_minutes: 30,
    });
  });

  it('include the species that the practice treats now', async () => {
    await db().query('update species set active = false where id = $1', [practice.cat.id]);
    const { body } = await api.call('cp/animal_species', {}, practice.clientKey);
    expect(body).toEqual([{ id: practice.dog.id, name: 'Dog', active: '1' }]);
  });
});

describe('the appointments of a pet owner', () => {
  const list = async (page = {}) => (await api.call('cp/bookings', page, practice.clientKey)).body;

  it('are listed newest first, without internal details', async () => {
    const { animal, checkUp, staff } = practice;
    const booked = await makeBooking(db(), { animal, service: checkUp, staff, notes: 'Limps' });
    await makeBooking(db(), { animal, service_id: null, booking_date: '2026-01-10', status: 'completed' });
    await makeBooking(db(), { tenant: practice.tenant });
    await db().query('update animals set active = false where id = $1', [animal.id]);
    const rows = await list();
    expect(rows.map(({ booking_date: day, service }) => [day, service])).toEqual([
      ['2026-01-15', 'Consultation'],
      ['2026-01-10', null],
    ]);
    const { body: one } = await api.call('cp/booking', { booking_id: booked.id }, practice.clientKey);
    const without = {
      deposit_paid: '0.00',
      deposit_refunded: '0.00',
      deposit_returning: '0.00',
      deposit_kept: '0.00',
      balance_due: '45.00',
    };
    expect(one).toEqual({ ...rows[0], ...without });
    expect(rows[0]).toEqual({
      id: booked.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      duration_minutes: 30,
      animal_id: animal.id,
      animal_name: animal.name,
      animal_breed: 'Border Terrier',
      species: 'Dog',
      service_id: checkUp.id,
      service: 'Consultation',
      staff_member: 'Stefan Staff',
      status: 'pending',
      price: '45.00',
      cancelled_by: null,
      open_change: null,
      notes: 'Limps',
    });
  });

  it.each([
    [{ is_provisional: true }, 'pending'],
    [{ staff_accepted: true }, 'confirmed'],
    [{ staff_accepted: true, is_provisional: true }, 'pending'],
    [{ staff_accepted: true, status: 'completed' }, 'completed'],
    [{ staff_accepted: true, status: 'cancelled' }, 'cancelled'],
    [{ status: 'in-progress' }, 'in-progress'],
  ] as const)('that are %j at the practice are %s here', async (columns, status) => {
    const { id } = await makeBooking(db(), { animal: practice.animal, ...columns });
    const { body } = await api.call('cp/booking', { booking_id: id }, practice.clientKey);
    expect(body.status).toBe(status);
    expect((await list())[0]?.status).toBe(status);
  });

  it('are paged on request', async () => {
    for (const hour of ['09', '10', '11']) {
      await makeBooking(db(), { animal: practice.animal, booking_time: `${hour}:00` });
      await makeBooking(db(), { animal: practice.animal, booking_time: `${hour}:00` });
    }
    const ids = (await list()).map(({ id }) => id);
    const first = await list({ limit: 4 });
    const second = await list({ limit: 4, cursor: String(first.at(-1)?.id) });
    expect([...first, ...second].map(({ id }) => id)).toEqual(ids);
    expect(second).toHaveLength(2);
  });

  it('of other clients are not found', async () => {
    const theirs = await makeBooking(db(), { tenant: practice.tenant });
    const { status, error } = await api.call('cp/booking', { booking_id: theirs.id }, practice.clientKey);
    expect([status, error.message]).toEqual([404, 'Appointment not found']);
    expect(await list({ cursor: String(theirs.id) })).toEqual([]);
  });

  describe('with a deposit', () => {
    const booked = async (columns: Columns<BookingRow> = {}) => {
      const { animal, checkUp: service } = practice;
      const dayAfter = { status: 'confirmed', booking_date: '2026-01-15' } as const;
      const booking = await makeBooking(db(), { animal, service, ...dayAfter, ...columns });
      return { booking, ...(await makePaidDeposit(api, practice, { booking })) };
    };
    const money = async ({ booking }: { booking: BookingRow }) => {
      const { body } = await api.call('cp/booking', { booking_id: booking.id }, practice.clientKey);
      const { deposit_paid, deposit_refunded, deposit_returning, deposit_kept, balance_due } = body;
      return [deposit_paid, deposit_refunded, deposit_returning, deposit_kept, balance_due];
    };
    const cancel = ({ booking }: { booking: BookingRow }, deposit: 'refund' | 'keep') =>
      api.call(
        'booking_status_update',
        { booking_id: booking.id, status: 'cancelled', deposit },
        practice.staffKey,
      );

    it('show payments and the balance due', async () => {
      expect(await money(await booked())).toEqual(['10.00', '0.00', '0.00', '0.00', '35.00']);
      expect(await money(await booked({ price_pence: 800 }))).toEqual([
        '10.00',
        '0.00',
        '0.00',
        '0.00',
        '0.00',
      ]);
    });

    it('show that it is being refunded, and that it was', async () => {
      const asked = await booked();
      await api.call('payment_refund', { payment_id: asked.paymentId, amount: '4' }, practice.staffKey);
      expect(await money(asked)).toEqual(['10.00', '0.00', '4.00', '0.00', '39.00']);
      await cancel(asked, 'refund');
      expect(await money(asked)).toEqual(['10.00', '0.00', '10.00', '0.00', '0.00']);
      await api.runJobs();
      expect(await money(asked)).toEqual(['10.00', '10.00', '0.00', '0.00', '0.00']);
    });

    it('show that the practice kept it, unless its refund failed', async () => {
      const kept = await booked();
      await cancel(kept, 'keep');
      expect(await money(kept)).toEqual(['10.00', '0.00', '0.00', '10.00', '0.00']);
      const failed = await booked({ booking_time: '12:00' });
      api.sandbox.stripe.refundOutcomes.push('refused');
      await cancel(failed, 'refund');
      await api.runJobs();
      expect(await money(failed)).toEqual(['10.00', '0.00', '0.00', '0.00', '0.00']);
    });
  });
});
