-- Endpoints that take everything, but slowly, kept the places of a process to themselves for as long as anything waited for
-- them: what waits for longer went first whenever a place became free. Now an endpoint's turn counts what is under way to it.

create or replace function claim_webhook_deliveries(
  at timestamptz, lease interval, wanted integer, wanted_failing integer, each integer)
returns table (tenant_id bigint, endpoint_id bigint, delivery_id bigint, attempt integer, is_failing boolean)
language sql security definer set search_path = public, pg_temp as $$
  with recursive waiting as (
    -- From one endpoint to the next, however many deliveries wait for each.
    (select d.tenant_id, d.endpoint_id from webhook_deliveries d
     where d.status = 'waiting' order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from webhook_deliveries d
      where d.status = 'waiting' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
      order by d.tenant_id, d.endpoint_id limit 1) n),
  open as materialized (
    -- Two processes that look at the same moment do not count the same places: one of them passes the endpoint by.
    select e.tenant_id, e.id, e.failures
    from webhook_endpoints e
    where (e.tenant_id, e.id) in (select w.tenant_id, w.endpoint_id from waiting w)
      and e.is_on and (e.paused_until is null or e.paused_until <= at)
      and exists (select from tenants t where t.id = e.tenant_id and t.suspended_at is null)
    for no key update of e skip locked),
  due as (
    select o.tenant_id, o.id as endpoint_id, o.failures > 0 as is_failing, d.id, d.due_at,
           taken.places + row_number() over (partition by o.tenant_id, o.id order by d.due_at, d.id) as turn
    from open o
    cross join lateral (
      select count(*) as places from webhook_deliveries u
      where u.tenant_id = o.tenant_id and u.endpoint_id = o.id and u.claimed_until > at) taken
    cross join lateral (
      select k.id, k.due_at from webhook_deliveries k
      where k.tenant_id = o.tenant_id and k.endpoint_id = o.id and k.status = 'waiting' and k.due_at <= at
        and (k.claimed_until is null or k.claimed_until <= at)
      order by k.due_at, k.id
      limit greatest(0, case when o.failures >= 3 then 1 else each end - taken.places)) d),
  -- The first of each before the second of any, those under way included.
  ranked as (
    select d.*, row_number() over (partition by d.is_failing order by d.turn, d.due_at, d.id) as place from due d),
  chosen as (
    select r.* from ranked r where not r.is_failing or r.place <= wanted_failing
    order by r.is_failing, r.place limit wanted)
  update webhook_deliveries k
  set claimed_until = at + lease, attempts = k.attempts + 1, round_attempts = k.round_attempts + 1
  from chosen c
  where k.tenant_id = c.tenant_id and k.endpoint_id = c.endpoint_id and k.id = c.id and k.status = 'waiting'
    and (k.claimed_until is null or k.claimed_until <= at)
  returning k.tenant_id, k.endpoint_id, k.id, k.attempts, c.is_failing
$$;
