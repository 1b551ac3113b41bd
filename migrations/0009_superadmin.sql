-- What the one who runs the installation can do with practices, as functions: a superadmin's session has no practice, so
-- row-level security shows it nothing. Each function asks first whose key it was called with, and does nothing for a key
-- that is not a superadmin's; the API's own check of the role is not the only one. Their owner may read what is counted
-- and what names a practice, not what is in its records.

-- Appointments made in a time, and how many there are, across practices.
create index bookings_by_creation on bookings (created_at);

-- In which weeks (their Monday, in UTC) anything was written in a practice. Asked of the audit log itself, ten thousand
-- practices over half a year took three seconds.
create table practice_weeks (
  tenant_id bigint not null references tenants,
  week date not null,
  primary key (tenant_id, week)
);
create index practice_weeks_by_week on practice_weeks (week);
select protect_tenant_table('practice_weeks');
grant select on practice_weeks to burrow_backup;

-- All but the first line of a practice's week find the row there, and write and lock nothing.
create function note_practice_week() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into practice_weeks (tenant_id, week)
    values (new.tenant_id, date_trunc('week', new.at at time zone 'UTC'))
    on conflict do nothing;
  return null;
end $$;
create trigger audit_log_week after insert on audit_log for each row
  when (new.user_id is not null or new.client_id is not null) execute function note_practice_week();

insert into practice_weeks (tenant_id, week)
  select distinct l.tenant_id, date_trunc('week', l.at at time zone 'UTC')
  from audit_log l where l.user_id is not null or l.client_id is not null;

grant usage on schema public to burrow_operator;
grant select (id, tenant_name, subdomain, email, time_zone, fts_complete, suspended_at, trial_ends_at,
              subscription_status, subscription_ends_at, created_at) on tenants to burrow_operator;
grant insert (tenant_name, subdomain, time_zone, trial_ends_at, created_at, updated_at) on tenants to burrow_operator;
grant update (tenant_name, subdomain, suspended_at, trial_ends_at, updated_at) on tenants to burrow_operator;
grant select (id, email, name, is_superadmin, disabled_at), insert (email, name, created_at, updated_at),
      update (password_hash, must_change_password, password_changed_at, updated_at)
  on accounts to burrow_operator;
grant select (account_id, expires_at, used_at), insert (account_id, token_hash, created_at, expires_at),
      update (expires_at)
  on account_links to burrow_operator;
grant select (tenant_id, id, account_id, disabled_at, accepted_at, support_until),
      insert (tenant_id, account_id, name, role, takes_bookings, accepted_at, support_until, created_at, updated_at),
      update (name, role, takes_bookings, disabled_at, accepted_at, support_until, updated_at)
  on users to burrow_operator;
grant select (tenant_id, user_id, purpose, created_by_user_id, expires_at, used_at),
      insert (tenant_id, user_id, purpose, token_hash, created_at, expires_at),
      update (expires_at)
  on setup_links to burrow_operator;
grant select (tenant_id, account_id, kind, key_hash, sign_in_id, expires_at, revoked_at),
      insert (tenant_id, user_id, account_id, kind, label, key_hash, sign_in_id, created_at, last_used_at, expires_at),
      update (revoked_at)
  on api_keys to burrow_operator;
grant select (tenant_id, id) on clients to burrow_operator;
grant select (tenant_id, id) on animals to burrow_operator;
grant select (tenant_id, id, created_at) on bookings to burrow_operator;
grant select (tenant_id, at, user_id, client_id),
      insert (tenant_id, at, action, entity, entity_id, details, request_id)
  on audit_log to burrow_operator;
grant select, insert on practice_weeks to burrow_operator;

create policy operator on tenants to burrow_operator using (true);
create policy operator on accounts to burrow_operator using (true);
create policy operator on users to burrow_operator using (true);
create policy operator on setup_links to burrow_operator using (true);
create policy operator on account_links to burrow_operator using (true);
create policy operator on api_keys to burrow_operator using (true);
create policy operator on clients for select to burrow_operator using (true);
create policy operator on animals for select to burrow_operator using (true);
create policy operator on bookings for select to burrow_operator using (true);
create policy operator on audit_log to burrow_operator using (true);
create policy operator on practice_weeks to burrow_operator using (true);

