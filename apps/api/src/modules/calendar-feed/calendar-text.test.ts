import { addDays } from '@burrow/contracts/calendar-day';
import { tzOffset } from '@date-fns/tz/tzOffset';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { holidayOn } from '../availability/public.ts';
import { CalendarText } from './calendar-text.ts';
import type { FeedBooking, FeedHoliday, OpenFeed } from './content-read-model.ts';
import { holidayOccurrences } from './holiday-events.ts';

const feedIn = (time_zone: string): OpenFeed => ({
  feed_id: 1,
  tenant_id: 1,
  staff_id: null,
  staff_name: null,
  shows: 'busy',
  tenant_name: 'Willow Lane Vets',
  time_zone,
  calendar_namespace: '6f1c1f3e-0000-4000-8000-123456789012',
  last_read_at: null,
  content_tag: null,
  content_since: null,
});

const minutes = 60_000;
const day = 86_400_000;

/** The instants of a year at which an offset changes, to the half hour. */
function changesOf(timeZone: string, from: number): number[] {
  const found: number[] = [];
  const offset = (at: number) => tzOffset(timeZone, new Date(at));
  for (let at = from; at < from + 365 * day; at += day) {
    if (offset(at) === offset(at + day)) continue;
    let [before, after] = [at, at + day];
    while (after - before > 30 * minutes) {
      const middle = (before + after) / 2;
      if (offset(middle) === offset(at)) before = middle;
      else after = middle;
    }
    found.push(Math.round(after / (30 * minutes)) * 30 * minutes);
  }
  return found;
}

/** With whole and half hours, in both hemispheres, without changes, and with irregular ones. */
const zones = [
  'Europe/London',
  'Europe/Jersey',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kathmandu',
  'Africa/Addis_Ababa',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Edmonton',
  'America/Vancouver',
  'Asia/Gaza',
];

describe('an appointment', () => {
  it('is read at its exact instant in its time zone, around each change of the clock and at noon', () => {
    const from = Date.parse('2026-01-01T12:00:00Z');
    const wrong: string[] = [];
    for (const timeZone of zones) {
      const text = new CalendarText(feedIn(timeZone), undefined, new Date(0));
      const starts = [
        ...changesOf(timeZone, from).flatMap((change) =>
          [-24, -4, -2, -1, -0.5, 0, 0.5, 1, 2, 4, 24].map((hours) => change + hours * 60 * minutes),
        ),
        ...[0, 90, 180, 270].map((days) => from + days * day),
      ];
      const events = starts.map((at, id): FeedBooking => {
        const iso = new Date(at).toISOString();
        return {
          id,
          duration_minutes: 60,
          starts_at: iso,
          is_provisional: false,
          created_at: iso,
          updated_at: iso,
          revised_at: iso,
          service: null,
          animal: null,
          staff: null,
          client: null,
          phone: null,
        };
      });
      const whole = [text.beginning(), ...events.map((event) => text.appointment(event)), text.ending()];
      const calendar = new ICAL.Component(ICAL.parse(whole.join('')) as ICAL.Component['jCal']);
      calendar.getAllSubcomponents('vevent').forEach((component, index) => {
        const { startDate, endDate } = new ICAL.Event(component);
        const [start, end] = [startDate, endDate].map((time) => time.toUnixTime() * 1000);
        const meant = starts[index] ?? 0;
        if (start !== meant || end !== meant + 60 * minutes) {
          wrong.push(`${timeZone} ${new Date(meant).toISOString()}`);
        }
      });
    }
    expect(wrong).toEqual([]);
  });
});

describe('holidays', () => {
  it('recur on exactly the days on which the practice is closed', () => {
    const holiday = (id: number, start_date: string, end_date: string, is_recurring = true): FeedHoliday => ({
      id,
      name: null,
      start_date,
      end_date,
      is_recurring,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    });
    const holidays = [
      holiday(1, '2020-12-24', '2021-01-02'),
      holiday(2, '2024-02-29', '2024-02-29'),
      holiday(3, '2025-06-01', '2025-06-03'),
      holiday(4, '2026-08-01', '2026-08-14', false),
      holiday(5, '2019-10-01', '2019-10-01'),
    ];
    for (const today of ['2025-12-31', '2027-02-01', '2028-02-15']) {
      const days = { first: addDays(today, -30), last: addDays(today, 365) };
      const told = holidays.map((one) => holidayOccurrences([one], days));
      for (let date = days.first; date <= days.last; date = addDays(date, 1)) {
        const closed = holidays.map((one) => holidayOn(date, [one]) !== undefined);
        const shown = told.map((times) => times.some(({ first, last }) => date >= first && date <= last));
        expect([date, ...shown]).toEqual([date, ...closed]);
      }
    }
  });
});
