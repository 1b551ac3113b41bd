import { addDays } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';

/** SQL for an instant as it stands in the key of a reminder. */
const inKey = (instant: string): string => `':' || extract(epoch from ${instant})::bigint || ':'`;

/*
 * The same rule as in lib/clock: of a repeated local time the first applies, which PostgreSQL alone would not choose. A
 * skipped local time (the clocks go forward) becomes the one an hour later; the desk sees the appointment at its old
 * time and can move it. Conflicts with the rota that were kept, or of which the client was notified, are about the local time
 * too. Clients know the local time, so that a reminder of it counts for the new instant. If another reminder was sent for that
 * instant, before the appointment was moved, one of the two has the key.
 */
const recomputeInstants = statement(
  'recompute_upcoming_instants',
  `with moved as (
   update bookings b set starts_at = m.starts_at
   from (select l.id, l.starts_at as before,
           case when (l.at - interval '1 hour') at time zone $2 = l.shown then l.at - interval '1 hour'
                when (l.at - interval '30 minutes') at time zone $2 = l.shown then l.at - interval '30 minutes'
                else l.at end as starts_at
         from (select u.id, u.starts_at, lower(u.during) as shown, lower(u.during) at time zone $2 as at
               from bookings u
               where u.tenant_id = $1 and u.booking_date >= $4 and (u.starts_at >= $3
                 or lower(u.during) at time zone $2 >= $3)) l) m
   where b.tenant_id = $1 and b.id = m.id
   returning b.id, b.starts_at, m.before),
   kept as (
   update accepted_conflicts x set starts_at = m.starts_at from moved m
   where x.tenant_id = $1 and x.booking_id = m.id and x.starts_at = m.before),
   notified as (
   update conflict_notices x set starts_at = m.starts_at from moved m
   where x.tenant_id = $1 and x.booking_id = m.id and x.starts_at = m.before)
   update comms k set told_starts_at = r.starts_at, dedupe_key = case when not exists (
     select from comms o where o.tenant_id = $1 and o.dedupe_key = r.new_key and o.id <> r.id) then r.new_key end
   from (select c.id, m.starts_at,
           replace(c.dedupe_key, ${inKey('m.before')}, ${inKey('m.starts_at')}) as new_key
         from moved m
         join comms c on c.tenant_id = $1 and c.booking_id = m.id and c.kind = 'booking_reminder'
           and c.told_starts_at = m.before
         where m.before <> m.starts_at) r
   where k.tenant_id = $1 and k.id = r.id`,
);

/**
 * Recomputes the instants of upcoming appointments, by the old or the new zone, for a new time zone. Their local day and
 * time stay.
 */
export async function moveToTimeZone({ tx, tenantId, now }: Ctx, timeZone: string): Promise<void> {
  // No zone is more than a day behind UTC.
  const earliestDay = addDays(localMoment(now, 'UTC').date, -1);
  await tx.rows(recomputeInstants, [tenantId, timeZone, now, earliestDay]);
}
