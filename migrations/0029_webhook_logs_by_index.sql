-- Clearing up looked at every line of every webhook's log in one statement, and a statement has four seconds: with some
-- thousand full logs it would have got nowhere. Now what goes is found by index, some endpoints at a time.

create index webhook_deliveries_finished on webhook_deliveries (tenant_id, endpoint_id, id) where status <> 'waiting';
create index webhook_deliveries_by_end on webhook_deliveries (finished_at) where status <> 'waiting';

drop function clear_webhook_deliveries(timestamptz, timestamptz, integer, integer, integer);

-- Of the next `endpoints` after the one given, over all practices: takes away all but the last `kept` of what is finished,
-- and gives up what more than most_waiting wait, oldest first; of an endpoint `most` of each at the most. When that many were
-- changed it goes no further. Answers the last endpoint it looked at and how many rows it changed; nothing when none is left.
create function clear_webhook_deliveries(
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

-- Takes away what was finished before a moment, longest first, and answers how many.
create function forget_webhook_deliveries(before timestamptz, most integer) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from webhook_deliveries k
    using (
      select d.tenant_id, d.endpoint_id, d.id from webhook_deliveries d
      where d.status <> 'waiting' and d.finished_at < before
      order by d.finished_at limit most) old
    where k.tenant_id = old.tenant_id and k.endpoint_id = old.endpoint_id and k.id = old.id and k.status <> 'waiting'
      and k.finished_at < before
    returning 1)
  select count(*)::integer from forgotten
$$;

grant create on schema public to burrow_operator;
do $$
declare signature text;
begin
  foreach signature in array array[
    'clear_webhook_deliveries(timestamptz,integer,integer,integer,bigint,bigint,integer)',
    'forget_webhook_deliveries(timestamptz,integer)']
  loop
    execute format('alter function %s owner to burrow_operator', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_operator;
