import type { ParsedInputOf } from '@burrow/contracts/actions';
import { minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { localMoment } from '../../lib/clock.ts';
import { findTime, refuseClashes } from '../availability/public.ts';
import { tellScreens } from '../notification/public.ts';
import { bookingReferences } from './references.ts';
import { assignResources, insertBooking } from './repository.ts';
import { allowedBy, momentOf } from './service.ts';

const stepMinutes = 5;

/** The current time on the practice's clock, rounded down to five minutes. */
function startingNow({ now, session }: Ctx): { booking_date: string; booking_time: string } {
  const { date, time } = localMoment(now, session.timeZone);
  const minutes = minutesOf(time);
  return { booking_date: date, booking_time: timeOf(minutes - (minutes % stepMinutes)) };
}

/**
 * Books an appointment that starts now, for a client who has arrived. Without a staff member it gets a free one, or
 * none when all are busy and the practice has room.
 * @throws AppError `not_found`, `client_archived`, `animal_inactive`, `staff_busy`, `animal_busy`, `practice_full`
 */
export async function bookWalkIn(
  ctx: Ctx,
  input: ParsedInputOf<'booking_walk_in'>,
): Promise<{ booking_id: number; staff_id: number | null }> {
  const { tx, tenantId, now } = ctx;
  const { base_price_pence: price, duration_minutes: minutes } = await bookingReferences(ctx, {
    ...input,
    staff_id: input.staff_id ?? null,
  });
  const start = { ...startingNow(ctx), duration_minutes: minutes };
  const found = await findTime(ctx, {
    ...start,
    booking_id: null,
    animal_id: input.animal_id,
    service_id: input.service_id,
    staff_id: input.staff_id ?? 'free',
    resource_ids: [],
  });
  const isOverlap = refuseClashes(ctx, found.clashes, allowedBy(input));
  const bookingId = await insertBooking(
    tx,
    tenantId,
    {
      ...start,
      client_id: input.client_id,
      animal_id: input.animal_id,
      service_id: input.service_id,
      staff_id: found.staffId,
      starts_at: momentOf(ctx, start.booking_date, start.booking_time),
      price_pence: found.ownPricePence ?? price,
      status: 'confirmed',
      overlap_allowed: isOverlap,
      notes: null,
      staff_notes: null,
      is_provisional: false,
      source: 'staff',
      arrived_at: now,
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
    },
    now,
  );
  await assignResources(tx, tenantId, bookingId, found.resourceIds);
  tellScreens(ctx);
  return { booking_id: bookingId, staff_id: found.staffId };
}
