import { describe, expect, it } from 'vitest';
import {
  appointmentChanges,
  appointmentErrors,
  appointmentValues,
  editErrors,
  minutesFrom,
  movedTo,
  newBooking,
  placeOf,
  sameStart,
  stillNeeded,
  type NewBookingValues,
} from './booking-form.ts';

const values: NewBookingValues = {
  resource_id: '',
  has_own_length: false,
  tells: true,
  service_id: '2',
  staff_id: '',
  booking_date: '2026-11-22',
  booking_time: '09:30',
  duration_minutes: '45',
  price: '38.50',
  notes: '  Nervous in the car ',
  staff_notes: ' Bad payer ',
  status: 'confirmed',
};

describe('the duration', () => {
  it('is 30 minutes if left empty', () => {
    expect(minutesFrom('')).toBe(30);
    expect(newBooking({ ...values, duration_minutes: '' }, 1, 2).duration_minutes).toBe(30);
  });

  it.each(['14', '0', '-15', '20', '1455', 'abc', '15.5'])('refuses %s', (text) => {
    expect(minutesFrom(text)).toBeNull();
    expect(appointmentErrors({ ...values, duration_minutes: text }, null)).toHaveProperty('duration_minutes');
  });
});

describe('checking an appointment', () => {
  it('accepts a valid one', () => {
    expect(appointmentErrors(values, '2026-11-22')).toEqual({});
  });

  it('refuses a past day for a new appointment, but not for an edit', () => {
    expect(appointmentErrors(values, '2026-11-23').booking_date).toBe('Date cannot be earlier than today');
    expect(appointmentErrors(values, null)).toEqual({});
  });

  it.each(['-1', '1.234', '12,50', '1000000.01'])('refuses the price %s', (price) => {
    expect(appointmentErrors({ ...values, price }, null)).toHaveProperty('price');
  });

  it('reports all errors in an edit at once', () => {
    expect(
      editErrors({ ...values, booking_date: '', booking_time: '', duration_minutes: '20', price: '-1' }),
    ).toEqual({
      booking_date: 'Please fill in all required fields',
      booking_time: 'Please fill in all required fields',
      duration_minutes: 'Duration must be at least 15 minutes, in steps of 15',
      price: 'Price must be 0 or more, with at most two decimals',
    });
    expect(editErrors({ ...values, booking_date: '2020-01-01' })).toEqual({});
  });

  it('requires day, time, duration and price in an edit', () => {
    const emptied = { booking_date: '', booking_time: '', duration_minutes: '', price: ' ' };
    expect(editErrors({ ...values, ...emptied })).toEqual({
      booking_date: 'Please fill in all required fields',
      booking_time: 'Please fill in all required fields',
      duration_minutes: 'Please fill in all required fields',
      price: 'Please fill in all required fields',
    });
  });

  it('requires client, animal, service, date and time', () => {
    expect(stillNeeded(values, { client: false, animal: false })).toEqual([]);
    const optionalLeftOut = { ...values, staff_id: '', price: '', duration_minutes: '', notes: '' };
    expect(stillNeeded(optionalLeftOut, { client: false, animal: false })).toEqual([]);
    expect(
      stillNeeded({ service_id: '', booking_date: '', booking_time: '' }, { client: true, animal: true }),
    ).toEqual(['client', 'animal', 'service', 'date', 'time']);
  });
});

describe('what is sent for a new appointment', () => {
  it('has the chosen status, trimmed notes and no staff member when none was chosen', () => {
    const input = newBooking(values, 7, 9);
    expect(input).toMatchObject({
      client_id: 7,
      animal_id: 9,
      service_id: 2,
      price: '38.50',
    });
    expect(input).toMatchObject({
      notes: 'Nervous in the car',
      staff_notes: 'Bad payer',
      status: 'confirmed',
    });
    expect(newBooking({ ...values, status: 'pending' }, 7, 9).status).toBe('pending');
    expect(input).not.toHaveProperty('staff_id');
  });

  it('has no price if that is the price of the person who will be assigned', () => {
    expect(newBooking(values, 7, 9, true)).not.toHaveProperty('price');
  });

  it('says whether to notify the client', () => {
    expect(newBooking(values, 7, 9).tell_client).toBe('1');
    expect(newBooking({ ...values, tells: false }, 7, 9).tell_client).toBe('0');
  });
});

describe('what is sent for an edit', () => {
  const before = appointmentValues({
    service_id: 2,
    staff_id: 3,
    booking_date: '2026-11-22',
    booking_time: '09:30',
    duration_minutes: 45,
    price: '38.50',
    resources: [
      { id: 5, name: 'Room 1' },
      { id: 6, name: 'X-ray' },
    ],
  });

  it('is null if nothing changed, however the price is written', () => {
    expect(appointmentChanges(before, { ...before, price: '38.5' }, [6])).toBeNull();
  });

  it('contains only changed fields', () => {
    expect(appointmentChanges(before, { ...before, booking_time: '10:00', price: '40' }, [6])).toEqual({
      booking_time: '10:00',
      price: '40',
    });
  });

  it('replaces the room, and keeps the equipment', () => {
    expect(appointmentChanges(before, { ...before, resource_id: '7' }, [6])).toEqual({
      resource_ids: [7, 6],
    });
    expect(appointmentChanges(before, { ...before, resource_id: '' }, [6])).toEqual({ resource_ids: [6] });
  });

  it('unassigns the staff member with 0', () => {
    expect(appointmentChanges(before, { ...before, staff_id: '' }, [6])).toEqual({ staff_id: 0 });
  });
});

describe('a reschedule', () => {
  const from = placeOf({ booking_date: '2026-11-22', booking_time: '09:30', staff_id: 3 });

  it('starts with the day, time and staff member of the appointment', () => {
    expect(from).toEqual({ date: '2026-11-22', time: '09:30', staffId: 3 });
    expect(sameStart(from, { ...from, staffId: null })).toBe(true);
    expect(sameStart(from, { ...from, time: '10:00' })).toBe(false);
  });

  it('changes day and time, and keeps the staff member', () => {
    expect(movedTo({ ...from, date: '2026-11-23' }, from)).toEqual({
      booking_date: '2026-11-23',
      booking_time: '09:30',
      expected: { booking_date: '2026-11-22', booking_time: '09:30', staff_id: 3 },
    });
  });

  it('assigns another staff member, or none', () => {
    expect(movedTo({ ...from, staffId: 4 }, from)).toMatchObject({ staff_id: 4 });
    expect(movedTo({ ...from, staffId: null }, from)).toMatchObject({ staff_id: 0 });
  });

  it('undoes a move by swapping the old and new places', () => {
    const to = { date: '2026-11-24', time: '11:00', staffId: null };
    expect(movedTo(from, to)).toEqual({
      booking_date: '2026-11-22',
      booking_time: '09:30',
      staff_id: 3,
      expected: { booking_date: '2026-11-24', booking_time: '11:00', staff_id: 0 },
    });
  });
});
