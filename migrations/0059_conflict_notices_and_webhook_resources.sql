-- Appointments whose clients were asked to call, because the practice needs to change them: each as it was then, and what
-- was wrong with it.

create table conflict_notices (
  tenant_id bigint not null references tenants,
  booking_id bigint not null,
  -- Of the appointment. With other times or another person its client has not been asked.
  starts_at timestamptz not null,
  duration_minutes integer not null,
  staff_id bigint,
  -- Codes of `rota_conflicts`. The client has not been asked about anything else that is wrong.
  problems text[] not null check (cardinality(problems) between 1 and 10),
  notified_at timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings on delete cascade,
  foreign key (tenant_id, staff_id) references users on delete cascade
);

select protect_tenant_table('conflict_notices');
grant select on conflict_notices to burrow_backup;
grant select, insert, update, delete on conflict_notices to burrow_app;

-- When other rooms or equipment were last assigned to an appointment: they are in a table of their own.
alter table bookings add column resources_changed_at timestamptz;

-- Adds the rooms and equipment, and the stage.
create or replace function webhook_data(b bookings) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object(
    'booking_id', b.id, 'client_id', b.client_id, 'animal_id', b.animal_id, 'service_id', b.service_id,
    'staff_id', b.staff_id,
    'resource_ids', array(
      select p.resource_id from booking_parts p
      where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null
      order by p.step, p.need),
    'starts_at', to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'duration_minutes', b.duration_minutes, 'status', b.status, 'stage', b.stage,
    'is_provisional', case when b.is_provisional then '1' else '0' end,
    'price', to_char(b.price_pence / 100.0, 'FM9999999990.00'),
    'paid', to_char(b.paid_pence / 100.0, 'FM9999999990.00'));
end $$;

-- Adds the rooms and equipment to the changes that webhooks name.
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
    case when old.resources_changed_at is distinct from new.resources_changed_at then 'resources' end,
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

-- At the commit, when the rooms and equipment of the appointment are written too.
drop trigger bookings_told_made on bookings;
drop trigger bookings_told_changed on bookings;
create constraint trigger bookings_told_made after insert on bookings deferrable initially deferred
  for each row execute function enqueue_new_booking_webhooks();
create constraint trigger bookings_told_changed after update on bookings deferrable initially deferred
  for each row when (old is distinct from new) execute function enqueue_booking_webhooks();
