-- How each session was signed in, and when its person last proved who they are.

alter table api_keys
  -- What the person proved: 'password', 'totp', 'passkey', 'recovery_code', 'sso'. Of an API key: nothing.
  add column factors text[] not null default '{}',
  -- Their last proof; null for the moment of the sign-in.
  add column verified_at timestamptz;

update api_keys set factors = '{password}' where kind = 'session' and revoked_at is null;

drop function sign_in_issue_key(bytea, bigint, bigint, bigint, text, uuid, timestamptz, timestamptz, text, text);

-- As before, with what the person proved. The previous build calls it without.
create function sign_in_issue_key(
  hash bytea, for_tenant bigint, for_user bigint, for_account bigint, compared_hash text, sign_in uuid,
  at timestamptz, expires timestamptz, device text default null, request text default null,
  proved text[] default '{password}')
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Locked, so that a change of this password comes either before, and is seen, or after, and sees the key.
  perform 1 from accounts a
  where a.id = for_account and a.password_hash is not distinct from compared_hash and a.disabled_at is null
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
    (tenant_id, user_id, account_id, kind, label, key_hash, sign_in_id, created_at, last_used_at, expires_at, factors)
  values (for_tenant, for_user, for_account, 'session', device, hash, sign_in, at, at, expires, proved);
  if for_tenant is not null and request is not null then
    insert into audit_log (tenant_id, at, user_id, action, entity, details, request_id)
    values (for_tenant, at, for_user, 'auth', 'session',
            jsonb_strip_nulls(jsonb_build_object('device', device, 'factors', nullif(proved, '{password}'))), request);
  end if;
  return true;
end $$;

drop function open_session(bytea, timestamptz, interval);

-- As before, with what the person proved and when.
create function open_session(hash bytea, at timestamptz, idle interval)
returns table (
  key_id bigint, kind text, tenant_id bigint, user_id bigint, client_id bigint, account_id bigint, role text, name text,
  must_change_password boolean, support_until timestamptz, time_zone text, locale text, currency text,
  trial_ends_at timestamptz, subscription_status text, subscription_ends_at timestamptz, last_used_at timestamptz,
  label text, scopes text[], allowed_addresses text[], factors text[], verified_at timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  select k.id, k.kind, k.tenant_id, k.user_id, k.client_id, k.account_id,
         case when k.tenant_id is null then 'superadmin' when k.client_id is not null then 'customer' else u.role end,
         coalesce(u.name, c.name, a.name), coalesce(a.must_change_password, false), u.support_until,
         t.time_zone, t.locale, t.currency, t.trial_ends_at, t.subscription_status, t.subscription_ends_at, k.last_used_at,
         k.label, k.scopes, k.allowed_addresses, k.factors, coalesce(k.verified_at, k.created_at)
    into key_id, kind, tenant_id, user_id, client_id, account_id, role, name, must_change_password, support_until,
         time_zone, locale, currency, trial_ends_at, subscription_status, subscription_ends_at, last_used_at,
         label, scopes, allowed_addresses, factors, verified_at
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

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'sign_in_issue_key(bytea,bigint,bigint,bigint,text,uuid,timestamptz,timestamptz,text,text,text[])',
    'open_session(bytea,timestamptz,interval)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
