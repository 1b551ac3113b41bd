import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { timeZoneInput } from '../../lib/region.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const update = ({ adminKey }: Practice, input: InputOf<'tenant_update'>) =>
  api.call('tenant_update', input, adminKey);

const settings = async ({ staffKey }: Practice) => {
  const [tenant] = (await api.call('tenant', {}, staffKey)).body;
  if (!tenant) throw new Error('The practice answers nothing.');
  return tenant;
};

const lastDetails = async ({ tenant }: Practice) =>
  (
    await db().query<{ details: unknown }>(
      'select details from audit_log where tenant_id = $1 order by id desc limit 1',
      [tenant.id],
    )
  ).rows[0]?.details;

const startOf = async (bookingId: number) =>
  (await db().query<{ starts_at: string }>('select starts_at from bookings where id = $1', [bookingId]))
    .rows[0]?.starts_at;

describe('tenant_update', () => {
  it('changes the sent fields, clears null ones, keeps the rest, and names the changed fields in the log', async () => {
    const practice = await makePractice(db());
    const before = await settings(practice);
    const changes = {
      tenant_name: 'Willow Vets',
      address: null,
      phone: '+44 (0)1632 960 144',
      color: '#1D5A4C',
      grace: '10',
      slot_minutes: 30,
      parallel_places: 2,
      deposit_required: '1',
      deposit_amount: '12.50',
      vat_number: 'GB123456789',
      vat_rate: '17.5',
      hide_revenue_from_staff: '1',
      portal_password_minimum: 10,
      week_starts_on: 'monday',
    } as const;
    expect((await update(practice, { ...changes, email: before.email })).body).toEqual({ success: true });
    expect(await settings(practice)).toEqual({
      ...before,
      ...changes,
      phone: '01632960144',
      color: '#1d5a4c',
      grace: 10,
    });
    const { changed } = (await lastDetails(practice)) as { changed: string[] };
    expect(new Set(changed)).toEqual(new Set(Object.keys(changes)));
  });

  it('sets when messages are sent: hours of reminders, quiet hours, and how many texts a day', async () => {
    const practice = await makePractice(db());
    expect(await settings(practice)).toMatchObject({
      reminder_hours: [24],
      quiet_from: '21:00',
      quiet_until: '08:00',
      sms_daily_cap: 500,
    });
    const changes = { quiet_from: '20:30', quiet_until: '07:15', sms_daily_cap: 0 };
    expect((await update(practice, { ...changes, reminder_hours: '[2, 48, 2]' })).status).toBe(200);
    expect(await settings(practice)).toMatchObject({ ...changes, reminder_hours: [48, 2] });
    expect(await lastDetails(practice)).toMatchObject({
      changed: expect.arrayContaining(['reminder_hours', 'quiet_from', 'quiet_until', 'sms_daily_cap']),
    });
    await update(practice, { reminder_hours: '[]' });
    expect((await settings(practice)).reminder_hours).toEqual([]);
  });

  it.each([
    [{ reminder_hours: '[1, 2, 3, 4]' }, 'reminder_hours', 'Enter at most three.'],
    [{ reminder_hours: '[0]' }, 'reminder_hours', 'Enter 1 hour or more.'],
    [{ reminder_hours: '[169]' }, 'reminder_hours', 'Enter 168 hours or less.'],
    [{ reminder_hours: '[1.5]' }, 'reminder_hours', 'Enter whole hours.'],
    [{ quiet_from: '24:00' }, 'quiet_from', expect.any(String)],
    [{ sms_daily_cap: '-1' }, 'sms_daily_cap', expect.any(String)],
    [{ sms_daily_cap: '5001' }, 'sms_daily_cap', expect.any(String)],
  ])('refuses %j', async (input, field, message) => {
    const { status, error } = await update(await makePractice(db()), input);
    expect(status).toBe(400);
    // Of a list, the position of the error in it.
    expect(Object.entries(error.fields ?? {})).toEqual([[expect.stringMatching(`^${field}`), message]]);
  });

  it("uses the practice's name without a contact person", async () => {
    const practice = await makePractice(db(), { tenant_name: 'Willow Vets', contact_name: 'Ada' });
    expect((await settings(practice)).name).toBe('Ada');
    await update(practice, { name: null });
    expect((await settings(practice)).name).toBe('Willow Vets');
  });

  it('accepts minimum lengths of portal passwords from 6 to 64', async () => {
    const practice = await makePractice(db());
    for (const portal_password_minimum of ['5', '65', 'six']) {
      const { status, error } = await update(practice, { portal_password_minimum });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['portal_password_minimum']]);
    }
    for (const portal_password_minimum of [64, 6]) {
      expect((await update(practice, { portal_password_minimum })).status).toBe(200);
      expect(await settings(practice)).toMatchObject({ portal_password_minimum });
    }
  });

  it('can mark the setup as complete early', async () => {
    const practice = await makePractice(db(), { fts_complete: false });
    expect((await update(practice, { fts_complete: '1' })).status).toBe(200);
    expect((await settings(practice)).fts_complete).toBe('1');
  });

  it('stores a phone number in the format of the region sent with it', async () => {
    const practice = await makePractice(db());
    await update(practice, { locale: 'fr-fr', phone: '06 12 34 56 78' });
    expect(await settings(practice)).toMatchObject({ locale: 'fr-FR', phone: '0612345678' });
  });

  it.each([
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone', 'Enter a time zone such as Europe/London.'],
    [{ time_zone: '+01:00' }, 'time_zone', 'Enter a time zone such as Europe/London.'],
    [{ locale: 'not a locale' }, 'locale', 'Enter a locale such as en-GB.'],
    [{ currency: 'QQQ' }, 'currency', 'Enter a currency such as GBP.'],
    [
      { currency: 'KWD' },
      'currency',
      'Prices in this currency need more than two decimal places. Choose another.',
    ],
    [{ phone: 'ring twice' }, 'phone', 'Enter a phone number such as 07700 900001.'],
    [{ color: 'green' }, 'color', 'Choose a colour such as #1d5a4c.'],
    [{ deposit_required: '1' }, 'deposit_amount', 'Enter the deposit amount.'],
    [{ vat_rate: '120' }, 'vat_rate', 'Enter 100 or less.'],
    [{ slot_minutes: 4 }, 'slot_minutes', 'Enter 5 or more.'],
    [
      { business_hours: { mon: [['12:00', '09:00']] } },
      'business_hours.mon',
      'Opening must be before closing.',
    ],
    [
      {
        business_hours: {
          tue: [
            ['09:00', '12:00'],
            ['11:00', '17:00'],
          ],
        },
      },
      'business_hours.tue',
      'Enter the hours of a day in order, without overlaps.',
    ],
    [{ business_hours: { wed: [['9', '17:00']] } }, 'business_hours.wed.0.0', 'Enter times as HH:MM.'],
    [
      { business_hours: { thu: [['09:00']] } },
      'business_hours.thu.0',
      'Enter an opening and a closing time.',
    ],
    [
      { business_hours: { someday: [] } },
      'business_hours',
      'Enter the opening hours by day: sun, mon, tue, wed, thu, fri, sat.',
    ],
  ])('refuses %j', async (input, field, message) => {
    const practice = await makePractice(db());
    const before = await settings(practice);
    const { status, error } = await update(practice, input as InputOf<'tenant_update'>);
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
    expect(await settings(practice)).toEqual(before);
  });

  it('refuses a deposit that could not be charged to a card', async () => {
    const practice = await makePractice(db(), { deposit_required: false, deposit_pence: 0 });
    const refusal = async (input: object) => {
      const { status, error } = await update(practice, input);
      return [status, error.fields?.['deposit_amount']];
    };
    const asked = { deposit_required: '1' };
    expect(await refusal({ ...asked, deposit_amount: '0.29' })).toEqual([
      400,
      'The minimum card charge is £0.30.',
    ]);
    expect(await refusal({ ...asked, deposit_amount: '0.30' })).toEqual([200, undefined]);
    expect((await refusal({ currency: 'EUR' }))[0]).toBe(400);
    expect((await refusal({ currency: 'JPY', deposit_amount: '100.50' }))[1]).toContain('whole amounts');
    expect((await refusal({ currency: 'JPY', deposit_amount: '100' }))[0]).toBe(200);
    const given = api.deps.payments;
    api.deps.payments = { ...given, isConfigured: false };
    const unpaid = await refusal({ currency: 'GBP', deposit_amount: '0.10' });
    api.deps.payments = given;
    expect(unpaid[0]).toBe(200);
  });

  it('stops requiring a deposit only together with clearing its amount', async () => {
    const practice = await makePractice(db(), { deposit_required: true, deposit_pence: 1000 });
    expect((await update(practice, { deposit_amount: '0' })).status).toBe(400);
    expect((await update(practice, { deposit_required: '0', deposit_amount: '0' })).status).toBe(200);
  });

  it('sets the opening hours, also until midnight, as form or as JSON', async () => {
    const practice = await makePractice(db());
    const hours = JSON.stringify({
      thu: [
        ['08:30', '12:00'],
        ['22:00', '24:00'],
      ],
    });
    expect((await update(practice, { business_hours: hours })).status).toBe(200);
    const { body } = await api.call(
      'bookings/free_times',
      { date: '2026-01-15', duration_minutes: 60 },
      practice.staffKey,
    );
    const times = body.times.map(({ time }) => time);
    expect([times[0], times.at(-1), times.includes('13:00')]).toEqual(['08:30', '23:00', false]);
    // The same hours again are no change.
    await update(practice, { business_hours: hours });
    expect(await lastDetails(practice)).toEqual({ changed: [] });
  });

  it('is for admins', async () => {
    const practice = await makePractice(db());
    const { status } = await api.call('tenant_update', { tenant_name: 'Ours' }, practice.staffKey);
    expect(status).toBe(403);
  });
});

