-- Keys for programs: made by an admin, limited to scopes, and good until they are revoked.

alter table api_keys
  -- What it may read and write. Null for a session, which is not asked; none for a key from before there were any.
  add column scopes text[],
  -- Addresses and networks from which it may be used; null for any.
  add column allowed_addresses text[],
  -- With what the key ends, by which a person tells which of them a text is.
  add column last_four text;

update api_keys set scopes = '{}' where kind = 'integration';
alter table api_keys add check (kind = 'session' or (scopes is not null and user_id is not null));

create index api_keys_for_programs on api_keys (tenant_id) where kind = 'integration';
-- For clearing up: when a key was over.
create index api_keys_by_end on api_keys (least(expires_at, revoked_at));

grant delete on api_keys to burrow_sign_in;

drop function open_session(bytea, timestamptz, interval);

-- Opens a session for the rest of the transaction: checks the key and everything it hangs on, sets the practice, and
-- answers who is calling. One row or none. Role and state are read afresh, so a change counts from the next request.
-- Label, scopes and addresses are those of a key for a program.
create function open_session(hash bytea, at timestamptz, idle interval)
returns table (
  key_id bigint, kind text, tenant_id bigint, user_id bigint, client_id bigint, account_id bigint, role text, name text,
  must_change_password boolean, support_until timestamptz, time_zone text, locale text, currency text,
  trial_ends_at timestamptz, subscription_status text, subscription_ends_at timestamptz, last_used_at timestamptz,
  label text, scopes text[], allowed_addresses text[])
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  select k.id, k.kind, k.tenant_id, k.user_id, k.client_id, k.account_id,
         case when k.tenant_id is null then 'superadmin' when k.client_id is not null then 'customer' else u.role end,
         coalesce(u.name, c.name, a.name), coalesce(a.must_change_password, false), u.support_until,
         t.time_zone, t.locale, t.currency, t.trial_ends_at, t.subscription_status, t.subscription_ends_at, k.last_used_at,
         k.label, k.scopes, k.allowed_addresses
    into key_id, kind, tenant_id, user_id, client_id, account_id, role, name, must_change_password, support_until,
         time_zone, locale, currency, trial_ends_at, subscription_status, subscription_ends_at, last_used_at,
         label, scopes, allowed_addresses
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

-- -------------------------------------------------------------------------- the keys for programs of the practice that is set

-- One that never expires does so at infinity, one that was never used was so at the epoch; here both are null.
create function practice_keys()
returns table (
  id bigint, user_id bigint, label text, last_four text, scopes text[], allowed_addresses text[], created_at timestamptz,
  last_used_at timestamptz, expires_at timestamptz, revoked_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.user_id, coalesce(k.label, ''), coalesce(k.last_four, ''), k.scopes, k.allowed_addresses, k.created_at,
         nullif(k.last_used_at, to_timestamp(0)), nullif(k.expires_at, 'infinity'), k.revoked_at
  from api_keys k
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.kind = 'integration'
$$;

-- Stores the hash of a new key that works in the name of one of the practice's people. It never expires without `expires`.
-- Answers its id, or null when the practice has as many good ones as it may (`most`) or the person is not its own.
create function make_practice_key(
  for_user bigint, hash bytea, key_label text, key_scopes text[], addresses text[], ending text, at timestamptz,
  expires timestamptz, most integer)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  made bigint;
begin
  if (select count(*) from api_keys k
      where k.tenant_id = practice and k.kind = 'integration' and k.revoked_at is null and k.expires_at > at) >= most
  then return null; end if;
  insert into api_keys (tenant_id, user_id, account_id, kind, label, key_hash, scopes, allowed_addresses, last_four,
                        created_at, last_used_at, expires_at)
  select practice, u.id, u.account_id, 'integration', key_label, hash, key_scopes, addresses, ending,
         at, to_timestamp(0), coalesce(expires, 'infinity')
  from users u
  where u.tenant_id = practice and u.id = for_user
  returning id into made;
  return made;
end $$;

-- Ends a key that is good. Answers what it is called, or nothing.
create function revoke_practice_key(wanted bigint, at timestamptz) returns text
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = at
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.id = wanted
    and k.kind = 'integration' and k.revoked_at is null and k.expires_at > at
  returning coalesce(k.label, '')
$$;

-- Has a key that is good work in the name of another of the practice's people. Answers what it is called, or nothing.
create function move_practice_key(wanted bigint, to_user bigint, at timestamptz) returns text
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set user_id = u.id, account_id = u.account_id
  from users u
  where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and u.id = to_user
    and k.tenant_id = u.tenant_id and k.id = wanted
    and k.kind = 'integration' and k.revoked_at is null and k.expires_at > at
  returning coalesce(k.label, '')
$$;

drop function team_accounts(timestamptz, interval);

-- What the accounts and keys of the practice's people say: addresses, open sessions, last activity of their own, and how
-- many programs work in their name.
create function team_accounts(at timestamptz, idle interval)
returns table (user_id bigint, email text, sessions integer, last_active_at timestamptz, api_keys integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, a.email::text,
         (count(k.id) filter (where k.revoked_at is null and k.kind = 'session' and k.expires_at > at
                                and k.last_used_at > at - idle))::integer,
         max(k.last_used_at) filter (where k.kind = 'session'),
         (count(k.id) filter (where k.revoked_at is null and k.kind = 'integration' and k.expires_at > at))::integer
  from users u
  join accounts a on a.id = u.account_id
  left join api_keys k on k.tenant_id = u.tenant_id and k.user_id = u.id
  where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
  group by u.id, a.email
$$;

-- As before, and one that was never used was last used when it was made.
create or replace function team_sessions(wanted_user bigint, at timestamptz, idle interval)
returns table (
  id bigint, user_id bigint, kind text, label text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.user_id, k.kind, k.label, k.created_at, greatest(k.last_used_at, k.created_at)
  from api_keys k
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.user_id = wanted_user
    and k.revoked_at is null and k.expires_at > at and (k.kind = 'integration' or k.last_used_at > at - idle)
  order by 6 desc, k.id desc
$$;

-- ---------------------------------------------------------------------------------------------------------- clearing up

-- Forgets keys of any kind and practice that were over before `before`, longest first, and answers how many. Of each
-- person the session that was used last stays: it says when they were last there.
create function forget_old_keys(before timestamptz, most integer) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from api_keys k
    using (
      select o.id from api_keys o
      where least(o.expires_at, o.revoked_at) < before
        and (o.kind = 'integration' or o.user_id is null or exists (
          select 1 from api_keys n
          where n.tenant_id = o.tenant_id and n.user_id = o.user_id and n.kind = 'session'
            and (n.last_used_at, n.id) > (o.last_used_at, o.id)))
      order by least(o.expires_at, o.revoked_at) limit most) old
    where k.id = old.id
    returning 1)
  select count(*)::integer from forgotten
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'open_session(bytea,timestamptz,interval)', 'practice_keys()',
    'make_practice_key(bigint,bytea,text,text[],text[],text,timestamptz,timestamptz,integer)',
    'revoke_practice_key(bigint,timestamptz)', 'move_practice_key(bigint,bigint,timestamptz)',
    'team_accounts(timestamptz,interval)', 'forget_old_keys(timestamptz,integer)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