-- Whose key this is, if it is a superadmin's and good now. One row or none.
create function live_operator(hash bytea, at timestamptz)
returns table (account_id bigint, name text, sign_in_id uuid)
language sql stable set search_path = public, pg_temp as $$
  select a.id, a.name, k.sign_in_id
  from api_keys k join accounts a on a.id = k.account_id
  where k.key_hash = hash and k.tenant_id is null and k.revoked_at is null and k.expires_at > at
    and a.is_superadmin and a.disabled_at is null
$$;

-- How a practice stands. The same rule as the API's own for a session, days of grace included.
create function practice_status(
  suspended_at timestamptz, subscription_status text, subscription_ends_at timestamptz, trial_ends_at timestamptz,
  at timestamptz)
returns text language sql immutable as $$
  select case
    when suspended_at is not null then 'suspended'
    when subscription_status in ('active', 'past_due')
      and (subscription_ends_at is null or at < subscription_ends_at + interval '72 hours') then subscription_status
    when subscription_status = 'cancelled' and at < subscription_ends_at then 'active'
    when subscription_status is null and at < trial_ends_at + interval '72 hours' then 'trial'
    else 'lapsed'
  end
$$;

-- The last second of a day on the clock of a time zone.
create function end_of_day(day date, time_zone text) returns timestamptz language sql stable as $$
  select ((day + 1)::timestamp at time zone time_zone) - interval '1 second'
$$;

-- A line in a practice's audit log about what was done to it from outside.
create function note_operator(
  practice bigint, at timestamptz, request text, action text, operator text, details jsonb default '{}')
returns void language sql set search_path = public, pg_temp as $$
  insert into audit_log (tenant_id, at, action, entity, entity_id, details, request_id)
  values (practice, at, action, 'practice', practice, jsonb_build_object('by', operator) || details, request)
$$;

-- The practices, newest first, after the one whose id is after_id. The pattern is in lower case, for LIKE.
-- What is in them is counted for this page only.
create function operator_practices(
  hash bytea, at timestamptz, pattern text, wanted_status text, after_id bigint, wanted integer)
