-- Clients and animals that were erased for good are counted nowhere: one meaning, with the lists. Few are erased, so that
-- all are counted by index as before and those taken off.

create index clients_erased on clients (tenant_id) where erased_at is not null;
create index animals_erased on animals (tenant_id) where erased_at is not null;
grant select (erased_at) on clients, animals to burrow_operator;

create or replace function operator_practices(
  hash bytea, at timestamptz, pattern text, wanted_status text, after_id bigint, wanted integer)
returns table (
  id bigint, tenant_name text, tenant_subdomain text, custom_host text, email text, status text, setup_complete boolean,
  trial_end_date timestamptz, suspended_at timestamptz, created_at timestamptz, last_active_at timestamptz,
  users bigint, clients bigint, animals bigint, bookings bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.tenant_name, p.subdomain::text, p.custom_host::text, p.email::text, p.status, p.fts_complete,
         p.trial_ends_at, p.suspended_at, p.created_at,
         (select l.at from audit_log l
          where l.tenant_id = p.id and (l.user_id is not null or l.client_id is not null)
          order by l.at desc limit 1),
         (select count(*) from users u
          where u.tenant_id = p.id and u.disabled_at is null and u.support_until is null),
         (select count(*) from clients c where c.tenant_id = p.id)
           - (select count(*) from clients c where c.tenant_id = p.id and c.erased_at is not null),
         (select count(*) from animals a where a.tenant_id = p.id)
           - (select count(*) from animals a where a.tenant_id = p.id and a.erased_at is not null),
         (select count(*) from bookings b where b.tenant_id = p.id)
  from (
    select t.id, t.tenant_name, t.subdomain, t.custom_host, t.email, t.fts_complete, t.trial_ends_at, t.suspended_at,
           t.created_at, s.status
    from tenants t
    cross join lateral (
      select practice_status(t.suspended_at, t.subscription_status, t.subscription_ends_at, t.trial_ends_at, at)
    ) s(status)
    where exists (select from live_operator(hash, at))
      and (pattern is null or lower(t.tenant_name) like pattern or lower(t.subdomain::text) like pattern
           or lower(t.custom_host::text) like pattern or lower(t.email::text) like pattern)
      and (after_id is null or t.id < after_id)
      and (wanted_status is null or s.status = wanted_status)
    order by t.id desc
    limit wanted
  ) p
  order by p.id desc
$$;

create or replace function operator_totals(hash bytea, at timestamptz)
returns table (
  practices bigint, trial bigint, active bigint, past_due bigint, lapsed bigint, suspended bigint,
  users bigint, clients bigint, animals bigint, bookings bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.practices, p.trial, p.active, p.past_due, p.lapsed, p.suspended,
         (select count(*) from users u where u.disabled_at is null and u.support_until is null),
         (select count(*) from clients) - (select count(*) from clients c where c.erased_at is not null),
         (select count(*) from animals) - (select count(*) from animals a where a.erased_at is not null),
         (select count(*) from bookings)
  from live_operator(hash, at)
  cross join lateral (
    select count(*) as practices,
           count(*) filter (where s.status = 'trial') as trial,
           count(*) filter (where s.status = 'active') as active,
           count(*) filter (where s.status = 'past_due') as past_due,
           count(*) filter (where s.status = 'lapsed') as lapsed,
           count(*) filter (where s.status = 'suspended') as suspended
    from tenants t
    cross join lateral (
      select practice_status(t.suspended_at, t.subscription_status, t.subscription_ends_at, t.trial_ends_at, at)
    ) s(status)
  ) p
$$;

-- A password that was set by a link may have been in wrong hands: calendar feeds, whose addresses need no password, end
-- with it. Those of the practice's own link, for the person's diary or made by them; those of the operator's link, for
-- the account in every practice. A person's own change of password leaves them.
create function end_feeds_of_reset() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'setup_links' then
    update calendar_feeds f set revoked_at = new.used_at
    where f.tenant_id = new.tenant_id and f.revoked_at is null
      and (f.staff_id = new.user_id or f.made_by_user_id = new.user_id);
  else
    update calendar_feeds f set revoked_at = new.used_at
    from users u
    where u.account_id = new.account_id and f.tenant_id = u.tenant_id and f.revoked_at is null
      and (f.staff_id = u.id or f.made_by_user_id = u.id);
  end if;
  return null;
end $$;

create trigger setup_links_reset after update of used_at on setup_links for each row
  when (old.used_at is null and new.used_at is not null and new.purpose = 'reset') execute function end_feeds_of_reset();
create trigger account_links_reset after update of used_at on account_links for each row
  when (old.used_at is null and new.used_at is not null) execute function end_feeds_of_reset();

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
alter function end_feeds_of_reset() owner to burrow_sign_in;
revoke all on function end_feeds_of_reset() from public;
revoke create on schema public from burrow_sign_in;
