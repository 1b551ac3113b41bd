-- Of two events of one appointment the later has the later state: each has the state at its commit, and the time it was written
-- instead of the beginning of its transaction.

alter table webhook_deliveries alter column occurred_at set default clock_timestamp();

-- As before (0027), except that the state is the one at the commit.
create or replace function enqueue_new_booking_webhooks() returns trigger language plpgsql as $$
declare
  wanting bigint[];
  endpoint bigint;
  event uuid;
  committed bookings;
  state jsonb;
begin
  wanting := array(
    select e.id from webhook_endpoints e
    where e.tenant_id = new.tenant_id and e.is_on and 'booking.created' = any (e.events));
  if wanting = '{}' then return null; end if;
  select * into committed from bookings b where b.tenant_id = new.tenant_id and b.id = new.id;
  if not found then return null; end if;
  event := gen_random_uuid();
  state := webhook_data(committed);
  foreach endpoint in array wanting loop
    insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, client_id, data)
    values (new.tenant_id, endpoint, event, 'booking.created', committed.client_id, state);
  end loop;
  return null;
end $$;

-- As before (0064), except that the state is the one at the commit.
create or replace function enqueue_booking_webhooks() returns trigger language plpgsql as $$
declare
  committed bookings;
  state jsonb;
  changed text[];
  is_moved boolean := (old.status, old.is_provisional, old.staff_accepted)
    <> (new.status, new.is_provisional, new.staff_accepted);
begin
  if not exists (select from webhook_endpoints e where e.tenant_id = new.tenant_id and e.is_on) then return null; end if;
  select * into committed from bookings b where b.tenant_id = new.tenant_id and b.id = new.id;
  if not found then return null; end if;
  state := webhook_data(committed);
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
      new.tenant_id, 'booking.updated', committed.client_id, state || jsonb_build_object('changed', changed));
  end if;
  if is_moved then
    if new.status = 'cancelled' and old.status <> 'cancelled' then
      perform enqueue_webhooks(
        new.tenant_id, 'booking.cancelled', committed.client_id,
        state || jsonb_build_object('previous_status', old.status, 'by', coalesce(new.cancelled_by, 'practice')));
    else
      perform enqueue_webhooks(
        new.tenant_id, 'booking.status_changed', committed.client_id,
        state || jsonb_build_object('previous_status', old.status));
    end if;
  end if;
  if old.paid_pence <> new.paid_pence then
    perform enqueue_webhooks(new.tenant_id, 'booking.payment_changed', committed.client_id, state);
  end if;
  return null;
end $$;

-- As before (0083), except for the time of a replaced event.
create or replace function enqueue_entry_webhook(e entries, event text, changed text[]) returns void
language plpgsql as $$
declare
  state jsonb := jsonb_strip_nulls(jsonb_build_object('changed', to_jsonb(changed))) || jsonb_build_object(
    'entry_id', e.id, 'animal_id', e.animal_id, 'client_id', e.client_id, 'booking_id', e.booking_id, 'kind', e.kind,
    'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'shared', case when e.shared then '1' else '0' end);
  is_save boolean := changed is not distinct from array['content'];
  updated bigint[];
begin
  if not is_save then
    perform enqueue_webhooks(e.tenant_id, event, e.client_id, state);
    return;
  end if;
  with waiting as (
    update webhook_deliveries d set data = state, occurred_at = clock_timestamp()
    from webhook_endpoints w
    where w.tenant_id = e.tenant_id and d.tenant_id = w.tenant_id and d.endpoint_id = w.id
      and d.status = 'waiting' and d.attempts = 0 and d.due_at > now() and d.type = event
      and d.data @> jsonb_build_object('entry_id', e.id, 'changed', changed)
    returning d.endpoint_id)
  select coalesce(array_agg(w.endpoint_id), '{}') into updated from waiting w;
  perform enqueue_webhooks(e.tenant_id, event, e.client_id, state, interval '5 minutes', updated);
end $$;
