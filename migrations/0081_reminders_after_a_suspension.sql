-- Reminders that come due while a practice is suspended, or being moved to another installation, are created once it is open.

-- Up to when its reminders had been created when it was suspended; null once those due since then have been created too.
alter table tenants add column reminders_from timestamptz;
grant select (reminders_from) on tenants to burrow_worker;
grant select on work_marks to burrow_operator;

-- On resuming too: a practice that was suspended before this migration has no time yet.
create function set_reminders_from() returns trigger language plpgsql as $$
begin
  new.reminders_from := least(
    coalesce(old.suspended_at, new.suspended_at), (select m.at from work_marks m where m.name = 'reminders'));
  return new;
end $$;
create trigger tenants_set_reminders_from before update of suspended_at on tenants for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null) and old.reminders_from is null)
  execute function set_reminders_from();

-- The practices with appointments for which the time of a reminder is after since and not after at, or which were resumed.
create or replace function practices_to_remind(since timestamptz, at timestamptz) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select b.tenant_id
  from (select distinct unnest(t.reminder_hours) as hours from tenants t where t.suspended_at is null) o
  -- By the time of the appointment first, whatever else the planner prefers: that is what keeps it short.
  cross join lateral (
    select k.tenant_id from bookings k
    where k.starts_at > greatest(at, since + o.hours * interval '1 hour') and k.starts_at <= at + o.hours * interval '1 hour'
      and k.status in ('pending', 'confirmed') and not k.is_provisional
    offset 0) b
  join tenants t on t.id = b.tenant_id and t.suspended_at is null and o.hours = any (t.reminder_hours)
  union
  select t.id from tenants t where t.suspended_at is null and t.reminders_from is not null
$$;
