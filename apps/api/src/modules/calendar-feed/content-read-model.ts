import { columns, type RowOf } from '../../db/columns.ts';
import type { Schema } from '../../db/schema.ts';
import { statement, type Statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

/** An opened feed: its level of detail, and its diary. */
export interface OpenFeed
  extends
    Pick<
      Schema['calendar_feeds'],
      'tenant_id' | 'staff_id' | 'shows' | 'last_read_at' | 'content_tag' | 'content_since'
    >,
    Pick<Schema['tenants'], 'tenant_name' | 'time_zone' | 'calendar_namespace'> {
  feed_id: number;
  staff_name: string | null;
}

const bookingColumns = columns(
  'bookings',
  'id, duration_minutes, starts_at, is_provisional, created_at, updated_at',
);

/** An appointment, with the details of its feed; the rest is null. */
export interface FeedBooking extends RowOf<typeof bookingColumns> {
  /** The last change of the included details, as far as it is recorded. */
  revised_at: string;
  service: string | null;
  animal: string | null;
  staff: string | null;
  client: string | null;
  phone: string | null;
}

const holidayColumns = columns(
  'holidays',
  'id, name, start_date, end_date, is_recurring, created_at, updated_at',
);
export type FeedHoliday = RowOf<typeof holidayColumns>;

/** The days of a feed, the first and the last included. */
export interface FeedDays {
  first: string;
  last: string;
}

const openFeedStatement = statement<OpenFeed>(
  'open_calendar_feed',
  'select f.* from open_calendar_feed($1) f',
);

const noteFeed = statement('note_calendar_feed', 'select note_calendar_feed($1, $2, $3)');

// $2 and $3 the first and the last day, $4 the level of detail, $5 the diary.
const told = (isDiary: boolean): string =>
  `from bookings b
   left join services s on $4 <> 'busy' and s.tenant_id = b.tenant_id and s.id = b.service_id
   left join animals a on $4 <> 'busy' and a.tenant_id = b.tenant_id and a.id = b.animal_id
   left join users u on ${isDiary ? 'false' : "$4 <> 'busy' and u.tenant_id = b.tenant_id and u.id = b.staff_id"}
   left join clients c on $4 = 'client' and c.tenant_id = b.tenant_id and c.id = b.client_id
   where b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
     ${isDiary ? 'and b.staff_id = $5' : ''}`;

const names = 's.name as service, a.name as animal, u.name as staff, c.name as client, c.phone';

const bookingsTold = (isDiary: boolean): Statement<FeedBooking> =>
  statement(
    isDiary ? 'calendar_feed_of_diary' : 'calendar_feed_of_practice',
    `select ${bookingColumns.of('b')},
            greatest(b.updated_at, a.updated_at, u.updated_at, c.updated_at) as revised_at, ${names}
     ${told(isDiary)}
     order by b.booking_date, b.booking_time, b.id`,
  );

interface Sum {
  amount: number;
  /** Changes with any included detail. */
  sum: string;
}

// The checksum is computed in the database: an unchanged feed is answered without fetching its rows. It depends on the
// order of the columns.
const sumTold = (isDiary: boolean): Statement<Sum> =>
  statement(
    isDiary ? 'calendar_feed_sum_of_diary' : 'calendar_feed_sum_of_practice',
    `select count(*)::integer as amount, coalesce(bit_xor(hash_record_extended(r, 0)), 0)::text as sum
     from (select b.id, b.starts_at, b.duration_minutes, b.is_provisional, b.updated_at, ${names} ${told(isDiary)}) r`,
  );

const forDiary = { bookings: bookingsTold(true), sum: sumTold(true) };
const forPractice = { bookings: bookingsTold(false), sum: sumTold(false) };

const holidaysTold = statement<FeedHoliday>(
  'calendar_feed_holidays',
  `select ${holidayColumns.of('h')}
   from holidays h where h.tenant_id = $1 and (h.is_recurring or (h.start_date <= $3 and h.end_date >= $2))
   order by h.start_date, h.id`,
);

const valuesOf = (feed: OpenFeed, { first, last }: FeedDays): unknown[] => [
  feed.tenant_id,
  first,
  last,
  feed.shows,
  ...(feed.staff_id === null ? [] : [feed.staff_id]),
];

/**
 * The feed whose token has this SHA-256, after setting its practice for row-level security; undefined without a valid
 * one.
 */
export const openFeed = (tx: Queryable, tokenHash: Buffer): Promise<OpenFeed | undefined> =>
  tx.row(openFeedStatement, [tokenHash]);

/** The digest of a feed's appointments: their number, and a checksum that changes with any of them. */
export async function sumOfBookings(tx: Queryable, feed: OpenFeed, days: FeedDays): Promise<Sum> {
  const sum = await tx.row((feed.staff_id === null ? forPractice : forDiary).sum, valuesOf(feed, days));
  if (!sum) throw new Error('The checksum query returned no row.');
  return sum;
}

/** The appointments of a feed, soonest first, without those that were cancelled. */
export const readBookings = (tx: Queryable, feed: OpenFeed, days: FeedDays): Promise<FeedBooking[]> =>
  tx.rows((feed.staff_id === null ? forPractice : forDiary).bookings, valuesOf(feed, days));

/** The days on which the practice is closed, for the feed of the whole practice; none for a person's. */
export const readHolidays = async (tx: Queryable, feed: OpenFeed, days: FeedDays): Promise<FeedHoliday[]> =>
  feed.staff_id === null ? tx.rows(holidaysTold, [feed.tenant_id, days.first, days.last]) : [];

/** Records a reading of a feed, and its digest. */
export async function noteReading(
  control: Queryable,
  tokenHash: Buffer,
  tag: string,
  now: Date,
): Promise<void> {
  await control.rows(noteFeed, [tokenHash, tag, now]);
}
