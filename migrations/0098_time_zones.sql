-- Ends waitlist entries on the practice's clock.

-- Ends with the local day, as the run in the practice does. No zone is more than a day ahead of UTC, which limits the index.
create or replace function practices_with_waitlist_work(at timestamptz) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id from tenants t
  join (select o.tenant_id from offers o where o.state = 'open'
        union select f.tenant_id from freed_times f where f.due_at <= at
        union select l.tenant_id from waitlist_looks l where l.changed
        union select w.tenant_id from wants w
              join tenants z on z.id = w.tenant_id
              where w.state in ('waiting', 'offered') and w.until_date < (at at time zone 'UTC')::date + 1
                and w.until_date < (at at time zone z.time_zone)::date) work
    on work.tenant_id = t.id
  where t.suspended_at is null
$$;
