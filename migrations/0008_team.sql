-- The people of a practice: who has joined, their one-time links, their sessions. Accounts and keys stay out of the
-- API's sight: what it may know or change of them goes through the functions below.

create index api_keys_by_user on api_keys (tenant_id, user_id) where user_id is not null;

grant select, update on setup_links to burrow_sign_in;
grant insert on accounts to burrow_sign_in;
grant update (accepted_at, updated_at) on users to burrow_sign_in;
grant insert on audit_log to burrow_sign_in;
create policy sign_in on setup_links to burrow_sign_in using (true);
create policy sign_in_joins on users for update to burrow_sign_in using (true);
create policy sign_in on audit_log for insert to burrow_sign_in with check (true);

-- ------------------------------------------------------------------------------------------------------------- sign-in

drop function sign_in_memberships(bigint);
drop function sign_in_issue_key(bytea, bigint, bigint, bigint, text, uuid, timestamptz, timestamptz);
drop function open_session(bytea, timestamptz, interval);

-- The practices a person may work in now, first joined first: not one whose invitation is open, nor one where they
-- helped out for a time that is over.
create function sign_in_memberships(wanted_account bigint, at timestamptz)
returns table (tenant_id bigint, tenant_name text, tenant_subdomain text, user_id bigint, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.tenant_id, t.tenant_name, t.subdomain::text, u.id, u.role
  from users u join tenants t on t.id = u.tenant_id
  where u.account_id = wanted_account and u.disabled_at is null and t.suspended_at is null
    and u.accepted_at is not null and (u.support_until is null or u.support_until > at)
  order by u.created_at, u.tenant_id
$$;

-- Stores the hash of a new session key. False, and nothing stored, unless the account is in use and still has the
-- password hash that was compared, and the user is this person's in a practice that is not suspended, has joined and
-- has not helped out for long enough (or, without a practice, the person is a superadmin). `device` says where they
-- signed in; with `request` the practice's audit log gets a line.
create function sign_in_issue_key(
  hash bytea, for_tenant bigint, for_user bigint, for_account bigint, compared_hash text, sign_in uuid,
  at timestamptz, expires timestamptz, device text default null, request text default null)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Locked, so that a change of this password comes either before, and is seen, or after, and sees the key.
  perform 1 from accounts a
  where a.id = for_account and a.password_hash = compared_hash and a.disabled_at is null
    and (for_tenant is not null or (for_user is null and a.is_superadmin))
  for share;
  if not found then return false; end if;
  if for_tenant is not null then
    perform 1 from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = for_tenant and u.id = for_user and u.account_id = for_account
      and u.disabled_at is null and t.suspended_at is null
      and u.accepted_at is not null and (u.support_until is null or u.support_until > at);
    if not found then return false; end if;
  end if;
  insert into api_keys
    (tenant_id, user_id, account_id, kind, label, key_hash, sign_in_id, created_at, last_used_at, expires_at)
  values (for_tenant, for_user, for_account, 'session', device, hash, sign_in, at, at, expires);
  if for_tenant is not null and request is not null then
    insert into audit_log (tenant_id, at, user_id, action, entity, details, request_id)
    values (for_tenant, at, for_user, 'auth', 'session', jsonb_strip_nulls(jsonb_build_object('device', device)), request);
  end if;
  return true;
end $$;

-- Opens a session for the rest of the transaction: checks the key and everything it hangs on, sets the practice, and
-- answers who is calling. One row or none. Role and state are read afresh, so a change counts from the next request.
create function open_session(hash bytea, at timestamptz, idle interval)
returns table (
  key_id bigint, kind text, tenant_id bigint, user_id bigint, client_id bigint, account_id bigint, role text, name text,
  must_change_password boolean, support_until timestamptz, time_zone text, locale text, currency text,
  trial_ends_at timestamptz, subscription_status text, subscription_ends_at timestamptz, last_used_at timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  select k.id, k.kind, k.tenant_id, k.user_id, k.client_id, k.account_id,
         case when k.tenant_id is null then 'superadmin' when k.client_id is not null then 'customer' else u.role end,
         coalesce(u.name, c.name, a.name), coalesce(a.must_change_password, false), u.support_until,
         t.time_zone, t.locale, t.currency, t.trial_ends_at, t.subscription_status, t.subscription_ends_at, k.last_used_at
    into key_id, kind, tenant_id, user_id, client_id, account_id, role, name, must_change_password, support_until,
         time_zone, locale, currency, trial_ends_at, subscription_status, subscription_ends_at, last_used_at
  from api_keys k
  left join tenants t on t.id = k.tenant_id
  left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
  left join clients c on c.tenant_id = k.tenant_id and c.id = k.client_id
  left join accounts a on a.id = coalesce(k.account_id, u.account_id)
  where k.key_hash = hash and k.revoked_at is null and k.expires_at > at
    and (k.kind = 'integration' or k.last_used_at > at - idle)
    and t.suspended_at is null and u.disabled_at is null and c.archived_at is null and a.disabled_at is null
    and (k.user_id is null or u.accepted_at is not null) and (u.support_until is null or u.support_until > at)
    and (k.tenant_id is not null or a.is_superadmin);
  if not found then return; end if;
  perform set_config('app.tenant_id', coalesce(tenant_id::text, ''), true);
  return next;
end $$;

-- ------------------------------------------------------------------------------------------------------- own sessions

-- The address of the person whose key this is.
create function own_email(hash bytea) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select a.email::text
  from api_keys k
  left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
  join accounts a on a.id = coalesce(k.account_id, u.account_id)
  where k.key_hash = hash and k.revoked_at is null
$$;

-- The open sign-ins of the person whose key this is, in every practice, last used first. One row a sign-in; `id` is a
-- key of it, and the names are those of the practices it was for (null for the installation itself).
create function own_sessions(hash bytea, at timestamptz, idle interval)
returns table (
  id bigint, tenant_name text, label text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select min(k.id), string_agg(t.tenant_name, ', ' order by t.tenant_name), min(k.label), min(k.created_at),
         max(k.last_used_at), bool_or(k.id = mine.id)
  from api_keys mine
  join api_keys k on k.account_id = mine.account_id
  left join tenants t on t.id = k.tenant_id
  where mine.key_hash = hash and mine.revoked_at is null
    and k.kind = 'session' and k.revoked_at is null and k.expires_at > at and k.last_used_at > at - idle
  group by coalesce(k.sign_in_id::text, k.id::text)
  order by max(k.last_used_at) desc, min(k.id) desc
$$;

-- Ends the sign-in that key `session` is of, if it is one of the caller's own; all but the calling one when null.
-- Answers how many keys ended.
create function end_own_sessions(hash bytea, session bigint, at timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  update api_keys k set revoked_at = at
  from api_keys mine
  left join api_keys named on named.id = session and named.account_id = mine.account_id and named.kind = 'session'
    and named.revoked_at is null
  where mine.key_hash = hash and mine.revoked_at is null
    and k.account_id = mine.account_id and k.kind = 'session' and k.revoked_at is null
    and case when session is null
      then k.id <> mine.id and (mine.sign_in_id is null or k.sign_in_id is distinct from mine.sign_in_id)
      else k.id = named.id or k.sign_in_id = named.sign_in_id end;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- ----------------------------------------------------------------------------------- the team of the practice that is set

-- What the accounts and keys of the practice's people say: addresses, open sessions, last activity.
create function team_accounts(at timestamptz, idle interval)
returns table (user_id bigint, email text, sessions integer, last_active_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, a.email::text,
         (count(k.id) filter (where k.revoked_at is null and k.kind = 'session' and k.expires_at > at
                                and k.last_used_at > at - idle))::integer,
         max(k.last_used_at)
  from users u
  join accounts a on a.id = u.account_id
  left join api_keys k on k.tenant_id = u.tenant_id and k.user_id = u.id
  where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
  group by u.id, a.email
$$;

-- The account behind an address, made when there is none. Which of the two it was is not told. Outside a practice
-- nothing is made.
create function team_account(wanted_email citext, new_name text, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_id bigint;
begin
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  -- Waits for somebody who is making the same one; the look afterwards then sees it.
  insert into accounts (email, name, created_at, updated_at) values (wanted_email, new_name, at, at)
  on conflict (email) do nothing
  returning id into found_id;
  if found_id is null then select a.id into found_id from accounts a where a.email = wanted_email; end if;
  return found_id;
end $$;

-- Whether the account of a user is not only this practice's affair: a superadmin's, or of somebody who has joined
-- another practice too, even if they may not work there at the moment.
create function is_shared_account(practice bigint, wanted_account bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select 1 from accounts a where a.id = wanted_account and a.is_superadmin)
      or exists (select 1 from users u
                 where u.account_id = wanted_account and u.tenant_id <> practice and u.accepted_at is not null)
$$;

-- The same about one of the practice's own people. Null for anybody else.
create function team_account_is_shared(wanted_user bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select is_shared_account(u.tenant_id, u.account_id)
  from users u
  where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and u.id = wanted_user
$$;

-- The open sessions and the other keys of one of the practice's people, last used first.
create function team_sessions(wanted_user bigint, at timestamptz, idle interval)
returns table (
  id bigint, user_id bigint, kind text, label text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.user_id, k.kind, k.label, k.created_at, k.last_used_at
  from api_keys k
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.user_id = wanted_user
    and k.revoked_at is null and k.expires_at > at and (k.kind = 'integration' or k.last_used_at > at - idle)
  order by k.last_used_at desc, k.id desc
$$;

-- Ends one key of one of the practice's people, or every session of theirs in it when `session` is null. Answers how many.
create function end_team_sessions(wanted_user bigint, session bigint, at timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  update api_keys k set revoked_at = at
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.user_id = wanted_user
    and k.revoked_at is null and case when session is null then k.kind = 'session' else k.id = session end;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- ------------------------------------------------------------------------------------------------------ one-time links

-- What a link that is good now is for: not used, not over, of somebody who may still use it, in a practice that is not
-- suspended. One row or none. `password_hash` is there to compare with. A link that would set the password of an
-- account that another practice relies on too is not good.
create function setup_link(token bytea, at timestamptz)
returns table (
  tenant_id bigint, link_id bigint, user_id bigint, account_id bigint, purpose text, email text, name text,
  tenant_name text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.tenant_id, l.id, u.id, a.id, l.purpose, a.email::text, u.name, t.tenant_name, a.password_hash
  from setup_links l
  join tenants t on t.id = l.tenant_id
  join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
  join accounts a on a.id = u.account_id
  where l.token_hash = token and l.used_at is null and l.expires_at > at
    and t.suspended_at is null and u.disabled_at is null and u.support_until is null and a.disabled_at is null
    and (l.purpose = 'join') = (u.accepted_at is null)
    and ((l.purpose = 'join' and a.password_hash is not null) or not is_shared_account(l.tenant_id, a.id))
$$;

-- Uses a link: lets the person into the practice, or gives them a new password. `compared_hash` is what the account had
-- when the link was looked at; if that is no longer so, or the link no longer good, nothing happens and the answer is
-- false. `new_hash` is the password chosen; an account that has one keeps it when its person joins. A new password ends
-- every session of the person, and using a link ends every other link of theirs in this practice.
create function use_setup_link(token bytea, compared_hash text, new_hash text, at timestamptz, request text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link record;
begin
  select s.tenant_id, s.user_id, s.account_id into link from setup_link(token, at) s;
  if not found then return false; end if;
  -- In this order, like everything else that locks them: the user, the account, then links and keys. What was found is
  -- looked at once more with the locks held: of two at once the second finds the link used.
  perform 1 from users u where u.tenant_id = link.tenant_id and u.id = link.user_id for no key update;
  perform 1 from accounts a where a.id = link.account_id for update;
  select s.* into link from setup_link(token, at) s;
  if not found or link.password_hash is distinct from compared_hash then return false; end if;
  if link.purpose = 'join' then
    update users u set accepted_at = at, updated_at = at where u.tenant_id = link.tenant_id and u.id = link.user_id;
  end if;
  if link.purpose = 'reset' or link.password_hash is null then
    update accounts a set password_hash = new_hash, must_change_password = false, password_changed_at = at,
           updated_at = at
    where a.id = link.account_id;
    update api_keys k set revoked_at = at
    where k.account_id = link.account_id and k.kind = 'session' and k.revoked_at is null;
  end if;
  update setup_links l set used_at = at where l.tenant_id = link.tenant_id and l.id = link.link_id;
  update setup_links l set expires_at = at
  where l.tenant_id = link.tenant_id and l.user_id = link.user_id and l.used_at is null and l.expires_at > at;
  insert into audit_log (tenant_id, at, user_id, action, entity, entity_id, details, request_id)
  values (link.tenant_id, at, link.user_id, 'setup_link/use', 'user', link.user_id,
          jsonb_build_object('purpose', link.purpose), request);
  return true;
end $$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'sign_in_memberships(bigint,timestamptz)',
    'sign_in_issue_key(bytea,bigint,bigint,bigint,text,uuid,timestamptz,timestamptz,text,text)',
    'open_session(bytea,timestamptz,interval)', 'own_email(bytea)', 'own_sessions(bytea,timestamptz,interval)',
    'end_own_sessions(bytea,bigint,timestamptz)', 'team_accounts(timestamptz,interval)',
    'team_account(citext,text,timestamptz)', 'is_shared_account(bigint,bigint)', 'team_account_is_shared(bigint)',
    'team_sessions(bigint,timestamptz,interval)', 'end_team_sessions(bigint,bigint,timestamptz)',
    'setup_link(bytea,timestamptz)', 'use_setup_link(bytea,text,text,timestamptz,text)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    -- Asked with any two ids, this one is for the other functions only.
    if signature not like 'is_shared_account%' then
      execute format('grant execute on function %s to burrow_app', signature);
    end if;
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
