-- A person who has forgotten their password asks for a link by email. It is a link of the account, as the one that the
-- operator makes, but asked for by its owner: a practice that could reset the account before still can afterwards, and
-- a superadmin, whose account no one else resets, can use it.

alter table account_links
  add column asked_by text not null default 'operator' check (asked_by in ('operator', 'owner'));
grant insert on account_links to burrow_sign_in;

-- The account that an email signs in with, also one whose password the operator has removed. Null for an unknown or
-- disabled account, and for a person who has not joined any practice.
create function account_of_email(wanted_email citext) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from accounts a
  where a.email = wanted_email and a.disabled_at is null
    and (a.is_superadmin or exists (
      select 1 from users u
      where u.account_id = a.id and u.accepted_at is not null and u.disabled_at is null and u.support_until is null))
$$;

-- Stores a link that the owner of an account asked for, and answers where to send it. No row when the account is
-- disabled by now. Earlier links stay good until one of them is used: two emails may arrive in any order.
create function make_owner_link(wanted_account bigint, link_hash bytea, at timestamptz, link_expires timestamptz)
returns table (email text, name text)
language sql security definer set search_path = public, pg_temp as $$
  with made as (
    insert into account_links (account_id, token_hash, created_at, expires_at, asked_by)
    select a.id, link_hash, at, link_expires, 'owner'
    from accounts a
    where a.id = wanted_account and a.disabled_at is null
    returning account_id)
  select a.email::text, a.name from made m join accounts a on a.id = m.account_id
$$;

-- As before, but a link that the owner asked for says nothing about who set the account up.
create or replace function is_shared_account(practice bigint, wanted_account bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select 1 from accounts a where a.id = wanted_account and a.is_superadmin)
      or exists (select 1 from users u
                 where u.account_id = wanted_account and u.tenant_id <> practice and u.accepted_at is not null)
      or exists (select 1 from account_links l where l.account_id = wanted_account and l.asked_by = 'operator')
$$;

-- As before, and a superadmin's own link is good.
create or replace function setup_link(token bytea, at timestamptz)
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
    and not exists (select 1 from users m
                    where m.tenant_id = l.tenant_id and m.id = l.created_by_user_id and m.support_until <= at)
  union all
  select null, l.id, null, a.id, 'reset', a.email::text, a.name, null, a.password_hash
  from account_links l
  join accounts a on a.id = l.account_id
  where l.token_hash = token and l.used_at is null and l.expires_at > at
    and a.disabled_at is null and (l.asked_by = 'owner' or not a.is_superadmin)
$$;

-- As before, and using a link of an account ends every other link that would set its password.
create or replace function use_setup_link(
  token bytea, compared_hash text, new_hash text, at timestamptz, request text)
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
    update account_links l set expires_at = at
    where l.account_id = link.account_id and l.id is distinct from (case when link.tenant_id is null then link.link_id end)
      and l.used_at is null and l.expires_at > at;
  end if;
  if link.tenant_id is null then
    update account_links l set used_at = at where l.id = link.link_id;
    update setup_links l set expires_at = at
    from users u
    where u.account_id = link.account_id and l.tenant_id = u.tenant_id and l.user_id = u.id and l.purpose = 'reset'
      and l.used_at is null and l.expires_at > at;
    insert into audit_log (tenant_id, at, user_id, action, entity, entity_id, details, request_id)
    select u.tenant_id, at, u.id, 'setup_link/use', 'user', u.id, jsonb_build_object('purpose', 'reset'), request
    from users u
    where u.account_id = link.account_id and u.accepted_at is not null;
    return true;
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
  foreach signature in array array['account_of_email(citext)', 'make_owner_link(bigint,bytea,timestamptz,timestamptz)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
