import { addDays } from '@burrow/contracts/calendar-day';
import { maxOffersADay } from '@burrow/contracts/waitlist-limits';
import type { WorkContext } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { dayBegins, localMoment } from '../../lib/clock.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import type { MovingBooking } from '../availability/public.ts';
import { reachableWithOffer } from '../message/public.ts';
import type { WaitlistSettings } from './settings.ts';
import { wantedColumns } from './want-repository.ts';

const waitingColumns = columns('wants', `id, ${wantedColumns}`);

/** A client who waits and can be offered a time now. */
export interface Waiting extends RowOf<typeof waitingColumns> {
  /** The day and time of the appointment that would move, as 'YYYY-MM-DD HH:MM'. */
  kept_at: string | null;
  /** That appointment: it keeps its length and the rooms chosen for it. */
  moving: MovingBooking | null;
  /** The days and times that they were offered before, in the same way. */
  offered: string[];
}

// $2 now, $3 $4 the days, $5 when the day began, $6 whether the price comes first, $7 pattern of numbers that get texts,
// $8 ways, $9 whether appointments can be moved for it. The longest waiting comes first, then the highest price.
const waitingClients = statement<Waiting>(
  'clients_waiting',
  `select ${waitingColumns.of('w')},
     case when k.id is not null then json_build_object('id', k.id, 'duration_minutes', k.duration_minutes,
       'before_minutes', k.before_minutes, 'after_minutes', k.after_minutes, 'price_pence', k.price_pence) end as moving,
     case when k.id is not null then k.booking_date || ' ' || to_char(k.booking_time, 'HH24:MI') end as kept_at,
     array(select o.booking_date || ' ' || to_char(o.booking_time, 'HH24:MI') from offers o
           where o.tenant_id = w.tenant_id and o.want_id = w.id) as offered
   from wants w
   join clients c on c.tenant_id = w.tenant_id and c.id = w.client_id and c.archived_at is null
   join services s on s.tenant_id = w.tenant_id and s.id = w.service_id and s.retired_at is null
   left join bookings k on k.tenant_id = w.tenant_id and k.id = w.keep_booking_id
   where w.tenant_id = $1 and w.state = 'waiting' and w.from_date <= $4 and w.until_date >= $3
     and (w.keep_booking_id is null or $9 and k.status in ('pending', 'confirmed') and k.stage is null and k.starts_at > $2
       and k.animal_id = w.animal_id and (k.service_id is null or k.service_id = w.service_id))
     and (select count(*) from offers o
          where o.tenant_id = w.tenant_id and o.want_id = w.id and o.created_at >= $5) < ${maxOffersADay}
     and not exists (select from offers o
                     where o.tenant_id = w.tenant_id and o.client_id = w.client_id and o.state = 'open')
     and ${reachableWithOffer('$7', '$8::text[]')}
   order by case when $6 then s.base_price_pence end desc nulls last, w.created_at, s.base_price_pence desc, w.id`,
);

/**
 * The clients who wait for a time on some days and can be offered one now, in the order in which they are offered it: who
 * has no open offer, got fewer than two today, and gets messages.
 * @param moves whether their appointments may be moved to it
 */
export function clientsWaiting(
  { tx, tenantId, now, session }: WorkContext,
  { isByValue, ways }: WaitlistSettings,
  { first, last, moves }: { first: string; last: string; moves: boolean },
): Promise<Waiting[]> {
  const begins = dayBegins(localMoment(now, session.timeZone).date, session.timeZone);
  const pattern = textablePhone(session.locale);
  return tx.rows(waitingClients, [tenantId, now, first, last, begins, isByValue, pattern, ways, moves]);
}

/** The days on which a client could come, of those from `first` to `last`. */
export function daysOf(want: Waiting, first: string, last: string): string[] {
  const from = first > want.from_date ? first : want.from_date;
  const ends = [last, want.until_date, want.kept_at?.slice(0, 10) ?? last];
  const until = ends.reduce((a, b) => (a < b ? a : b));
  const days: string[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
}
