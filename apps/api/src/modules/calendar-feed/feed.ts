import { addDays } from '@burrow/contracts/calendar-day';
import { createHash } from 'node:crypto';
import type { FeedState } from '../../context/calendar-feeds.ts';
import type { Dependencies } from '../../context/context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { localMoment } from '../../lib/clock.ts';
import { Turns } from '../../lib/turns.ts';
import { version } from '../../lib/version.ts';
import { CalendarText } from './calendar-text.ts';
import {
  noteReading,
  openFeed,
  readBookings,
  readHolidays,
  sumOfBookings,
  type FeedBooking,
  type FeedDays,
  type OpenFeed,
} from './content-read-model.ts';
import { holidayOccurrences, type HolidayOccurrence } from './holiday-events.ts';
import { rotaEvents, type RotaEvent } from './rota-events.ts';

/** The days before and after today that a feed covers. */
const daysBack = 30;
const daysAhead = 365;

/** The resolution of a feed's last reading. */
const noteEveryMs = 60_000;

const daysOf = ({ time_zone }: OpenFeed, now: Date): FeedDays => {
  const today = localMoment(now, time_zone).date;
  return { first: addDays(today, -daysBack), last: addDays(today, daysAhead) };
};

const holidaysOf = async (tx: Queryable, feed: OpenFeed, days: FeedDays): Promise<HolidayOccurrence[]> =>
  holidayOccurrences(await readHolidays(tx, feed, days), days);

/**
 * Opens the feed whose token has this SHA-256 for the rest of the transaction, and returns its state; undefined without
 * a valid one. The reading is recorded beside it.
 */
export async function feedState(
  tx: Queryable,
  deps: Dependencies,
  tokenHash: Buffer,
): Promise<FeedState | undefined> {
  const now = deps.clock.now();
  const feed = await openFeed(tx, tokenHash);
  if (!feed) return undefined;
  const days = daysOf(feed, now);
  const [{ amount, sum }, holidays, rota] = await Promise.all([
    sumOfBookings(tx, feed, days),
    holidaysOf(tx, feed, days),
    rotaEvents(tx, feed, days),
  ]);
  const { feed_id, tenant_id, tenant_name, staff_name, time_zone, shows, calendar_namespace } = feed;
  const settings = [version, deps.env.PUBLIC_URL, calendar_namespace];
  const told = [settings, feed_id, shows, tenant_name, staff_name, time_zone, amount, sum, holidays, rota];
  const tag = createHash('sha256').update(JSON.stringify(told)).digest('base64url');
  const isNews = tag !== feed.content_tag;
  const since = isNews || feed.content_since === null ? now : new Date(feed.content_since);
  if (isNews || now.getTime() - Date.parse(feed.last_read_at ?? '') > noteEveryMs) {
    note(deps, tokenHash, tag, now);
  }
  return { feedId: feed_id, tenantId: tenant_id, tag, since, amount: amount + rota.length };
}

/** Beside the request, which need not wait for it. */
function note(deps: Dependencies, tokenHash: Buffer, tag: string, now: Date): void {
  noteReading(deps.database.control, tokenHash, tag, now).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the last read of a calendar feed could not be recorded');
  });
}

/** The content of a feed, as rows. */
export interface FeedContent {
  feed: OpenFeed;
  bookings: FeedBooking[];
  holidays: HolidayOccurrence[];
  rota: RotaEvent[];
  since: Date;
}

/** Opens a feed as {@link feedState} does, and reads its content, which was first seen at `since`. */
export async function feedContent(
  tx: Queryable,
  { clock }: Dependencies,
  tokenHash: Buffer,
  since: Date,
): Promise<FeedContent | undefined> {
  const feed = await openFeed(tx, tokenHash);
  if (!feed) return undefined;
  const days = daysOf(feed, clock.now());
  const [bookings, holidays, rota] = await Promise.all([
    readBookings(tx, feed, days),
    holidaysOf(tx, feed, days),
    rotaEvents(tx, feed, days),
  ]);
  return { feed, bookings, holidays, rota, since };
}

/** The text of a feed in pieces. Other work runs between them: writing 20,000 events takes up to a second. */
export async function* feedText(
  { feed, bookings, holidays, rota, since }: FeedContent,
  { env }: Dependencies,
): AsyncGenerator<string> {
  const text = new CalendarText(feed, env.PUBLIC_URL, since);
  yield text.beginning() + holidays.map((holiday) => text.closed(holiday)).join('');
  const turns = new Turns();
  let events = '';
  const pieces = [
    ...rota.map((event) => () => text.rota(event)),
    ...bookings.map((booking) => () => text.appointment(booking)),
  ];
  for (const piece of pieces) {
    events += piece();
    if (!turns.isOver) continue;
    yield events;
    events = '';
    await turns.next();
  }
  if (events) yield events;
  yield text.ending();
}
