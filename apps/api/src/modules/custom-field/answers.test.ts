import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeBooking,
  makeBookingField,
  makeBookingFieldValue,
} from '../../../../../packages/dev/src/factory-bookings.ts';
import type { BookingFieldRow, BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let hour = 8;
beforeAll(async () => {
  practice = await makePractice(db());
});

/** An appointment of the practice without answers. */
const newBooking = (columns: { status?: BookingRow['status'] } = {}) =>
  makeBooking(db(), {
    animal: practice.animal,
    booking_time: `${String((hour += 1) % 24).padStart(2, '0')}:00`,
    ...columns,
  });
const newField = (columns: Partial<BookingFieldRow> = {}) =>
  makeBookingField(db(), { tenant: practice.tenant, ...columns });
const set = (booking: BookingRow, input: Record<string, unknown>) =>
  api.call('booking_custom_field_values_set', { booking_id: booking.id, ...input }, practice.staffKey);
const answersOf = async (booking: BookingRow) => {
  const { body } = await api.call(
    'booking_custom_field_values',
    { booking_id: booking.id },
    practice.staffKey,
  );
  return Object.fromEntries(body.map(({ field_id, value }) => [field_id, value]));
};

describe('answers', () => {
  it('arrive as fields of a form, in values as a record, or in values as JSON text', async () => {
    const booking = await newBooking();
    const [one, two, three] = [await newField(), await newField(), await newField()];
    const form = new URLSearchParams({ booking_id: String(booking.id), [one.id]: ' Yes ', other: 'ignored' });
    const bearer = { Authorization: `Bearer ${practice.staffKey.apiKey}` };
    const posted = await api.post('/api/booking_custom_field_values_set', form, bearer);
    expect(posted.status).toBe(200);
    expect((await set(booking, { values: { [two.id]: 'No' } })).status).toBe(200);
    expect((await set(booking, { values: JSON.stringify({ [three.id]: 'Maybe' }) })).status).toBe(200);
    expect(await answersOf(booking)).toEqual({ [one.id]: 'Yes', [two.id]: 'No', [three.id]: 'Maybe' });
  });

  it("replace earlier ones, keep omitted ones, clear empty ones, and update the appointment's time of change", async () => {
    const booking = await newBooking();
    const [one, two, three] = [await newField(), await newField(), await newField()];
    await set(booking, { [one.id]: 'a', [two.id]: 'b', [three.id]: 'c' });
    api.clock.set('2026-01-14T10:30:00Z');
    expect((await set(booking, { [one.id]: 'A', values: { [three.id]: '' } })).status).toBe(200);
    expect(await answersOf(booking)).toEqual({ [one.id]: 'A', [two.id]: 'b' });
    const { body } = await api.call('booking', { booking_id: booking.id }, practice.staffKey);
    expect(body.updated_at).toBe('2026-01-14T10:30:00.000Z');
  });

  it.each([
    ['number', { min: -5, max: 5, step: 0.1 }, [-5, '0.3', '4.9', 5], ['5.1', -6, '0.25', 'ten', '1e3', '٣']],
    ['number', {}, ['-12.75', 900_000], ['Infinity', '', '12abc', [1]]],
    ['slider', {}, ['0', 10, '7.5'], [11, '-1']],
    ['slider', { min: 1, max: 9, step: 2 }, [1, 3, 9], [2, 10]],
    ['select', { options: ['Short', 'Long'] }, ['Short'], ['short', 'Other']],
    ['checkbox', {}, ['1', '0', true, false, 1], ['yes', 2]],
    ['date', {}, ['2024-02-29'], ['2025-02-29', '29/02/2024', 'soon']],
    ['text', {}, ['x'.repeat(500), 12, true], ['x'.repeat(501), 'a\u0000b', { a: 1 }]],
    ['textarea', {}, ['x'.repeat(5000)], ['x'.repeat(5001)]],
  ] as const)('of a %s with %j are validated', async (field_type, field_options, right, wrong) => {
    const field = await newField({
      field_type,
      field_options: field_options as BookingFieldRow['field_options'],
      required: true,
    });
    const booking = await newBooking();
    for (const value of right) {
      expect([value, (await set(booking, { values: { [field.id]: value } })).status]).toEqual([value, 200]);
    }
    const before = await answersOf(booking);
    for (const value of wrong) {
      const { status, error } = await set(booking, { values: { [field.id]: value } });
      expect([value, status]).toEqual([value, 400]);
      expect(Object.keys(error.fields ?? {})).toEqual([String(field.id)]);
    }
    expect(await answersOf(booking)).toEqual(before);
  });

  it('are all written or none, and every invalid one is named', async () => {
    const booking = await newBooking();
    const [fine, wrong, needed] = [
      await newField(),
      await newField({ field_type: 'date' }),
      await newField({ required: true }),
    ];
    const { error } = await set(booking, { values: { [fine.id]: 'x', [wrong.id]: 'x', [needed.id]: null } });
    expect(error.code).toBe('invalid_input');
    expect(error.fields).toEqual({
      [wrong.id]: 'Enter a date as YYYY-MM-DD.',
      [needed.id]: 'This field is required.',
    });
    expect(await answersOf(booking)).toEqual({});
  });

  it('to a custom field of another practice or an unknown one are 404, and nothing is written', async () => {
    const booking = await newBooking();
    const own = await newField();
    const foreign = await makeBookingField(db());
    for (const id of [foreign.id, 999_999_999, 0, '9999999999999999999']) {
      const { status, error } = await set(booking, { [own.id]: 'x', [id]: 'x' });
      expect(status).toBe(404);
      expect(error.code).toBe('not_found');
    }
    expect(await answersOf(booking)).toEqual({});
    const theirs = await makeBooking(db());
    expect((await set(theirs, { [own.id]: 'x' })).status).toBe(404);
    const read = await api.call('booking_custom_field_values', { booking_id: theirs.id }, practice.staffKey);
    expect(read.status).toBe(404);
  });

  it('to an archived custom field may be kept or cleared, but not changed', async () => {
    const field = await newField({ required: true });
    const [answered, unanswered] = [await newBooking(), await newBooking()];
    await makeBookingFieldValue(db(), { booking: answered, field, value: 'Old' });
    await api.call('booking_field_retire', { field_id: field.id }, practice.adminKey);
    const { error } = await set(unanswered, { [field.id]: 'New' });
    expect(error.fields).toEqual({ [field.id]: 'This field is archived.' });
    expect((await set(answered, { [field.id]: 'New' })).status).toBe(400);
    expect((await set(answered, { [field.id]: 'Old' })).status).toBe(200);
    expect((await set(answered, { values: { [field.id]: '' } })).status).toBe(200);
    expect(await answersOf(answered)).toEqual({});
  });

  it('of a cancelled appointment stay as they are', async () => {
    const field = await newField();
    const booking = await newBooking({ status: 'cancelled' });
    expect((await set(booking, { [field.id]: 'x' })).error).toMatchObject({ code: 'booking_closed' });
  });

  it('given at the same time to different custom fields are all stored', async () => {
    const booking = await newBooking();
    const fields = await Promise.all(Array.from({ length: 6 }, () => newField()));
    const answers = await Promise.all(fields.map(({ id }) => set(booking, { [id]: `answer ${id}` })));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect(Object.keys(await answersOf(booking))).toHaveLength(6);
  });
});
