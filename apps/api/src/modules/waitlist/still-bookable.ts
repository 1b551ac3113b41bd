import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { stillPossible, type AppointmentRequest } from '../booking/public.ts';
import { promiseOf, type Offer } from '../offer/public.ts';

// $2 the appointment, $3 its service: the rooms that the practice chose for it beside those that its service needs, without
// archived ones.
const roomsOfKept = statement<{ chosen: number[]; needed: number[] }>(
  'rooms_of_kept_booking',
  `select
     array(select p.resource_id from booking_parts p
           join resources e on e.tenant_id = p.tenant_id and e.id = p.resource_id
           where p.tenant_id = $1 and p.booking_id = $2 and e.retired_at is null and not exists (
             select from service_resources r
             where r.tenant_id = $1 and r.service_id = $3 and r.resource_id = p.resource_id)
           order by p.resource_id) as chosen,
     array(select r.resource_id from service_resources r where r.tenant_id = $1 and r.service_id = $3) as needed`,
);

/**
 * The rooms of the appointment that an offer leads to. One that moves brings the rooms chosen for it as they are now: staff may
 * have added or removed one since the offer was made.
 */
async function roomsOf({ tx, tenantId }: WorkContext, offer: Offer): Promise<readonly number[]> {
  if (offer.keep_booking_id === null) return offer.resource_ids;
  const rooms = await tx.row(roomsOfKept, [tenantId, offer.keep_booking_id, offer.service_id]);
  if (!rooms) throw new Error('The room query returned no row.');
  const { chosen, needed } = rooms;
  return [...offer.resource_ids.filter((id) => needed.includes(id)), ...chosen];
}

/** What an accepted offer replaces. */
const replacedBy = ({ id, keep_booking_id: bookingId }: Offer) => ({
  bookingId,
  offerId: id,
  unlisted: true,
});

/** The appointment of an offer, if its time is still there. Call it under the diary's lock. */
export async function stillBookable(ctx: WorkContext, offer: Offer): Promise<AppointmentRequest | null> {
  const resourceIds = [...(await roomsOf(ctx, offer))];
  return stillPossible(ctx, { ...promiseOf(offer), resource_ids: resourceIds }, replacedBy(offer));
}

/** Why an offer that is not {@link stillBookable} can't be accepted. */
export async function reasonGone(ctx: WorkContext, offer: Offer): Promise<AppError> {
  const isOfRooms = (await stillPossible(ctx, promiseOf(offer), replacedBy(offer))) !== null;
  if (!isOfRooms) return new AppError('offer_gone');
  return new AppError('offer_gone', {
    message:
      'Your appointment now needs a room that isn’t free at this time, so it stays as it is. Please call us if you’d like another time.',
  });
}

/** The appointment that an offer would move can't move to it any more. */
export const appointmentChanged = (): AppError =>
  new AppError('offer_gone', {
    message:
      'Your appointment has changed since we offered you this time, so it stays as it is. Please call us if you’d like another time.',
  });
