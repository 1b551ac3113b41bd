-- Making an appointment is what is waited for most: what an endpoint that is told of it adds to that, made less.

-- The endpoint has its practice.
alter table webhook_deliveries drop constraint webhook_deliveries_tenant_id_fkey;
alter table webhook_attempts drop constraint webhook_attempts_tenant_id_fkey;

create or replace function tell_webhooks_of_new_booking() returns trigger language plpgsql as $$
declare
  wanting bigint[];
  endpoint bigint;
  event uuid;
  state jsonb;
begin
  wanting := array(
    select e.id from webhook_endpoints e
    where e.tenant_id = new.tenant_id and e.is_on and 'booking.created' = any (e.events));
  if wanting = '{}' then return null; end if;
  event := gen_random_uuid();
  state := webhook_data(new);
  foreach endpoint in array wanting loop
    insert into webhook_deliveries (tenant_id, endpoint_id, event_id, type, client_id, data)
    values (new.tenant_id, endpoint, event, 'booking.created', new.client_id, state);
  end loop;
  return null;
end $$;
