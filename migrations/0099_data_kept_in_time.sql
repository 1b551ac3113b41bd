-- What clearing up deletes and what it leaves alone, and what an erasure keeps in the audit log.

-- ------------------------------------------------------------------------------------------ practices that are moved

-- Clearing up updates no row of a practice that is moved to another installation: its copy would lack the change. Rows that
-- it only deletes are deleted there too.
grant select (tenant_id) on practice_moves to burrow_operator;
create policy operator on practice_moves for select to burrow_operator using (true);

-- As before (0030), except for practices that are moved.
create or replace function forget_imports(at timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
  forgotten integer := 0;
begin
  for old in
    select i.tenant_id, i.id from imports i where i.cleared_at is null and i.expires_at <= at
      and not exists (select from practice_moves m where m.tenant_id = i.tenant_id)
    order by i.expires_at limit most for update of i skip locked
  loop
    delete from import_files f where f.tenant_id = old.tenant_id and f.import_id = old.id;
    delete from import_findings f where f.tenant_id = old.tenant_id and f.import_id = old.id;
    delete from import_records r where r.tenant_id = old.tenant_id and r.import_id = old.id;
    update imports i set cleared_at = at, first_records = '[]' where i.tenant_id = old.tenant_id and i.id = old.id;
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end $$;

-- As before (0029), except for practices that are moved.
create or replace function clear_webhook_deliveries(
  at timestamptz, kept integer, most_waiting integer, most integer,
  after_practice bigint, after_endpoint bigint, endpoints integer)
returns table (practice bigint, endpoint bigint, changed integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_too_many bigint;
  too_many bigint;
  done integer;
begin
  changed := 0;
  for practice, endpoint in
    select e.tenant_id, e.id from webhook_endpoints e
    where (e.tenant_id, e.id) > (after_practice, after_endpoint)
      and not exists (select from practice_moves m where m.tenant_id = e.tenant_id)
    order by e.tenant_id, e.id limit endpoints
  loop
    select d.id into first_too_many from webhook_deliveries d
    where d.tenant_id = practice and d.endpoint_id = endpoint and d.status <> 'waiting'
    order by d.id desc offset kept limit 1;
    if found then
      delete from webhook_deliveries k
      where k.tenant_id = practice and k.endpoint_id = endpoint and k.status <> 'waiting' and k.id = any (array(
        select d.id from webhook_deliveries d
        where d.tenant_id = practice and d.endpoint_id = endpoint and d.status <> 'waiting' and d.id <= first_too_many
        order by d.id limit most));
      get diagnostics done = row_count;
      changed := changed + done;
    end if;
    select count(*) - most_waiting into too_many from webhook_deliveries d
    where d.tenant_id = practice and d.endpoint_id = endpoint and d.status = 'waiting';
    if too_many > 0 then
      update webhook_deliveries k
      set status = 'failed', finished_at = at, claimed_until = null,
          last_error = 'Given up: too many deliveries were waiting for this webhook.'
      where k.tenant_id = practice and k.endpoint_id = endpoint and k.status = 'waiting' and k.id = any (array(
        select d.id from webhook_deliveries d
        where d.tenant_id = practice and d.endpoint_id = endpoint and d.status = 'waiting'
        order by d.id limit least(too_many, most)));
      get diagnostics done = row_count;
      changed := changed + done;
    end if;
    exit when changed >= most;
  end loop;
  if practice is not null then return next; end if;
end $$;

-- ------------------------------------------------------------------------------------------------ expired data

grant select (tenant_id, purpose, phone, expires_at, proof_expires_at), delete on phone_codes to burrow_operator;
create policy operator on phone_codes to burrow_operator using (true);
grant select (tenant_id, id, created_at), delete on notifications to burrow_operator;
create policy operator on notifications to burrow_operator using (true);

-- Deletes the phone codes of all practices that have expired with their proofs, and returns how many. The codes that remain are
-- only minutes old, so it needs no index.
create function delete_expired_phone_codes(at timestamptz, most integer) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with expired as (
    delete from phone_codes c
    using (
      select o.tenant_id, o.purpose, o.phone from phone_codes o
      where greatest(o.expires_at, o.proof_expires_at) < at limit most) old
    where c.tenant_id = old.tenant_id and c.purpose = old.purpose and c.phone = old.phone
      and greatest(c.expires_at, c.proof_expires_at) < at
    returning 1)
  select count(*)::integer from expired
$$;

-- Deletes notifications of all practices that were made before `before`, and returns how many. Reads each practice's oldest,
-- because the index is by practice.
create function delete_old_notifications(before timestamptz, most integer) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    delete from notifications n
    using (
      select t.id as tenant_id, o.id from tenants t
      cross join lateral (
        select k.id from notifications k where k.tenant_id = t.id and k.created_at < before
        order by k.created_at, k.id limit most) o
      limit most) gone
    where n.tenant_id = gone.tenant_id and n.id = gone.id
    returning 1)
  select count(*)::integer from old
$$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_operator;
do $$
declare signature text;
begin
  foreach signature in array array[
    'delete_expired_phone_codes(timestamptz,integer)', 'delete_old_notifications(timestamptz,integer)']
  loop
    execute format('alter function %s owner to burrow_operator', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_operator;

-- ------------------------------------------------------------------------------------------------------ the audit log

-- As before (0022), and keeps which API key did it: otherwise the log shows only the admin whose key it is.
create or replace function erase_client_traces(of_client bigint, of_animals bigint[], of_bookings bigint[], of_files bigint[])
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  facts constant text[] := array['changed', 'amount', 'method', 'kind', 'file_size', 'field_ids', 'channels', 'issued',
    'booking_id', 'animal_id', 'client_id', 'deposit_id', 'entity_type', 'entity_id', 'cancelled_bookings',
    'portal_access_ended', 'allowed_overlap_with', 'paid_pence', 'deposit', 'erased_files', 'by_key'];
begin
  perform from clients c where c.tenant_id = practice and c.id = of_client and c.erased_at is not null;
  if not found then return; end if;
  delete from api_keys k where k.tenant_id = practice and k.client_id = of_client;
  update audit_log l set details = (
    select jsonb_object_agg(d.key, d.value) from jsonb_each(l.details) d where d.key = any (facts))
  where l.tenant_id = practice and jsonb_typeof(l.details) = 'object'
    and (l.client_id = of_client
      or (l.entity = 'client' and l.entity_id = of_client)
      or (l.entity = 'animal' and l.entity_id = any (of_animals))
      or (l.entity = 'booking' and l.entity_id = any (of_bookings))
      or (l.entity = 'file' and (
        l.entity_id = any (of_files)
        or l.details ->> 'client_id' = of_client::text
        or l.details ->> 'animal_id' = any (of_animals::text[])
        or l.details ->> 'booking_id' = any (of_bookings::text[])
        or (l.details ->> 'entity_type' = 'client' and l.details ->> 'entity_id' = of_client::text)
        or (l.details ->> 'entity_type' = 'animal' and l.details ->> 'entity_id' = any (of_animals::text[]))
        or (l.details ->> 'entity_type' = 'booking' and l.details ->> 'entity_id' = any (of_bookings::text[])))));
end $$;
