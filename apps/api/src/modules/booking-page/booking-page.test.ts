import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeDeposit } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAbsence, makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi({ PUBLIC_URL: 'https://burrow.example' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('delete from rate_limits'));

const makeShown = (columns: Parameters<typeof makePractice>[1] = {}): Promise<Practice> =>
  makePractice(db(), { booking_page: true, ...columns });

const change = async (practice: Practice, input: Parameters<typeof api.call<'tenant_update'>>[1]) => {
  const { status, error } = await api.call('tenant_update', input, practice.adminKey);
  return status === 200 ? 200 : error.fields;
};

const pageOf = ({ tenant }: Practice) => api.call('book/practice', { tenant_id: tenant.id });

describe('a booking page', () => {
  it('is off until an admin switches it on, and off again', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp } = practice;
    const asked = { tenant_id: tenant.id, service_id: checkUp.id };
    const statuses = async () => [
      (await pageOf(practice)).status,
      (await api.call('book/availability', asked)).status,
      (await api.call('book/staff', asked)).status,
    ];
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(await change(practice, { booking_page: '1' })).toBe(200);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await change(practice, { booking_page: '0' })).toBe(200);
    expect(await statuses()).toEqual([404, 404, 404]);
    const { rows } = await db().query('select booking_page_published_at from tenants where id = $1', [
      tenant.id,
    ]);
    expect(rows[0]).toEqual({ booking_page_published_at: api.clock.now() });
  });

  it('is not switched by staff', async () => {
    const practice = await makePractice(db());
    const { status } = await api.call('tenant_update', { booking_page: '1' }, practice.staffKey);
    expect(status).toBe(403);
  });

  it('lists holidays by name, and closures without their note', async () => {
    const practice = await makeShown();
    const { tenant } = practice;
    const hours = { fri: [['09:00', '17:00']], mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] };
    await db().query('update tenants set business_hours = $2 where id = $1', [tenant.id, hours]);
    await makeHoliday(db(), { tenant, name: 'Founding Day', start_date: '2026-01-26' });
    const note = 'Boiler';
    await makeAbsence(db(), { tenant, from: '2026-01-30 09:00', until: '2026-02-03 00:00', note });
    await makeAbsence(db(), { tenant, from: '2026-02-03 09:00', until: '2026-02-03 12:00', note });
    expect((await pageOf(practice)).body.holidays).toEqual([
      { name: 'Founding Day', start_date: '2026-01-26', end_date: '2026-01-26' },
      { name: 'Closed', start_date: '2026-01-30', end_date: '2026-02-02' },
    ]);
  });

  it('shows prices and team only as the practice chooses', async () => {
    const practice = await makeShown();
    const { tenant, checkUp } = practice;
    const jo = await makeUser(db(), { tenant, takes_bookings: true });
    const al = await makeUser(db(), { tenant, takes_bookings: true });
    await makeServiceStaff(db(), checkUp, jo, { price_pence: 6000, duration_minutes: 45 });
    await makeServiceStaff(db(), checkUp, al);
    const staff = async () =>
      (await api.call('book/staff', { tenant_id: tenant.id, service_id: checkUp.id })).body;
    const service = async () => (await pageOf(practice)).body.services.find(({ id }) => id === checkUp.id);
    expect(await service()).toMatchObject({
      price: '45.00',
      price_varies: true,
      duration_minutes: 30,
      duration_varies: true,
    });
    expect((await staff()).find(({ id }) => id === jo.id)).toMatchObject({
      price: '60.00',
      duration_minutes: 45,
    });
    expect((await pageOf(practice)).body.team.length).toBeGreaterThan(1);
    expect(await change(practice, { booking_page_prices: '0' })).toBe(200);
    expect(await service()).toMatchObject({ price: null, price_varies: false });
    expect((await staff()).map(({ price }) => price)).toEqual([null, null]);
    expect(await change(practice, { booking_page_team: '0' })).toBe(200);
    expect((await pageOf(practice)).body.team).toEqual([]);
    expect(await staff()).toEqual([]);
    // A person whom the page does not show can’t be asked for by id.
    const asked = { tenant_id: tenant.id, service_id: checkUp.id, staff_id: jo.id };
    expect((await api.call('book/availability', asked)).status).toBe(404);
  });

  it('lists the services that are offered online, and no archived ones', async () => {
    const practice = await makeShown();
    const { tenant } = practice;
    await makeService(db(), { tenant, name: 'At the desk only', online: false });
    await makeService(db(), { tenant, name: 'Archived', retired_at: '2026-01-01T00:00:00Z' });
    const shown = await makeService(db(), { tenant, name: 'Full groom', description: 'Two hours' });
    const names = (await pageOf(practice)).body.services.map(({ name }) => name);
    expect(names).toContain(shown.name);
    expect(names).not.toContain('At the desk only');
    expect(names).not.toContain('Archived');
  });

  it('shows the terms of a deposit before it is paid', async () => {
    const practice = await makeShown({
      deposit_required: true,
      deposit_pence: 1000,
      cancel_free_hours: 48,
      cancel_keep: 'sum',
      cancel_keep_value: 500,
    });
    const service = (await pageOf(practice)).body.services.find(({ id }) => id === practice.checkUp.id);
    expect(service?.terms).toMatchObject({ cancel_free_hours: 48, late_kept: '5.00', no_show_kept: '0.00' });
  });

  it('tells strangers which times are free, and nothing about the others', async () => {
    const practice = await makeShown();
    const { tenant, animal, checkUp } = practice;
    const wanted = { tenant_id: tenant.id, service_id: checkUp.id, year: 2026, month: 1 };
    const timesOn = async (day: string) =>
      (await api.call('book/availability', wanted)).body.days.find(({ date }) => date === day)?.times;
    const before = await timesOn('2026-01-20');
    const taken = before?.[1]?.time ?? '';
    await makeBooking(db(), { animal, service: checkUp, booking_date: '2026-01-20', booking_time: taken });
    const after = await timesOn('2026-01-20');
    expect(after?.map(({ time }) => time)).not.toContain(taken);
    expect(after?.every(({ free }) => free)).toBe(true);
    expect(Object.keys((await api.call('book/availability', wanted)).body)).not.toContain('bookings');
  });

  it('never mixes two practices', async () => {
    const [mine, other] = [await makeShown(), await makeShown()];
    const foreign = { tenant_id: mine.tenant.id, service_id: other.checkUp.id };
    expect((await api.call('book/availability', foreign)).status).toBe(404);
    expect((await api.call('book/staff', foreign)).status).toBe(404);
    const { body } = await pageOf(mine);
    expect(body.services.map(({ id }) => id)).not.toContain(other.checkUp.id);
    const booking = await makeBooking(db(), { animal: other.animal });
    const deposit = await makeDeposit(db(), { booking, return_path: '/book' });
    const reference = { checkout_id: deposit.checkout_reference ?? '' };
    expect((await api.call('book/payment', { tenant_id: mine.tenant.id, ...reference })).status).toBe(404);
    expect((await api.call('book/payment', { tenant_id: other.tenant.id, ...reference })).body).toEqual({
      status: 'PAID',
      outcome: 'booked',
      deposit_amount: '10.00',
    });
  });

  it('does not report the payments that were begun in the portal', async () => {
    const practice = await makeShown();
    const booking = await makeBooking(db(), { animal: practice.animal });
    const { checkout_reference: reference } = await makeDeposit(db(), { booking });
    const asked = { tenant_id: practice.tenant.id, checkout_id: reference ?? '' };
    expect((await api.call('book/payment', asked)).status).toBe(404);
  });

  it('says when no requests are taken', async () => {
    const practice = await makeShown({ trial_ends_at: '2025-01-01T00:00:00Z' });
    expect((await pageOf(practice)).body.requests_open).toBe(false);
  });
});

