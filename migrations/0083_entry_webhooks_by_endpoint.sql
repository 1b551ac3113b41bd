-- That the content of an entry was changed again reaches each endpoint: with the event that waits for it, or else with a new one.

-- As before, except for some endpoints on request. Its callers find it by its name.
drop function enqueue_webhooks(bigint, text, bigint, jsonb, interval);
create function enqueue_webhooks(
  practice bigint, event text, client bigint, event_data jsonb, delay interval default '0', except_endpoints bigint[] default '{}'
) returns void language sql as $$
  insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, client_id, data, due_at)
  select e.tenant_id, e.id, made.id, event, client, event_data, date_trunc('milliseconds', now()) + delay
  from (select gen_random_uuid() as id offset 0) made
  join webhook_endpoints e on e.tenant_id = practice and e.is_on and event = any (e.events) and e.id <> all (except_endpoints)
$$;

-- As before (0072), except that an event that waits for one endpoint replaces no event for another.
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
    update webhook_deliveries d set data = state, occurred_at = now()
    from webhook_endpoints w
    where w.tenant_id = e.tenant_id and d.tenant_id = w.tenant_id and d.endpoint_id = w.id
      and d.status = 'waiting' and d.attempts = 0 and d.due_at > now() and d.type = event
      and d.data @> jsonb_build_object('entry_id', e.id, 'changed', changed)
    returning d.endpoint_id)
  select coalesce(array_agg(w.endpoint_id), '{}') into updated from waiting w;
  perform enqueue_webhooks(e.tenant_id, event, e.client_id, state, interval '5 minutes', updated);
end $$;
