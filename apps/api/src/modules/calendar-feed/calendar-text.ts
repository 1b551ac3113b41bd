import { dayMs } from '@burrow/contracts/calendar-day';
import ical, {
  escape,
  foldLines,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalEventData,
} from 'ical-generator';
import { unnamedHoliday } from '../availability/public.ts';
import type { FeedBooking, OpenFeed } from './content-read-model.ts';
import type { HolidayOccurrence } from './holiday-events.ts';
import type { RotaEvent } from './rota-events.ts';

/** How often calendar programs should refresh; each decides for itself. */
const refreshSeconds = 1800;

const end = 'END:VCALENDAR';

/** There is no counter of changes; the seconds between creation and the last change increase with each as well. */
const sequenceOf = ({ created_at, updated_at }: { created_at: string; updated_at: string }): number =>
  Math.max(0, Math.round((Date.parse(updated_at) - Date.parse(created_at)) / 1000));

/** Earlier than any working hours. Their events count from here, so that no deletion makes their sequence decrease. */
const beforeWorkingHours = '2020-01-01T00:00:00Z';

/** An appointment's event. Null stands for details that its feed does not include. */
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

/**
 * Writes a calendar feed (RFC 5545) piece by piece. Times are in UTC: events do not recur, so a reader needs no rules of a
 * time zone to show them right.
 */
export class CalendarText {
  private readonly feed: OpenFeed;
  private readonly publicUrl: string | undefined;
  private readonly since: Date;
  private readonly writer = ical();

  /**
   * @param publicUrl the app's address, for links to the appointments
   * @param since when this content was first seen: the last change of working hours, which have no date of their own
   */
  constructor(feed: OpenFeed, publicUrl: string | undefined, since: Date) {
    this.feed = feed;
    this.publicUrl = publicUrl;
    this.since = since;
  }

  /** The lines before the events. */
  beginning(): string {
    const { tenant_name, staff_name, shows, time_zone } = this.feed;
    const name = shows === 'busy' || staff_name === null ? tenant_name : `${staff_name} · ${tenant_name}`;
    const calendar = ical({
      prodId: { company: 'Burrow', product: 'Calendar feed', language: 'EN' },
      // The library writes a name unescaped.
      name: escape(name, false),
      ttl: refreshSeconds,
      // For programs that show a calendar in its own time zone; a `timezone` would write the times in it.
      x: { 'X-WR-TIMEZONE': time_zone },
    });
    return calendar.toString().slice(0, -end.length);
  }

  appointment(booking: FeedBooking): string {
    const { id, is_provisional, duration_minutes } = booking;
    const starts = Date.parse(booking.starts_at);
    const { summary, description } = wordsOf(booking);
    return this.event({
      id: this.uid(`booking-${id}`),
      start: new Date(starts),
      end: new Date(starts + duration_minutes * 60_000),
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

  /** One or more days on which the practice is closed. The event does not mark the reader as busy. */
  closed({ holiday, year, first, last }: HolidayOccurrence): string {
    const name = holiday.name ?? unnamedHoliday;
    return this.event({
      id: this.uid(`holiday-${holiday.id}-${year}`),
      start: new Date(`${first}T00:00:00Z`),
      // All-day events end on the day after the last.
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

  /** Working hours or an absence. Only a person's own absence marks them as away. */
  rota({ key, kind, name, starts, ends, allDay, dates }: RotaEvent): string {
    const { created_at, updated_at } = dates ?? {
      created_at: beforeWorkingHours,
      updated_at: this.since.toISOString(),
    };
    const isAway = kind === 'away' && this.feed.staff_id !== null;
    const summary = { work: 'Working', away: name === null ? 'Away' : `Away: ${name}`, closed: 'Closed' }[
      kind
    ];
    return this.event({
      id: this.uid(key),
      start: new Date(starts),
      end: new Date(ends),
      allDay,
      summary,
      transparency: isAway ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      busystatus: isAway ? ICalEventBusyStatus.OOF : ICalEventBusyStatus.FREE,
      stamp: new Date(updated_at),
      lastModified: new Date(updated_at),
      sequence: sequenceOf({ created_at, updated_at }),
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
}