describe('the websites of a practice', () => {
  it('are kept as origins, each once', async () => {
    const practice = await makePractice(db());
    const sites =
      'www.willow.example/contact, https://WWW.willow.example\nhttps://shop.willow.example:8443 http://localhost:3000/x';
    expect(await change(practice, { widget_sites: sites })).toBe(200);
    const { body } = await api.call('tenant', {}, practice.adminKey);
    expect(body[0]?.widget_sites).toEqual([
      'https://www.willow.example',
      'https://shop.willow.example:8443',
      'http://localhost:3000',
    ]);
    expect(await change(practice, { widget_sites: null })).toBe(200);
    expect((await api.call('tenant', {}, practice.adminKey)).body[0]?.widget_sites).toEqual([]);
  });

  it.each([
    'http://www.willow.example',
    '*',
    'https://*.willow.example',
    "'self'",
    'data:text/html,x',
    'javascript:alert(1)',
    'https://user:secret@willow.example',
    'https://willow',
    'https://willow.example;script-src',
  ])('refuse %s', async (site) => {
    const practice = await makePractice(db());
    const refused = await change(practice, { widget_sites: [site] });
    expect(refused).toEqual({ widget_sites: expect.stringContaining('isn’t the address of a website') });
  });

  it('are at most 20', async () => {
    const practice = await makePractice(db());
    const sites = Array.from({ length: 21 }, (_site, index) => `https://site-${index}.example`);
    expect(await change(practice, { widget_sites: sites })).toEqual({
      widget_sites: 'Enter at most 20 websites.',
    });
  });
});

