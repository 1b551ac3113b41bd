-- Joining a practice that allows only single sign-on: its links set no password, and an account that has one is connected to the
-- identity of the person who proved it.

-- A sign-in can be for an account whose password was proved with a link to join. As before, only the browser that started it can
-- finish it.
alter table sso_sign_ins
  drop constraint sso_sign_ins_account_check,
  add constraint sso_sign_ins_account_check check (purpose = 'sign_in' or account_id is not null);

drop function sso_take_token(bytea, text, bytea, bigint, timestamptz);

-- As before, with the account that it was started for, and when it was started.
create function sso_take_token(token bytea, wanted_purpose text, browser bytea, by_account bigint, at timestamptz)
returns table (practice_id bigint, issuer text, claims jsonb, account_id bigint, started_at timestamptz)
language sql security definer set search_path = public, pg_temp as $$
  delete from sso_sign_ins s
  where s.token_hash = token and s.purpose = wanted_purpose and s.expires_at > at
    and case s.purpose when 'sign_in' then s.browser_hash = browser else s.account_id = by_account end
  returning s.provider_tenant_id, s.issuer, s.claims, s.account_id, s.started_at
$$;

-- Connects an identity to the account of an invited person who proved its password and second factor when the sign-in started.
-- 'connected'; 'expired' if the provider, the password or the second factor was changed since; 'taken' as in sso_connect.
create function sso_connect_invited(
  for_account bigint, practice bigint, wanted_issuer text, wanted_subject text, named_email text, started timestamptz,
  at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not sso_provider_stands(practice, wanted_issuer) then return 'expired'; end if;
  -- Locked, so that a change of the account comes first and is seen, or comes later and sees the identity.
  perform 1 from accounts a
  where a.id = for_account and a.password_hash is not null
    and (a.password_changed_at is null or a.password_changed_at <= started)
  for no key update;
  if not found or exists (
    select 1 from account_factors f where f.account_id = for_account and f.confirmed_at > started)
  then return 'expired'; end if;
  return case when sso_connect(for_account, practice, wanted_issuer, wanted_subject, named_email, at)
         then 'connected' else 'taken' end;
end $$;

-- A valid one-time link. A link to join a practice that allows only single sign-on has the provider's name; it sets no password, so
-- it is also valid for an account without one that other practices use.
create function setup_link_with_provider(token bytea, at timestamptz)
returns table (
  tenant_id bigint, link_id bigint, user_id bigint, account_id bigint, purpose text, email text, name text,
  tenant_name text, password_hash text, provider_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.tenant_id, l.id, u.id, a.id, l.purpose, a.email::text, u.name, t.tenant_name, a.password_hash, p.name
  from setup_links l
  join tenants t on t.id = l.tenant_id
  join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
  join accounts a on a.id = u.account_id
  left join identity_providers p on p.tenant_id = l.tenant_id and p.only_sso and l.purpose = 'join'
  where l.token_hash = token and l.used_at is null and l.expires_at > at
    and t.suspended_at is null and u.disabled_at is null and u.support_until is null and a.disabled_at is null
    and (l.purpose = 'join') = (u.accepted_at is null)
    and (p.tenant_id is not null or (l.purpose = 'join' and a.password_hash is not null)
         or not is_shared_account(l.tenant_id, a.id))
    and not exists (select 1 from users m
                    where m.tenant_id = l.tenant_id and m.id = l.created_by_user_id and m.support_until <= at)
  union all
  select null, l.id, null, a.id, 'reset', a.email::text, a.name, null, a.password_hash, null
  from account_links l
  join accounts a on a.id = l.account_id
  where l.token_hash = token and l.used_at is null and l.expires_at > at
    and a.disabled_at is null and (l.asked_by = 'owner' or not a.is_superadmin)
$$;

-- As before, but only a link that can set or prove a password: redeem_setup_link uses no other, for servers of the previous build too.
create or replace function setup_link(token bytea, at timestamptz)
returns table (
  tenant_id bigint, link_id bigint, user_id bigint, account_id bigint, purpose text, email text, name text,
  tenant_name text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.tenant_id, l.link_id, l.user_id, l.account_id, l.purpose, l.email, l.name, l.tenant_name, l.password_hash
  from setup_link_with_provider(token, at) l
  where l.provider_name is null
$$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'sso_take_token(bytea,text,bytea,bigint,timestamptz)',
    'sso_connect_invited(bigint,bigint,text,text,text,timestamptz,timestamptz)',
    'setup_link_with_provider(bytea,timestamptz)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
