import { tzOffset } from '@date-fns/tz/tzOffset';
import ical, {
  escape,
  foldLines,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalEventData,
} from 'ical-generator';
import {
  tzlib_get_ical_block as timeZoneBlock,
  tzlib_get_offset as timeZoneOffset,
} from 'timezones-ical-library';
import { dayMs } from '../../lib/clock.ts';
import { unnamedHoliday } from '../booking/service.ts';
import type { FeedBooking, OpenFeed } from './content-read-model.ts';
import type { HolidayOccurrence } from './holiday-events.ts';
import { WallTime } from './wall-time.ts';

/** How often calendar programs are asked to look again; each does as it likes. */
const refreshSeconds = 1800;

const end = 'END:VCALENDAR';

/** The rules of a time zone as a VTIMEZONE, or null where they are not known: times are then written in UTC. */
function rulesOf(timeZone: string): string | null {
  const [block] = [timeZoneBlock(timeZone)].flat();
  if (!block?.startsWith('BEGIN:VTIMEZONE')) return null;
  // A zone that keeps another one's rules comes under the name of that one, and no event would find it.
  return block.replace(/^TZID:.*$/m, `TZID:${timeZone}`);
}

/**
 * How far from UTC a calendar program takes a clock to be that shows `wall`, in minutes, going by {@link rulesOf}: those
 * know no history, and of a few zones not all that is to come.
 */
function offsetTold(timeZone: string, wall: number): number {
  const shown = new Date(wall).toISOString();
  const told = /^([+-])(\d\d)(\d\d)$/.exec(timeZoneOffset(timeZone, shown.slice(0, 10), shown.slice(11, 16)));
  return told ? (told[1] === '-' ? -1 : 1) * (Number(told[2]) * 60 + Number(told[3])) : Number.NaN;
}

/** How often a record was changed is not counted; the seconds of its life until then grow with each change as well. */
const sequenceOf = ({ created_at, updated_at }: { created_at: string; updated_at: string }): number =>
  Math.max(0, Math.round((Date.parse(updated_at) - Date.parse(created_at)) / 1000));

/** No clock is put forward or back by more. */
const nearAChange = 3 * 3_600_000;

/** What an event says of an appointment. Null stands for what its feed does not tell. */
function wordsOf({ service, animal, staff, client, phone, is_provisional }: FeedBooking): {
  summary: string;
  description: string | null;
} {
  if (animal === null) return { summary: 'Busy', description: null };
  const lines = [staff && `With ${staff}`, client && `Client: ${client}`, phone && `Phone: ${phone}`].filter(
    Boolean,
  );
  return {
    summary: `${is_provisional ? 'Requested: ' : ''}${service ?? 'Appointment'} · ${animal}`,
    description: lines.length > 0 ? lines.join('\n') : null,
  };
}

/** Writes what calendar programs read: the text of RFC 5545, piece by piece. */
export class CalendarText {
  private readonly feed: OpenFeed;
  private readonly publicUrl: string | undefined;
  private readonly rules: string | null;
  // An event is written by a calendar; one that has a time zone of its own would write DTSTAMP in that.
  private readonly writer = ical();
  /** How far from UTC the clock is on days around which it does not change, which are nearly all; null on others. */
  private readonly dayOffsets = new Map<string, number | null>();

  /** @param publicUrl where the app is, for links to the appointments */
  constructor(feed: OpenFeed, publicUrl: string | undefined) {
    this.feed = feed;
    this.publicUrl = publicUrl;
    this.rules = rulesOf(feed.time_zone);
  }

  /** What stands before the events. */
  beginning(): string {
    const { tenant_name, staff_name, shows, time_zone } = this.feed;
    const name = shows === 'busy' || staff_name === null ? tenant_name : `${staff_name} · ${tenant_name}`;
    const calendar = ical({
      prodId: { company: 'Burrow', product: 'Calendar feed', language: 'EN' },
      // The library writes a name as it is given.
      name: escape(name, false),
      ttl: refreshSeconds,
      timezone: { name: time_zone, generator: () => this.rules },
    });
    return calendar.toString().slice(0, -end.length);
  }

  appointment(booking: FeedBooking): string {
    const { id, is_provisional, duration_minutes } = booking;
    const starts = Date.parse(booking.starts_at);
    const ends = starts + duration_minutes * 60_000;
    const offset = this.offsetOf(booking, starts, ends);
    const at = (instant: number) => (offset === null ? new Date(instant) : new WallTime(instant, offset));
    const { summary, description } = wordsOf(booking);
    return this.event({
      id: this.uid(`booking-${id}`),
      start: at(starts),
      end: at(ends),
      timezone: offset === null ? null : this.feed.time_zone,
      summary,
      description,
      status: is_provisional ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      busystatus: is_provisional ? ICalEventBusyStatus.TENTATIVE : ICalEventBusyStatus.BUSY,
      stamp: new Date(booking.revised_at),
      lastModified: new Date(booking.revised_at),
      sequence: sequenceOf(booking),
      url: this.feed.shows !== 'busy' && this.publicUrl ? `${this.publicUrl}/app/admin/booking/${id}` : null,
    });
  }

  /** A day, or several in a row, on which the practice is closed. It takes nobody's time. */
  closed({ holiday, year, first, last }: HolidayOccurrence): string {
    const name = holiday.name ?? unnamedHoliday;
    return this.event({
      id: this.uid(`holiday-${holiday.id}-${year}`),
      start: new Date(`${first}T00:00:00Z`),
      // The day after the last, as all-day events end.
      end: new Date(Date.parse(`${last}T00:00:00Z`) + dayMs),
      allDay: true,
      summary: this.feed.shows === 'busy' ? 'Closed' : `Closed: ${name}`,
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
      stamp: new Date(holiday.updated_at),
      lastModified: new Date(holiday.updated_at),
      sequence: sequenceOf(holiday),
    });
  }

  ending(): string {
    return `${end}\r\n`;
  }

  private uid(name: string): string {
    return `${name}@${this.feed.calendar_namespace}`;
  }

  private event(data: ICalEventData): string {
    this.writer.clear();
    return foldLines(this.writer.createEvent(data).toString());
  }

  /**
   * How far from UTC the practice's clock is throughout an appointment, in minutes; null for one that is written in UTC.
   * In an hour that the clock shows twice programs differ in which one they take, and across one that it leaves out an
   * appointment would seem longer than it is: near a change of the clock only UTC says what is meant.
   */
  private offsetOf({ booking_date: date }: FeedBooking, starts: number, ends: number): number | null {
    if (this.rules === null) return null;
    let offset = this.dayOffsets.get(date);
    if (offset === undefined) {
      const day = Date.parse(date);
      // From the day before to the last that an appointment of 24 hours reaches into.
      offset = this.steadyOffset(day - dayMs, day + 3 * dayMs);
      this.dayOffsets.set(date, offset);
    }
    return offset ?? this.steadyOffset(starts - nearAChange, ends + nearAChange);
  }

  /** The clock's distance from UTC, if it is the same at both ends and the rules that are told say the same. */
  private steadyOffset(from: number, until: number): number | null {
    const { time_zone: zone } = this.feed;
    const [before, after] = [from, until].map((at) => tzOffset(zone, new Date(at)));
    if (before === undefined || before !== after) return null;
    return [from, until].every((at) => offsetTold(zone, at + before * 60_000) === before) ? before : null;
  }
}