describe('the deposit of a visitor', () => {
  it('is kept on the terms that were shown, also if whom they see costs more', async () => {
    const practice = await makeShown({
      deposit_required: true,
      deposit_pence: 4000,
      cancel_keep: 'percent',
      cancel_keep_value: 5000,
    });
    const { tenant, animal, checkUp, clientKey } = practice;
    const senior = await makeUser(db(), { tenant });
    await makeServiceStaff(db(), checkUp, senior, { price_pence: 9000 });
    const [service] = (await api.call('cp/booking_services', {}, clientKey)).body;
    expect(service?.terms.late_kept).toBe('22.50');
    const wanted = { animal_id: animal.id, service_id: checkUp.id, staff_id: senior.id };
    const { status } = await api.call(
      'cp/payment/create_checkout',
      { ...wanted, booking_date: '2026-01-20', booking_time: '10:00' },
      clientKey,
    );
    expect(status).toBe(200);
    const { rows } = await db().query(
      "select price_pence, (terms ->> 'price_pence')::int as of_terms from deposits where tenant_id = $1",
      [tenant.id],
    );
    expect(rows).toEqual([{ price_pence: 9000, of_terms: 4500 }]);
  });

  it('returns to the booking page that it began on, and to no other page', async () => {
    const practice = await makeShown({ deposit_required: true, deposit_pence: 1000 });
    const { tenant, animal, checkUp, clientKey } = practice;
    const wanted = { animal_id: animal.id, service_id: checkUp.id, booking_date: '2026-01-20' };
    const own = `https://burrow.example/book/${tenant.subdomain}`;
    const pages: [string, string | null][] = [
      [own, `/book/${tenant.subdomain}`],
      [`https://burrow.example/Book/${tenant.subdomain?.toUpperCase()}/`, `/book/${tenant.subdomain}`],
      ['https://burrow.example/book/another', null],
      ['https://burrow.example/app/cp', null],
    ];
    for (const [page, path] of pages) {
      await db().query('delete from deposits where tenant_id = $1', [tenant.id]);
      const { status } = await api.call(
        'cp/payment/create_checkout',
        { ...wanted, booking_time: '10:00', return_url: page },
        clientKey,
      );
      const { rows } = await db().query(
        'select return_path, return_origin from deposits where tenant_id = $1',
        [tenant.id],
      );
      expect([status, rows[0]]).toEqual([
        200,
        { return_path: path, return_origin: 'https://burrow.example' },
      ]);
    }
  });
});