returns table (
  id bigint, tenant_name text, tenant_subdomain text, email text, status text, setup_complete boolean,
  trial_end_date timestamptz, suspended_at timestamptz, created_at timestamptz, last_active_at timestamptz,
  users bigint, clients bigint, animals bigint, bookings bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.tenant_name, p.subdomain::text, p.email::text, p.status, p.fts_complete, p.trial_ends_at,
         p.suspended_at, p.created_at,
         (select l.at from audit_log l
          where l.tenant_id = p.id and (l.user_id is not null or l.client_id is not null)
          order by l.at desc limit 1),
         (select count(*) from users u
          where u.tenant_id = p.id and u.disabled_at is null and u.support_until is null),
         (select count(*) from clients c where c.tenant_id = p.id),
         (select count(*) from animals a where a.tenant_id = p.id),
         (select count(*) from bookings b where b.tenant_id = p.id)
  from (
    select t.id, t.tenant_name, t.subdomain, t.email, t.fts_complete, t.trial_ends_at, t.suspended_at, t.created_at,
           s.status
    from tenants t
    cross join lateral (
      select practice_status(t.suspended_at, t.subscription_status, t.subscription_ends_at, t.trial_ends_at, at)
    ) s(status)
    where exists (select from live_operator(hash, at))
      and (pattern is null or lower(t.tenant_name) like pattern or lower(t.subdomain::text) like pattern
           or lower(t.email::text) like pattern)
      and (after_id is null or t.id < after_id)
      and (wanted_status is null or s.status = wanted_status)
    order by t.id desc
    limit wanted
  ) p
  order by p.id desc
$$;

-- How much the installation holds.
create function operator_totals(hash bytea, at timestamptz)
returns table (
  practices bigint, trial bigint, active bigint, past_due bigint, lapsed bigint, suspended bigint,
  users bigint, clients bigint, animals bigint, bookings bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.practices, p.trial, p.active, p.past_due, p.lapsed, p.suspended,
         (select count(*) from users u where u.disabled_at is null and u.support_until is null),
         (select count(*) from clients), (select count(*) from animals), (select count(*) from bookings)
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

-- The last weeks, the current one last; a week is from Monday to Sunday in UTC.
create function operator_activity(hash bytea, at timestamptz, weeks integer)
returns table (week date, new_practices bigint, new_bookings bigint, active_practices bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.begins::date,
         (select count(*) from tenants t
          where t.created_at >= w.begins at time zone 'UTC' and t.created_at < w.ends at time zone 'UTC'),
         (select count(*) from bookings b
          where b.created_at >= w.begins at time zone 'UTC' and b.created_at < w.ends at time zone 'UTC'),
         (select count(*) from practice_weeks p where p.week = w.begins::date)
  from live_operator(hash, at)
  cross join lateral (
    select m.monday as begins, m.monday + interval '7 days' as ends
    from generate_series(
      date_trunc('week', at at time zone 'UTC') - (weeks - 1) * interval '7 days',
      date_trunc('week', at at time zone 'UTC'), interval '7 days') m(monday)
  ) w
  order by w.begins
$$;

-- A practice with its first admin, who joins by the link. No row for a key that is not a superadmin's; without a
-- practice when the email is of an account that cannot be anybody's admin (disabled, or a superadmin's).
create function operator_create_practice(
  hash bytea, at timestamptz, request text, new_name text, new_subdomain citext, new_time_zone text, trial_days integer,
  admin_name text, admin_email citext, link_hash bytea, link_expires timestamptz)
returns table (practice_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  operator record;
  admin record;
  admin_user bigint;
begin
  select o.account_id, o.name into operator from live_operator(hash, at) o;
  if not found then return; end if;
  insert into accounts (email, name, created_at, updated_at) values (admin_email, admin_name, at, at)
    on conflict (email) do nothing;
  select a.id, a.is_superadmin or a.disabled_at is not null as unfit into admin from accounts a where a.email = admin_email;
  if admin.unfit then return next; return; end if;
  insert into tenants (tenant_name, subdomain, time_zone, trial_ends_at, created_at, updated_at)
    values (new_name, new_subdomain, new_time_zone,
            end_of_day((at at time zone new_time_zone)::date + trial_days, new_time_zone), at, at)
    returning tenants.id into practice_id;
  insert into users (tenant_id, account_id, name, role, takes_bookings, accepted_at, created_at, updated_at)
    values (practice_id, admin.id, admin_name, 'admin', true, null, at, at)
    returning users.id into admin_user;
  insert into setup_links (tenant_id, user_id, purpose, token_hash, created_at, expires_at)
    values (practice_id, admin_user, 'join', link_hash, at, link_expires);
  perform note_operator(practice_id, at, request, 'superadmin/practice_create', operator.name);
  return next;
end $$;

-- Renames a practice where new_name is given, and changes its subdomain when that is meant. False when there is none.
create function operator_update_practice(
  hash bytea, at timestamptz, request text, practice bigint, new_name text, sets_subdomain boolean, new_subdomain citext)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  operator record;
begin
  select o.name into operator from live_operator(hash, at) o;
  if not found then return false; end if;
  update tenants t set
    tenant_name = coalesce(new_name, t.tenant_name),
    subdomain = case when sets_subdomain then new_subdomain else t.subdomain end,
    updated_at = at
  where t.id = practice;
  if not found then return false; end if;
  perform note_operator(practice, at, request, 'superadmin/practice_update', operator.name,
    jsonb_strip_nulls(jsonb_build_object('tenant_name', new_name))
      || case when sets_subdomain then jsonb_build_object('subdomain', new_subdomain) else '{}' end);
  return true;
end $$;

-- Suspends a practice or resumes it. False when there is none. One that is so already stays as it is.
create function operator_suspend_practice(
  hash bytea, at timestamptz, request text, practice bigint, suspends boolean)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  operator record;
begin
  select o.name into operator from live_operator(hash, at) o;
  if not found then return false; end if;
  update tenants t set suspended_at = case when suspends then at end, updated_at = at
  where t.id = practice and (t.suspended_at is null) = suspends;
  if found then
    perform note_operator(practice, at, request,
      case when suspends then 'superadmin/practice_suspend' else 'superadmin/practice_resume' end, operator.name);
    return true;
  end if;
  return exists (select from tenants t where t.id = practice);
end $$;

-- Has a trial end with a day on the practice's clock. Null when there is no such practice, false for a day gone by.
create function operator_extend_trial(hash bytea, at timestamptz, request text, practice bigint, last_day date)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  operator record;
  zone text;
begin
  select o.name into operator from live_operator(hash, at) o;
  if not found then return null; end if;
  select t.time_zone into zone from tenants t where t.id = practice;
  if not found then return null; end if;
  if last_day < (at at time zone zone)::date then return false; end if;
  update tenants t set trial_ends_at = end_of_day(last_day, zone), updated_at = at where t.id = practice;
  perform note_operator(practice, at, request, 'superadmin/practice_extend_trial', operator.name,
    jsonb_build_object('trial_end_date', last_day));
  return true;
end $$;

-- A new link for the first admin, while nobody has joined; the ones before it end. Null when there is no such practice,
-- false when somebody has joined (or nobody is invited).
create function operator_link_admin(
  hash bytea, at timestamptz, request text, practice bigint, link_hash bytea, link_expires timestamptz)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  operator record;
  invited bigint;
begin
  select o.name into operator from live_operator(hash, at) o;
  if not found or not exists (select from tenants t where t.id = practice) then return null; end if;
  if exists (select from users u
             where u.tenant_id = practice and u.accepted_at is not null and u.support_until is null) then
    return false;
  end if;
  select min(u.id) into invited from users u
  where u.tenant_id = practice and u.accepted_at is null and u.disabled_at is null;
  if invited is null then return false; end if;
  update setup_links l set expires_at = at
  where l.tenant_id = practice and l.user_id = invited and l.used_at is null and l.expires_at > at;
  insert into setup_links (tenant_id, user_id, purpose, token_hash, created_at, expires_at)
    values (practice, invited, 'join', link_hash, at, link_expires);
  perform note_operator(practice, at, request, 'superadmin/practice_admin_link', operator.name);
  return true;
end $$;

-- Lets a superadmin into a practice as an admin until a moment, by a key that ends then; the key before ends now. An
-- invitation that they never accepted gives way: anybody can be invited, and must not be kept out by it. Links by which
-- somebody else could stay do not outlive the access under which they were made.
-- 'granted', or why not: 'not_found', 'practice_suspended', 'conflict' (has joined the practice in their own right).
create function operator_support_access(
  hash bytea, at timestamptz, request text, practice bigint, reason text, until timestamptz, new_key_hash bytea)
returns table (outcome text, user_id bigint, tenant_name text, tenant_subdomain text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  operator record;
  place record;
begin
  select o.account_id, o.name, o.sign_in_id into operator from live_operator(hash, at) o;
  if not found then return; end if;
  -- Held against a suspension at the same moment.
  select t.tenant_name, t.subdomain::text, t.suspended_at into place from tenants t where t.id = practice for share;
  outcome := case when not found then 'not_found' when place.suspended_at is not null then 'practice_suspended' end;
  if outcome is not null then return next; return; end if;
  insert into users as u (
      tenant_id, account_id, name, role, takes_bookings, accepted_at, support_until, created_at, updated_at)
    values (practice, operator.account_id, left(operator.name, 190) || ' (support)', 'admin', false, at, until, at, at)
    on conflict (tenant_id, account_id) do update
      set name = left(operator.name, 190) || ' (support)', role = 'admin', takes_bookings = false, disabled_at = null, accepted_at = at,
          support_until = until, updated_at = at
      where u.support_until is not null or u.accepted_at is null
    returning u.id into user_id;
  if user_id is null then outcome := 'conflict'; return next; return; end if;
  update setup_links l set expires_at = at
  where l.tenant_id = practice and (l.user_id = operator_support_access.user_id or l.created_by_user_id = operator_support_access.user_id)
    and l.used_at is null and l.expires_at > at;
  update api_keys k set revoked_at = at
  where k.tenant_id = practice and k.account_id = operator.account_id and k.revoked_at is null;
  insert into api_keys (tenant_id, user_id, account_id, kind, label, key_hash, sign_in_id, created_at, last_used_at, expires_at)
    -- A sign-in of its own: leaving the practice is not leaving the installation.
    values (practice, user_id, operator.account_id, 'session', 'Support access', new_key_hash, gen_random_uuid(),
            at, at, until);
  perform note_operator(practice, at, request, 'superadmin/support_access', operator.name,
    jsonb_build_object('reason', reason, 'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  outcome := 'granted';
  tenant_name := place.tenant_name;
  tenant_subdomain := place.subdomain;
  return next;
end $$;

-- Gives an account back to its person: the password is gone, every session and every link that would set another one
-- ends, and the link chooses a new one. 'made', or why not: 'not_found', 'conflict' (a superadmin's).
create function operator_account_reset(
  hash bytea, at timestamptz, request text, wanted_email citext, link_hash bytea, link_expires timestamptz)
returns table (outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  operator record;
  person record;
begin
  select o.name into operator from live_operator(hash, at) o;
  if not found then return; end if;
  -- Locked before links and keys, as for the use of a link: a sign-in that is storing a key comes before or fails.
  select a.id, a.is_superadmin into person from accounts a
  where a.email = wanted_email and a.disabled_at is null for update;
  outcome := case when not found then 'not_found' when person.is_superadmin then 'conflict' else 'made' end;
  if outcome <> 'made' then return next; return; end if;
  update accounts a set password_hash = null, must_change_password = false, password_changed_at = at, updated_at = at
  where a.id = person.id;
  update api_keys k set revoked_at = at
  where k.account_id = person.id and k.kind = 'session' and k.revoked_at is null;
  update setup_links l set expires_at = at
  from users u
  where u.account_id = person.id and l.tenant_id = u.tenant_id and l.user_id = u.id and l.purpose = 'reset'
    and l.used_at is null and l.expires_at > at;
  update account_links l set expires_at = at
  where l.account_id = person.id and l.used_at is null and l.expires_at > at;
  insert into account_links (account_id, token_hash, created_at, expires_at)
    values (person.id, link_hash, at, link_expires);
  insert into audit_log (tenant_id, at, action, entity, entity_id, details, request_id)
    select u.tenant_id, at, 'superadmin/account_reset', 'user', u.id, jsonb_build_object('by', operator.name), request
    from users u
    where u.account_id = person.id and u.accepted_at is not null;
  return next;
end $$;

-- As before, but a session that was ended while this waited for the account sets no password any more.
create or replace function change_own_password(hash bytea, new_password_hash text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine record;
begin
  select k.id, k.account_id, k.sign_in_id into mine
  from api_keys k
  where k.key_hash = hash and k.revoked_at is null and k.account_id is not null;
  if not found then return; end if;
  -- Waits for sign-ins that are storing a key, and for whoever takes the account back.
  perform 1 from accounts a where a.id = mine.account_id for no key update;
  perform 1 from api_keys k where k.id = mine.id and k.revoked_at is null;
  if not found then return; end if;
  update accounts set password_hash = new_password_hash, must_change_password = false,
         password_changed_at = at, updated_at = at
  where id = mine.account_id;
  -- A statement of its own sees the keys that have been stored meanwhile.
  update api_keys k set revoked_at = at
  where k.account_id = mine.account_id and k.kind = 'session' and k.revoked_at is null
    and k.id <> mine.id and (mine.sign_in_id is null or k.sign_in_id is distinct from mine.sign_in_id);
end $$;

-- As before, and a superadmin who signs out leaves every practice they help out in too.
create or replace function end_session(hash bytea, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = at
  from api_keys mine
  where mine.key_hash = hash and mine.kind = 'session' and k.kind = 'session' and k.revoked_at is null
    and (k.id = mine.id or (k.sign_in_id = mine.sign_in_id and k.account_id = mine.account_id)
         or (mine.tenant_id is null and k.account_id = mine.account_id and k.tenant_id is not null))
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_operator;
do $$
declare signature text;
begin
  foreach signature in array array[
    'operator_practices(bytea,timestamptz,text,text,bigint,integer)', 'operator_totals(bytea,timestamptz)',
    'operator_activity(bytea,timestamptz,integer)',
    'operator_create_practice(bytea,timestamptz,text,text,citext,text,integer,text,citext,bytea,timestamptz)',
    'operator_update_practice(bytea,timestamptz,text,bigint,text,boolean,citext)',
    'operator_suspend_practice(bytea,timestamptz,text,bigint,boolean)',
    'operator_extend_trial(bytea,timestamptz,text,bigint,date)',
    'operator_link_admin(bytea,timestamptz,text,bigint,bytea,timestamptz)',
    'operator_support_access(bytea,timestamptz,text,bigint,text,timestamptz,bytea)',
    'operator_account_reset(bytea,timestamptz,text,citext,bytea,timestamptz)']
  loop
    execute format('alter function %s owner to burrow_operator', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
  -- What the functions above use among themselves.
  foreach signature in array array[
    'live_operator(bytea,timestamptz)', 'practice_status(timestamptz,text,timestamptz,timestamptz,timestamptz)',
    'end_of_day(date,text)', 'note_operator(bigint,timestamptz,text,text,text,jsonb)', 'note_practice_week()']
  loop
    execute format('alter function %s owner to burrow_operator', signature);
    execute format('revoke all on function %s from public', signature);
  end loop;
end $$;
revoke create on schema public from burrow_operator;
