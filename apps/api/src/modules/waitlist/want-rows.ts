import { isLiveWant } from '../offer/public.ts';

/** SQL for the columns of a want that the desk and its client see; needs {@link wantJoins}. */
export const wantColumns = `w.id as want_id, w.animal_id, a.name as animal_name, sp.name::text as species, w.service_id,
     sv.name as service, w.staff_id, u.name as staff_member, w.weekdays, w.from_time, w.until_time, w.from_date,
     w.until_date, w.keep_booking_id as booking_id, k.booking_date, k.booking_time, w.state, w.created_at`;

export const wantJoins = `join animals a on a.tenant_id = w.tenant_id and a.id = w.animal_id
   join services sv on sv.tenant_id = w.tenant_id and sv.id = w.service_id
   left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
   left join users u on u.tenant_id = w.tenant_id and u.id = w.staff_id
   left join bookings k on k.tenant_id = w.tenant_id and k.id = w.keep_booking_id`;

/** The live wants of a practice as the desk sees them. */
export const deskWants = `select ${wantColumns}, w.client_id, c.name as client_name, c.phone as client_phone,
     sv.duration_minutes, k.duration_minutes as kept_minutes, w.note, w.source, o.offers, o.last_offer_at
   from wants w
   join clients c on c.tenant_id = w.tenant_id and c.id = w.client_id
   ${wantJoins}
   cross join lateral (
     select count(*)::integer as offers, max(f.created_at) as last_offer_at
     from offers f where f.tenant_id = w.tenant_id and f.want_id = w.id) o
   where w.tenant_id = $1 and ${isLiveWant}`;
