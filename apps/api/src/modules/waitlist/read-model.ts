import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { DeskWant, FreedTime, OfferRow } from '@burrow/contracts/waitlist';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { missing } from '../booking/public.ts';
import { isOfferPaying, offerHeldUntil } from '../offer/public.ts';
import { FreeTimes, suits } from './fitting.ts';
import { waitlistSettings } from './settings.ts';
import { clientsWaiting } from './waiting.ts';
import { deskWants } from './want-rows.ts';

/** How many wants a time is compared with at most. */
const maxFitting = 20;

// $2 whether the price comes first.
const listedWants = statement<DeskWant>(
  'waitlist_wants',
  `${deskWants}
   order by case when $2 then sv.base_price_pence end desc nulls last, w.created_at, sv.base_price_pence desc, w.id`,
);
const wantsById = statement<DeskWant>('wants_by_id', `${deskWants} and w.id = any($2::bigint[])`);

// $2 now. By the channel of the message that got furthest.
const listedOffers = statement<OfferRow>(
  'waitlist_offers',
  `select o.id as offer_id, o.want_id, o.client_id, c.name as client_name, o.animal_id, a.name as animal_name,
     sv.name as service, u.name as staff_member, o.booking_date, o.booking_time, o.duration_minutes, o.state,
     ${offerHeldUntil} as held_until,
     ${isOfferPaying} as paying,
     case when m.sent then 'sent' when m.queued then 'queued' else 'failed' end as message,
     by_user.name as made_by, o.booking_id, o.created_at, o.ended_at
   from offers o
   join clients c on c.tenant_id = o.tenant_id and c.id = o.client_id
   join animals a on a.tenant_id = o.tenant_id and a.id = o.animal_id
   join services sv on sv.tenant_id = o.tenant_id and sv.id = o.service_id
   left join users u on u.tenant_id = o.tenant_id and u.id = o.staff_id
   left join users by_user on by_user.tenant_id = o.tenant_id and by_user.id = o.made_by
   left join deposits d on d.tenant_id = o.tenant_id and d.id = o.deposit_id
   cross join lateral (
     select coalesce(bool_or(k.status in ('sent', 'confirmed')), false) as sent,
       coalesce(bool_or(k.status = 'pending'), false) as queued
     from comms k where k.tenant_id = o.tenant_id and k.offer_id = o.id and k.kind = 'waitlist_offer'
       and k.client_id = o.client_id) m
   where o.tenant_id = $1 and (o.state = 'open' or o.ended_at > $2::timestamptz - interval '1 day')
   order by o.state = 'open' desc, o.created_at desc, o.id desc
   limit 200`,
);

// $2 now. Those that clients wait for and staff have not offered since. Their days are computed first: under row-level
// security an index serves only conditions of leakproof functions, and those of ranges are not.
const listedFreedTimes = statement<FreedTime>(
  'waitlist_freed_times',
  `with freed as materialized (
     select f.*, lower(f.during)::date - 1 as first_day, upper(f.during)::date as last_day
     from freed_times f join tenants t on t.id = f.tenant_id
     where f.tenant_id = $1 and upper(f.during) > $2::timestamptz at time zone t.time_zone and f.fits > 0)
   select f.id as freed_time_id, f.cause, lower(f.during)::date as booking_date, lower(f.during)::time as booking_time,
     (extract(epoch from upper(f.during) - lower(f.during)) / 60)::integer as minutes, f.staff_id,
     u.name as staff_member, f.fits, f.freed_at
   from freed f
   left join users u on u.tenant_id = $1 and u.id = f.staff_id
   where not exists (
     select from bookings b
     where b.tenant_id = $1 and b.status <> 'cancelled' and b.during && f.during
       and b.booking_date >= f.first_day and b.booking_date <= f.last_day
       and b.staff_id is not distinct from f.staff_id and b.created_at > f.freed_at)
   order by f.during, f.id
   limit 100`,
);

/** The waitlist as the desk sees it. */
export async function waitlist(ctx: Ctx): Promise<OutputOf<'waitlist'>> {
  const { tx, tenantId, now } = ctx;
  const settings = await waitlistSettings(ctx);
  const [wants, offers, freedTimes] = await Promise.all([
    tx.rows(listedWants, [tenantId, settings.isByValue]),
    tx.rows(listedOffers, [tenantId, now]),
    tx.rows(listedFreedTimes, [tenantId, now]),
  ]);
  return {
    mode: settings.mode,
    can_send: settings.ways.length > 0,
    quiet_until: settings.quietUntil?.toISOString() ?? null,
    wants,
    offers,
    freed_times: freedTimes,
  };
}

const personName = statement<{ id: number; name: string }>(
  'names_of_people',
  'select u.id, u.name from users u where u.tenant_id = $1 and u.id = any($2::bigint[])',
);

/** The wants that a time would suit, and the appointment that each would be. */
async function fittingAt(
  ctx: Ctx,
  start: { date: string; time: string },
  staffId: number | null,
): Promise<Map<number, { minutes: number; staffId: number | null }>> {
  const { date, time } = start;
  const settings = await waitlistSettings(ctx);
  const free = new FreeTimes(ctx);
  const fitting = new Map<number, { minutes: number; staffId: number | null }>();
  for (const want of await clientsWaiting(ctx, settings, { first: date, last: date, moves: true })) {
    if (fitting.size >= maxFitting) break;
    const isAsked = staffId === null || want.staff_id === null || want.staff_id === staffId;
    if (!isAsked || !suits(want, start)) continue;
    const offers = free.offers(
      await free.days({ ...want, staff_id: staffId ?? want.staff_id }, [date, date]),
    );
    const isFree = offers.day(date).times.some((one) => one.free && one.time === time);
    const assignment = isFree ? offers.assignment(date, time) : null;
    if (assignment) fitting.set(want.id, { minutes: assignment.minutes, staffId: assignment.staffId });
  }
  return fitting;
}

/**
 * The clients whom a time would suit, in the order in which they are offered times.
 * @throws AppError `not_found` for an unknown staff member
 */
export async function wantsFitting(
  ctx: Ctx,
  { booking_date: date, booking_time: time, staff_id: staffId }: ParsedInputOf<'wants_fitting'>,
): Promise<OutputOf<'wants_fitting'>> {
  const { tx, tenantId } = ctx;
  if (staffId !== undefined && (await tx.rows(personName, [tenantId, [staffId]])).length === 0) {
    throw missing('staff_id', 'Staff member not found. Choose another.');
  }
  const fitting = await fittingAt(ctx, { date, time }, staffId ?? null);
  const staffIds = [...fitting.values()].flatMap((one) => one.staffId ?? []);
  const [rows, people] = await Promise.all([
    tx.rows(wantsById, [tenantId, [...fitting.keys()]]),
    tx.rows(personName, [tenantId, staffIds]),
  ]);
  return [...fitting].flatMap(([id, found]) => {
    const row = rows.find(({ want_id: wantId }) => wantId === id);
    const staff = people.find((one) => one.id === found.staffId);
    return row
      ? [
          {
            ...row,
            offered_minutes: found.minutes,
            offered_staff_id: found.staffId,
            offered_staff: staff?.name ?? null,
          },
        ]
      : [];
  });
}
