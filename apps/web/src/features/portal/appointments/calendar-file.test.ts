import type { PortalBooking } from '@burrow/contracts/portal';
import { describe, expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const booking: PortalBooking = {
  id: 12,
  booking_date: '2026-07-01',
  booking_time: '09:30',
  duration_minutes: 45,
  animal_id: 1,
  animal_name: 'Rex',
  animal_breed: null,
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
const practice = {
  tenant_id: 3,
  tenant_name: 'Willow Vets',
  address: '1 Mill Lane, Ambleton',
  phone: '01632 960123',
  time_zone: 'Europe/London',
};
const now = new Date('2026-06-01T12:00:00Z');
const made = (change: Partial<PortalBooking> = {}, of: Partial<typeof practice> = {}) =>
  calendarFile({ ...booking, ...change }, { ...practice, ...of }, now) ?? '';

describe('the file for a calendar', () => {
  it('says when, what and where', () => {
    expect(made().split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Burrow//Portal//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:appointment-3-12@burrow',
      'DTSTAMP:20260601T120000Z',
      'DTSTART:20260701T083000Z',
      'DTEND:20260701T091500Z',
      'SUMMARY:Rex: Consultation (Willow Vets)',
      String.raw`LOCATION:1 Mill Lane\, Ambleton`,
      String.raw`DESCRIPTION:With Stefan Staff.\nPhone: 01632 960123`,
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('marks a request that is not confirmed', () => {
    expect(made({ status: 'pending' })).toContain('STATUS:TENTATIVE');
    expect(made({ status: 'pending' })).toContain('Awaiting confirmation');
  });

  it('escapes line breaks in names', () => {
    const file = made({ animal_name: 'Rex\r\nBEGIN:VALARM; a, b \\' });
    expect(file).toContain(String.raw`SUMMARY:Rex\nBEGIN:VALARM\; a\, b \\: Consultation (Willow Vets)`);
    expect(file.split('\r\n').filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2);
  });

  it('folds long lines at 75 bytes, between characters', () => {
    const name = '🐇ä'.repeat(60);
    const file = made({ animal_name: name });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}: Consultation`);
  });

  it('is not created for a time that the clocks skip', () => {
    expect(
      calendarFile({ ...booking, booking_date: '2026-03-29', booking_time: '01:30' }, practice, now),
    ).toBeNull();
  });
});
