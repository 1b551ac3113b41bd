-- A client who was offered an earlier time, and whose appointment is then cancelled, keeps the offer: accepting it books a new
-- appointment. Should the offer end, they still wait for an earlier day than they had, and never for the time that was
-- cancelled. In the transaction that cancels, so that an offer never names an appointment that no longer takes place. One that its
-- client did not attend takes the offer with it.

create function offer_new_appointment() returns trigger language plpgsql as $$
begin
  update wants w set keep_booking_id = null, updated_at = new.updated_at,
    from_date = least(w.from_date, new.booking_date - 1), until_date = least(w.until_date, new.booking_date - 1)
  where w.tenant_id = new.tenant_id and w.keep_booking_id = new.id and w.state = 'offered';
  return null;
end $$;
create trigger bookings_offer_new_appointment after update on bookings
  for each row
  when (old.status <> 'cancelled' and new.status = 'cancelled'
    and new.cancel_reason is distinct from 'did_not_attend')
  execute function offer_new_appointment();