describe('a new time zone', () => {
  it('moves the instants of upcoming appointments and leaves the past', async () => {
    const practice = await makePractice(db());
    const past = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-13' });
    const winter = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-15' });
    const summer = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-07-15' });
    await update(practice, { time_zone: 'europe/paris' });
    expect((await settings(practice)).time_zone).toBe('Europe/Paris');
    expect([await startOf(past.id), await startOf(winter.id), await startOf(summer.id)].map(String)).toEqual(
      ['2026-01-13T10:00:00.000Z', '2026-01-15T09:00:00.000Z', '2026-07-15T08:00:00.000Z'].map((iso) =>
        String(new Date(iso)),
      ),
    );
  });

  it('includes appointments that are upcoming by either clock', async () => {
    const practice = await makePractice(db());
    // 09:00 in London is 04:00 in New York, where 08:00 is upcoming, and 18:00 in Tokyo, where 10:00 is over.
    const earlier = await makeBooking(db(), {
      animal: practice.animal,
      booking_date: '2026-01-14',
      booking_time: '08:00',
    });
    const later = await makeBooking(db(), {
      animal: practice.animal,
      booking_date: '2026-01-14',
      booking_time: '10:00',
    });
    await update(practice, { time_zone: 'America/New_York' });
    expect(await startOf(earlier.id)).toEqual(new Date('2026-01-14T13:00:00Z'));
    await update(practice, { time_zone: 'Asia/Tokyo' });
    expect(await startOf(later.id)).toEqual(new Date('2026-01-14T01:00:00Z'));
  });

  it('keeps appointments at times that its clock skips, or repeats', async () => {
    const practice = await makePractice(db(), { time_zone: 'UTC' });
    const { animal } = practice;
    const never = await makeBooking(db(), { animal, booking_date: '2026-03-29', booking_time: '01:30' });
    const twice = await makeBooking(db(), { animal, booking_date: '2026-10-25', booking_time: '01:30' });
    expect((await update(practice, { time_zone: 'Europe/London' })).status).toBe(200);
    expect(await startOf(never.id)).toEqual(new Date('2026-03-29T01:30:00Z'));
    expect(await startOf(twice.id)).toEqual(new Date('2026-10-25T00:30:00Z'));
    const { body } = await api.call('booking', { booking_id: never.id }, practice.staffKey);
    expect([body.booking_date, body.booking_time]).toEqual(['2026-03-29', '01:30']);
  });

  it('is stored by its present name', async () => {
    const practice = await makePractice(db());
    for (const [typed, name] of [
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['asia/kolkata', 'Asia/Kolkata'],
      ['Europe/Kiev', 'Europe/Kyiv'],
      ['America/Indianapolis', 'America/Indiana/Indianapolis'],
    ]) {
      await update(practice, { time_zone: typed });
      expect((await settings(practice)).time_zone).toBe(name);
    }
  });

  it('is one that the database has too', async () => {
    const names = Intl.supportedValuesOf('timeZone').map(timeZoneInput);
    const { rows } = await db().query<{ name: string }>(
      `select n.name from unnest($1::text[]) n(name)
       where not exists (select from pg_timezone_names k where lower(k.name) = lower(n.name))`,
      [names],
    );
    expect(rows).toEqual([]);
  });
});
