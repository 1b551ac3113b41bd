import { describe, expect, it } from 'vitest';
import { makeBooking, makeBookingField } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// Blank text, and text that no database can store.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const blank = ' \n\t ';
/** A lone surrogate, and the null character. */
const broken = ['Rex \ud83d', 'Rex \u0000'];

describe('blank text', () => {
  it('is no phone number, so any number of clients can have it', async () => {
    const { adminKey } = await makePractice(db());
    for (const name of ['Ann', 'Bob']) {
      const made = await api.call(
        'client_create',
        { name, phone: blank, address: blank, notes: blank },
        adminKey,
      );
      expect(made.status).toBe(200);
      const { body } = await api.call('client', { client_id: made.body.client_id }, adminKey);
      expect(body).toMatchObject({ phone: null, address: null, notes: null });
    }
  });

  it('keeps the current value, as an empty value does', async () => {
    const { client, animal, booking, adminKey } = await makePracticeWithBooking();
    const before = (await api.call('client', { client_id: client.id }, adminKey)).body;
    expect(
      (await api.call('client_update', { client_id: client.id, phone: blank, address: blank }, adminKey))
        .status,
    ).toBe(200);
    const after = (await api.call('client', { client_id: client.id }, adminKey)).body;
    expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' });
    expect((await api.call('animal_update', { animal_id: animal.id, breed: blank }, adminKey)).status).toBe(
      200,
    );
    expect(
      (await api.call('booking/update_notes', { booking_id: booking.id, notes: blank }, adminKey)).status,
    ).toBe(200);
    const { rows } = await db().query(
      "select 1 from animals where breed = '' union all select 1 from bookings where notes = ''",
    );
    expect(rows).toEqual([]);
  });

  it('is no region for a practice', async () => {
    const { adminKey } = await makePractice(db());
    const practice = async () => (await api.call('tenant', {}, adminKey)).body;
    const before = await practice();
    const region = { time_zone: blank, locale: blank, currency: blank, name: blank, phone: blank };
    expect((await api.call('tenant_update', region, adminKey)).status).toBe(200);
    expect(await practice()).toEqual(before);
  });
});

describe('text that cannot be stored', () => {
  it.each(broken)('is refused wherever it is sent: %j', async (text) => {
    const { adminKey, animal, booking } = await makePracticeWithBooking();
    const field = await makeBookingField(db(), { tenant_id: booking.tenant_id, field_type: 'text' });
    const holiday = { holiday_name: text, start_date: '2026-02-01', end_date: '2026-02-02' };
    const calls = [
      ['client_create', { name: text }],
      ['client_create', { name: 'Ann', notes: text }],
      ['clients', { q: text }],
      ['animal_update', { animal_id: animal.id, breed: text }],
      ['animal_species_insert_multi', { species: `Cat,${text}` }],
      ['animal_species_update', { species_id: 1, name: text }],
      ['holiday_create', holiday],
      ['booking_type_insert', { name: text, base_price: '1', duration_minutes: 15 }],
      ['booking_field_create', { field_label: text, field_type: 'text' }],
      [
        'booking_field_create',
        { field_label: 'Q', field_type: 'select', field_options: { options: [text] } },
      ],
      ['booking_custom_field_values_set', { booking_id: booking.id, values: { [field.id]: text } }],
      ['booking/update_notes', { booking_id: booking.id, notes: text }],
      ['message_template_update', { kind: 'booking_reminder', channel: 'sms', body: text }],
      ['tenant_update', { address: text }],
      ['team/invite', { name: text, email: 'a@example.test' }],
      ['set_password', { password: `${text}-long-enough`, current_password: 'x' }],
      ['audit_log', { entity: text }],
    ] as const;
    for (const [action, input] of calls) {
      const { status, error } = await api.call(action, input, adminKey);
      expect([action, input, status, error.code]).toEqual([action, input, 400, 'invalid_input']);
    }
    expect((await api.call('auth', { email: text, password: text })).status).toBe(400);
    expect((await api.call('setup_link/check', { token: text })).status).toBe(400);
  });
});

async function makePracticeWithBooking() {
  const practice = await makePractice(db());
  const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
  return { ...practice, booking };
}
