import type { PortalBooking } from '@burrow/contracts/portal';
import { describe, expect, it, test } from 'vitest';
import { statusLook } from './appointment-status.ts';
import { inSections, isPast, searched } from './own-appointments.ts';

const visit: PortalBooking = {
  id: 1,
  booking_date: '2026-11-21',
  booking_time: '10:00',
  duration_minutes: 30,
  animal_id: 1,
  animal_name: 'Rex',
  animal_breed: 'Border Terrier',
  species: 'Dog',
  service_id: 1,
  service: 'Consultation',
  staff_member: 'Stefan Staff',
  status: 'confirmed',
  price: '45.00',
  notes: null,
  cancelled_by: null,
  open_change: null,
};
const ids = (bookings: readonly PortalBooking[]) => bookings.map(({ id }) => id);

describe('the sections', () => {
  const bookings: PortalBooking[] = [
    { ...visit, id: 1, booking_date: '2026-12-01' },
    { ...visit, id: 2, booking_time: '10:00' },
    { ...visit, id: 3, booking_time: '09:59' },
    { ...visit, id: 4, booking_date: '2026-12-24', status: 'cancelled' },
    { ...visit, id: 5, booking_date: '2026-11-20', status: 'pending' },
    { ...visit, id: 6, booking_time: '16:30', status: 'pending' },
  ];

  it('separate upcoming appointments, soonest first, from all others, latest first', () => {
    const { upcoming, previous } = inSections(bookings, '2026-11-21T10:00');
    expect(ids(upcoming)).toEqual([2, 6, 1]);
    expect(ids(previous)).toEqual([4, 3, 5]);
  });

  it('do not change the response', () => {
    inSections(bookings, '2026-11-21T10:00');
    expect(ids(bookings)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('call an appointment past from the minute after it began', () => {
    expect(isPast(visit, '2026-11-21T10:00')).toBe(false);
    expect(isPast(visit, '2026-11-21T10:01')).toBe(true);
  });
});

test.each([
  ['rex', [1]],
  ['NAIL', [2]],
  ['olu', [2]],
  ['awaiting', [2]],
  ['pending', [2]],
  ['confirmed', [1]],
  ['consult stefan', [1]],
  ['consult olu', []],
  ['45.00', []],
  ['  ', [1, 2]],
])('a search for "%s" finds %j', (text, found) => {
  const other: PortalBooking = {
    ...visit,
    id: 2,
    animal_name: 'Mog',
    service: 'Nail clip',
    staff_member: 'Olu',
    status: 'pending',
  };
  expect(ids(searched([visit, other], text))).toEqual(found);
});

test('an appointment without service or staff can be found by what it has', () => {
  expect(ids(searched([{ ...visit, service: null, staff_member: null }], 'rex'))).toEqual([1]);
  expect(ids(searched([{ ...visit, service: null, staff_member: null }], 'null'))).toEqual([]);
});

test.each([
  ['pending', 'Awaiting Confirmation', 'pending', 'pending'],
  ['confirmed', 'Confirmed', 'confirmed', 'progress'],
  ['completed', 'Completed', 'done', 'confirmed'],
  ['cancelled', 'Cancelled', 'attention', 'attention'],
  ['CONFIRMED', 'Confirmed', 'confirmed', 'progress'],
  ['in-progress', 'in-progress', 'done', 'done'],
])('%s is shown as %s', (status, label, list, detail) => {
  expect(statusLook(status, 'list')).toEqual({ label, tone: list });
  expect(statusLook(status, 'detail')).toEqual({ label, tone: detail });
});
