import type { PortalBooking, PortalTenant } from '@burrow/contracts/portal';
import { zonedInstant } from '../../../lib/zoned-instant.ts';

/** Backslash, comma and semicolon separate values; a line break would end the property. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, String.raw`\n`);

/** 20261121T093000Z */
const stamp = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** The maximum length of a line in bytes, without the line break. */
const maxBytes = 75;

/** Folds a long line as the format requires: each continuation begins with a space, and no character is split. */
function folded(line: string): string {
  const pieces = [''];
  for (const sign of line) {
    const last = pieces.at(-1) ?? '';
    if (bytesOf(last) + bytesOf(sign) > maxBytes) pieces.push(` ${sign}`);
    else pieces[pieces.length - 1] = last + sign;
  }
  return pieces.join('\r\n');
}

type Appointment = Pick<
  PortalBooking,
  | 'id'
  | 'booking_date'
  | 'booking_time'
  | 'duration_minutes'
  | 'animal_name'
  | 'service'
  | 'staff_member'
  | 'status'
>;
type Practice = Pick<PortalTenant, 'tenant_id' | 'tenant_name' | 'address' | 'phone' | 'time_zone'>;

/**
 * An appointment as an iCalendar file (RFC 5545), for the phone's calendar; null for a time that the clocks skip. `now`
 * is the file's creation time.
 */
export function calendarFile(booking: Appointment, practice: Practice, now: Date): string | null {
  const start = zonedInstant(booking.booking_date, booking.booking_time, practice.time_zone);
  if (start === null) return null;
  const end = new Date(start.getTime() + booking.duration_minutes * 60_000);
  const subject = [booking.animal_name, booking.service].filter(Boolean).join(': ');
  const isAwaiting = booking.status === 'pending';
  const notes = [
    isAwaiting ? 'Awaiting confirmation from the practice.' : '',
    booking.staff_member ? `With ${booking.staff_member}.` : '',
    practice.phone ? `Phone: ${practice.phone}` : '',
  ].filter(Boolean);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Burrow//Portal//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:appointment-${practice.tenant_id}-${booking.id}@burrow`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(`${subject} (${practice.tenant_name})`)}`,
    ...(practice.address ? [`LOCATION:${escaped(practice.address)}`] : []),
    ...(notes.length > 0 ? [`DESCRIPTION:${escaped(notes.join('\n'))}`] : []),
    `STATUS:${isAwaiting ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map((line) => folded(line)).join('\r\n')}\r\n`;
}
