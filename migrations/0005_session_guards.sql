-- What a sign-in found true when it began (hashing a password takes a while) must still be true when its key is stored,
-- and a change of password must not overlook a key that is being stored at the same moment.

-- On servers that come from before PostgreSQL 15 anybody may create in this schema, in which the functions look.
revoke create on schema public from public;

drop function sign_in_issue_key(bytea, bigint, bigint, bigint, uuid, timestamptz, timestamptz);

-- Stores the hash of a new session key. False, and nothing stored, unless the account is in use and still has the
-- password hash that was compared, and the user is this person's in a practice that is not suspended (or, without a
-- practice, the person is a superadmin).
create function sign_in_issue_key(
  hash bytea, for_tenant bigint, for_user bigint, for_account bigint, compared_hash text, sign_in uuid,
  at timestamptz, expires timestamptz)
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
      and u.disabled_at is null and t.suspended_at is null;
    if not found then return false; end if;
  end if;
  insert into api_keys (tenant_id, user_id, account_id, kind, key_hash, sign_in_id, created_at, last_used_at, expires_at)
  values (for_tenant, for_user, for_account, 'session', hash, sign_in, at, at, expires);
  return true;
end $$;

-- The password hash of the person whose key this is, so that a new password can be told from the old one.
create function own_password_hash(hash bytea) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select a.password_hash from api_keys k join accounts a on a.id = k.account_id
  where k.key_hash = hash and k.revoked_at is null
$$;

-- Replaces the password of the person whose key this is, and ends every session of theirs but this sign-in's.
create or replace function change_own_password(hash bytea, new_password_hash text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine record;
begin
  select k.id, k.account_id, k.sign_in_id into mine
  from api_keys k
  where k.key_hash = hash and k.revoked_at is null and k.account_id is not null;
  if not found then return; end if;
  -- Waits for sign-ins that are storing a key.
  update accounts a set password_hash = new_password_hash, must_change_password = false,
         password_changed_at = at, updated_at = at
  where a.id = mine.account_id;
  -- A statement of its own sees the keys that those have stored meanwhile.
  update api_keys k set revoked_at = at
  where k.account_id = mine.account_id and k.kind = 'session' and k.revoked_at is null
    and k.id <> mine.id and (mine.sign_in_id is null or k.sign_in_id is distinct from mine.sign_in_id);
end $$;

-- Ends the session of this key and its siblings from the same sign-in. An integration's key is revoked on purpose only.
create or replace function end_session(hash bytea, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = at
  from api_keys mine
  where mine.key_hash = hash and mine.kind = 'session' and k.kind = 'session' and k.revoked_at is null
    and (k.id = mine.id or (k.sign_in_id = mine.sign_in_id and k.account_id = mine.account_id))
$$;

-- As before, but a user's key hangs on the user's account also when the key itself does not name it.
create or replace function open_session(hash bytea, at timestamptz, idle interval)
returns table (
  key_id bigint, kind text, tenant_id bigint, user_id bigint, client_id bigint, account_id bigint, role text, name text,
  must_change_password boolean, time_zone text, locale text, currency text, trial_ends_at timestamptz,
  subscription_status text, subscription_ends_at timestamptz, last_used_at timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  select k.id, k.kind, k.tenant_id, k.user_id, k.client_id, k.account_id,
         case when k.tenant_id is null then 'superadmin' when k.client_id is not null then 'customer' else u.role end,
         coalesce(u.name, c.name, a.name), coalesce(a.must_change_password, false),
         t.time_zone, t.locale, t.currency, t.trial_ends_at, t.subscription_status, t.subscription_ends_at, k.last_used_at
    into key_id, kind, tenant_id, user_id, client_id, account_id, role, name, must_change_password,
         time_zone, locale, currency, trial_ends_at, subscription_status, subscription_ends_at, last_used_at
  from api_keys k
  left join tenants t on t.id = k.tenant_id
  left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
  left join clients c on c.tenant_id = k.tenant_id and c.id = k.client_id
  left join accounts a on a.id = coalesce(k.account_id, u.account_id)
  where k.key_hash = hash and k.revoked_at is null and k.expires_at > at
    and (k.kind = 'integration' or k.last_used_at > at - idle)
    and t.suspended_at is null and u.disabled_at is null and c.archived_at is null and a.disabled_at is null
    and (k.tenant_id is not null or a.is_superadmin);
  if not found then return; end if;
  perform set_config('app.tenant_id', coalesce(tenant_id::text, ''), true);
  return next;
end $$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'sign_in_issue_key(bytea,bigint,bigint,bigint,text,uuid,timestamptz,timestamptz)', 'own_password_hash(bytea)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
