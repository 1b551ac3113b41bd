import { addDays, timeOf } from '@burrow/contracts/calendar-day';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { instantOf } from '../../lib/clock.ts';
import { workedShifts } from '../rota/public.ts';
import type { FeedDays, OpenFeed } from './content-read-model.ts';

/** Working hours or an absence. Neither says why someone is absent. */
export interface RotaEvent {
  /** Distinguishes it within the practice. */
  key: string;
  kind: 'work' | 'away' | 'closed';
  /** Who is absent, in the feed of the whole practice. */
  name: string | null;
  /** Instants, or of an absence of whole days the first day and the day after the last. */
  starts: string;
  ends: string;
  allDay: boolean;
  /** Null for working hours: deleting a shift leaves no date to tell the change from. */
  dates: { created_at: string; updated_at: string } | null;
}

interface FeedAbsence {
  id: number;
  user_id: number | null;
  name: string | null;
  starts: string;
  ends: string;
  created_at: string;
  updated_at: string;
}

// $4 the person, or null for the whole practice. A feed that shows only when people are busy names no one.
const absencesTold = statement<FeedAbsence>(
  'calendar_feed_absences',
  `select a.id, a.user_id, u.name, to_char(lower(a.during), 'YYYY-MM-DD"T"HH24:MI') as starts,
          to_char(upper(a.during), 'YYYY-MM-DD"T"HH24:MI') as ends, a.created_at, a.updated_at
   from absences a left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
   where a.tenant_id = $1 and a.resource_id is null
     and a.during && tsrange($2::date::timestamp, ($3::date + 1)::timestamp)
     and case when $4::bigint is null then a.user_id is null or ($5 <> 'busy' and u.disabled_at is null)
         else a.user_id = $4 end
   order by lower(a.during), a.id`,
);

const ownHours = statement<{ exist: boolean }>(
  'calendar_feed_own_hours',
  `select exists (select from work_patterns p where p.tenant_id = $1 and p.user_id = $2)
       or exists (select from shifts s where s.tenant_id = $1 and s.user_id = $2) as exist`,
);

/** The instant of minutes after midnight of a day; of a time that the clocks skip, the first after it. */
function instantAfter(date: string, minutes: number, timeZone: string): string {
  const day = addDays(date, Math.floor(minutes / 1440));
  const time = timeOf(minutes % 1440);
  const instant = instantOf({ date: day, time }, timeZone);
  return instant ? instant.toISOString() : instantAfter(date, minutes + 30, timeZone);
}

const instantOfMoment = (moment: string, timeZone: string): string =>
  instantAfter(moment.slice(0, 10), Number(moment.slice(11, 13)) * 60 + Number(moment.slice(14)), timeZone);

async function shiftEvents(
  tx: Queryable,
  { tenant_id: tenantId, time_zone: zone }: OpenFeed,
  staffId: number,
  days: FeedDays,
): Promise<RotaEvent[]> {
  const own = await tx.row(ownHours, [tenantId, staffId]);
  if (!own?.exist) return [];
  const shifts = await workedShifts({ tx, tenantId }, staffId, days);
  return shifts.map(({ date, start, end }, n) => ({
    key: `work-${staffId}-${date}-${n - shifts.findIndex((one) => one.date === date)}`,
    kind: 'work',
    name: null,
    starts: instantAfter(date, start, zone),
    ends: instantAfter(date, end, zone),
    allDay: false,
    dates: null,
  }));
}

function absenceEvent({ time_zone: zone, staff_id }: OpenFeed, absence: FeedAbsence): RotaEvent {
  const { id, user_id, name, starts, ends, created_at, updated_at } = absence;
  const allDay = starts.endsWith('T00:00') && ends.endsWith('T00:00');
  return {
    key: `absence-${id}`,
    kind: user_id === null ? 'closed' : 'away',
    name: staff_id === null ? name : null,
    starts: allDay ? starts.slice(0, 10) : instantOfMoment(starts, zone),
    ends: allDay ? ends.slice(0, 10) : instantOfMoment(ends, zone),
    allDay,
    dates: { created_at, updated_at },
  };
}

/**
 * What a feed shows of the rota: a person's own working hours and absences, or for the whole practice the days it is
 * closed and, unless it shows only when people are busy, who is away.
 */
export async function rotaEvents(tx: Queryable, feed: OpenFeed, days: FeedDays): Promise<RotaEvent[]> {
  const { tenant_id, staff_id, shows } = feed;
  const [absences, shifts] = await Promise.all([
    tx.rows(absencesTold, [tenant_id, days.first, days.last, staff_id, shows]),
    staff_id === null ? [] : shiftEvents(tx, feed, staff_id, days),
  ]);
  return [...absences.map((absence) => absenceEvent(feed, absence)), ...shifts];
}
