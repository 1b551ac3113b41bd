-- A note on an appointment that only the practice reads, beside the one that its client reads too.

alter table bookings add column staff_notes text;

create trigger bookings_staff_notes_of_nobody_erased before update of staff_notes on bookings
  for each row when (new.staff_notes is not null) execute function refuse_about_erased('client');

-- As it was, and with the staff notes among what can change.
create or replace function tell_webhooks_of_booking() returns trigger language plpgsql as $$
declare
  state jsonb;
  changed text[];
  is_moved boolean := (old.status, old.is_provisional, old.staff_accepted)
    <> (new.status, new.is_provisional, new.staff_accepted);
begin
  if not exists (select from webhook_endpoints e where e.tenant_id = new.tenant_id and e.is_on) then return null; end if;
  state := webhook_data(new);
  changed := array_remove(array[
    case when old.starts_at <> new.starts_at or old.booking_date <> new.booking_date
           or old.booking_time <> new.booking_time then 'time' end,
    case when old.duration_minutes <> new.duration_minutes then 'duration' end,
    case when old.service_id is distinct from new.service_id then 'service' end,
    case when old.staff_id is distinct from new.staff_id then 'staff' end,
    case when old.client_id <> new.client_id then 'client' end,
    case when old.animal_id <> new.animal_id then 'animal' end,
    case when old.price_pence <> new.price_pence then 'price' end,
    case when old.notes is distinct from new.notes then 'notes' end,
    case when old.staff_notes is distinct from new.staff_notes then 'staff_notes' end,
    case when old.answered_at is distinct from new.answered_at then 'answers' end], null);
  if changed <> '{}' then
    perform tell_webhooks(
      new.tenant_id, 'booking.updated', new.client_id, state || jsonb_build_object('changed', changed));
  end if;
  if is_moved then
    perform tell_webhooks(
      new.tenant_id,
      case when new.status = 'cancelled' and old.status <> 'cancelled' then 'booking.cancelled'
        else 'booking.status_changed' end,
      new.client_id, state || jsonb_build_object('previous_status', old.status));
  end if;
  if old.paid_pence <> new.paid_pence then
    perform tell_webhooks(new.tenant_id, 'booking.payment_changed', new.client_id, state);
  end if;
  return null;
end $$;
