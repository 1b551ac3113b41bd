-- What whoever runs the installation watches, over all practices: how many and since when, never whose.

-- Each holds the few rows that are counted, and is written when something goes wrong or is under way, not with every row.
create index comms_failed_by_time on comms (updated_at)
  where status = 'failed' and kind is not null and dismissed_at is null;
create index deposits_open on deposits (held_until) where status = 'open';
create index refunds_not_done on refunds (status, settled_at) where status <> 'done';

grant select (updated_at, dismissed_at) on comms to burrow_worker;
grant select (status, held_until) on deposits to burrow_worker;
grant select (status, requested_at, settled_at) on refunds to burrow_worker;
create policy worker on deposits for select to burrow_worker using (true);
create policy worker on refunds for select to burrow_worker using (true);

-- A row for each kind of thing and state (or channel) there is any of. What belongs to a suspended practice is not due:
-- it waits on purpose. A deposit is overdue an hour after its time to pay was over: by then it should have been settled.
create function installation_figures(at timestamptz)
returns table (kind text, part text, amount bigint, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'messages_due', c.type, count(*), min(c.due_at)
  from comms c join tenants t on t.id = c.tenant_id and t.suspended_at is null
  where c.status = 'pending' and c.kind is not null and c.due_at <= at
  group by c.type
  union all
  select 'messages_failed', c.type, count(*), min(c.updated_at)
  from comms c
  where c.status = 'failed' and c.kind is not null and c.dismissed_at is null
    and c.updated_at > at - interval '24 hours'
  group by c.type
  union all
  select 'deposits', 'open', count(*), min(d.held_until) from deposits d where d.status = 'open'
  union all
  select 'deposits', 'overdue', count(*), min(d.held_until) from deposits d
  where d.status = 'open' and d.held_until < at - interval '1 hour'
  union all
  select 'refunds', r.status, count(*), min(r.requested_at) from refunds r where r.status <> 'done' group by r.status
  union all
  select 'refunds_failed', null, count(*), min(r.settled_at) from refunds r
  where r.status in ('failed', 'unknown') and r.settled_at > at - interval '24 hours'
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_worker;
alter function installation_figures(timestamptz) owner to burrow_worker;
revoke all on function installation_figures(timestamptz) from public;
grant execute on function installation_figures(timestamptz) to burrow_app;
revoke create on schema public from burrow_worker;
