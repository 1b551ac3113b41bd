-- The stage of a visit, separate from the status of its appointment, and the reason for a cancellation.

-- Not validated: the columns of existing appointments are null, and a scan would lock the table.
alter table bookings
  add column stage text,
  add column arrived_at timestamptz,
  add column seen_at timestamptz,
  add column ready_at timestamptz,
  add column left_at timestamptz,
  add column cancel_reason text,
  add constraint bookings_stage_check check (stage in ('arrived', 'with', 'ready', 'left')) not valid,
  add constraint bookings_cancel_reason_check check (cancel_reason in ('did_not_attend')) not valid,
  add constraint bookings_stage_not_cancelled check (stage is null or status <> 'cancelled') not valid,
  add constraint bookings_reason_of_cancelled check (cancel_reason is null or status = 'cancelled') not valid;

-- For every writer, also one that does not know these columns: a reason belongs to a cancelled appointment, and a stage
-- to the day on which it was recorded.
create function maintain_booking_stage() returns trigger language plpgsql as $$
begin
  if new.status <> 'cancelled' then new.cancel_reason := null; end if;
  if new.status = 'cancelled' or new.booking_date <> old.booking_date then
    new.stage := null;
    new.arrived_at := null;
    new.seen_at := null;
    new.ready_at := null;
    new.left_at := null;
  end if;
  return new;
end $$;
create trigger bookings_stage_maintained before update of status, booking_date on bookings
  for each row when (old.stage is not null or old.cancel_reason is not null)
  execute function maintain_booking_stage();

-- Adds the stage to the changes that webhooks name.
create or replace function enqueue_booking_webhooks() returns trigger language plpgsql as $$
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
    case when old.stage is distinct from new.stage then 'stage' end,
    case when old.answered_at is distinct from new.answered_at then 'answers' end], null);
  if changed <> '{}' then
    perform enqueue_webhooks(
      new.tenant_id, 'booking.updated', new.client_id, state || jsonb_build_object('changed', changed));
  end if;
  if is_moved then
    perform enqueue_webhooks(
      new.tenant_id,
      case when new.status = 'cancelled' and old.status <> 'cancelled' then 'booking.cancelled'
        else 'booking.status_changed' end,
      new.client_id, state || jsonb_build_object('previous_status', old.status));
  end if;
  if old.paid_pence <> new.paid_pence then
    perform enqueue_webhooks(new.tenant_id, 'booking.payment_changed', new.client_id, state);
  end if;
  return null;
end $$;
