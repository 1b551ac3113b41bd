-- What ends when an account is recovered, a provider is removed or a first second factor is added; single sign-on that
-- proves who the person is; and refusals of single sign-on, second factors and links in the security log.

-- ------------------------------------------------------------------------------------------- sessions by single sign-on

-- The identity that opened a session. Not a reference: a session that has ended outlives its identity.
alter table api_keys add column identity_id bigint;

-- A sign-in can also confirm an open session ('confirm'), which is bound to the person's account like connecting.
alter table sso_sign_ins
  add column started_at timestamptz,
  drop constraint sso_sign_ins_purpose_check,
  drop constraint sso_sign_ins_check,
  drop constraint sso_sign_ins_check1,
  add constraint sso_sign_ins_purpose_check check (purpose in ('sign_in', 'connect', 'confirm')),
  add constraint sso_sign_ins_account_check check ((purpose = 'sign_in') = (account_id is null)),
  add constraint sso_sign_ins_browser_check check (purpose <> 'sign_in' or browser_hash is not null);

-- As before, and keeps when it started.
create or replace function sso_begin(
  state bytea, browser bytea, new_nonce text, new_verifier text, practice bigint, wanted_issuer text,
  wanted_purpose text, for_account bigint, path text, at timestamptz, expires timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sso_sign_ins s where s.state_hash in (
    select o.state_hash from sso_sign_ins o where o.expires_at < at
    order by o.expires_at limit 20 for update skip locked);
  insert into sso_sign_ins
    (state_hash, browser_hash, nonce, verifier, provider_tenant_id, issuer, purpose, account_id, return_path, started_at,
     expires_at)
  values (state, browser, new_nonce, new_verifier, practice, wanted_issuer, wanted_purpose, for_account, path, at, expires);
end $$;

drop function sso_take_state(bytea, bytea, timestamptz);

-- As before, with when it started, and the account that it was started for.
create function sso_take_state(state bytea, browser bytea, at timestamptz)
returns table (
  nonce text, verifier text, practice_id bigint, issuer text, purpose text, return_path text, started_at timestamptz,
  account_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  update sso_sign_ins s set used_at = at
  where s.state_hash = state and s.used_at is null and s.expires_at > at
    and (s.purpose <> 'sign_in' or s.browser_hash = browser)
  returning s.nonce, s.verifier, s.provider_tenant_id, s.issuer, s.purpose, s.return_path, s.started_at, s.account_id
$$;

-- As before, also for confirming a session.
create or replace function sso_take_token(
  token bytea, wanted_purpose text, browser bytea, by_account bigint, at timestamptz)
returns table (practice_id bigint, issuer text, claims jsonb)
language sql security definer set search_path = public, pg_temp as $$
  delete from sso_sign_ins s
  where s.token_hash = token and s.purpose = wanted_purpose and s.expires_at > at
    and case s.purpose when 'sign_in' then s.browser_hash = browser else s.account_id = by_account end
  returning s.provider_tenant_id, s.issuer, s.claims
$$;

-- The account of an identity, unless disabled. Replaces sso_account, which the previous build calls.
create function sso_identity(practice bigint, wanted_issuer text, wanted_subject text, at timestamptz)
returns table (
  identity_id bigint, account_id bigint, password_hash text, is_superadmin boolean, must_change_password boolean)
language sql security definer set search_path = public, pg_temp as $$
  update account_identities i set last_used_at = at
  from accounts a
  where i.provider_tenant_id is not distinct from practice and i.issuer = wanted_issuer and i.subject = wanted_subject
    and a.id = i.account_id and a.disabled_at is null
  returning i.id, a.id, a.password_hash, a.is_superadmin, a.must_change_password
$$;

-- Whether a practice still has this provider; true for the installation's. Held against a change until the transaction
-- ends, so that the change either comes first or finds what was stored.
create function sso_provider_stands(practice bigint, wanted_issuer text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  if practice is null then return true; end if;
  perform 1 from identity_providers p where p.tenant_id = practice and p.issuer = wanted_issuer for share;
  return found;
end $$;

-- Connects an identity to an account whose email the provider has verified. 'connected'; 'refused' for an account that
-- a password, a second factor or the installation's provider opens, because their holder would enter the practice too;
-- 'expired' if the provider was changed; 'taken' as in sso_connect.
create function sso_connect_by_email(
  for_account bigint, practice bigint, wanted_issuer text, wanted_subject text, named_email text, at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not sso_provider_stands(practice, wanted_issuer) then return 'expired'; end if;
  perform 1 from accounts a where a.id = for_account and a.password_hash is null for no key update;
  if not found or has_second_factor(for_account) or exists (
    select 1 from account_identities i where i.account_id = for_account and i.provider_tenant_id is null)
  then return 'refused'; end if;
  return case when sso_connect(for_account, practice, wanted_issuer, wanted_subject, named_email, at)
         then 'connected' else 'taken' end;
end $$;

-- Connects an identity to the account of a session. 'connected'; 'taken' as in sso_connect; 'expired' if the provider was
-- changed or the session has ended.
create function connect_own_identity(
  hash bytea, practice bigint, wanted_issuer text, wanted_subject text, named_email text, at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare mine bigint;
begin
  if not sso_provider_stands(practice, wanted_issuer) then return 'expired'; end if;
  select k.account_id into mine from api_keys k where k.key_hash = hash and k.kind = 'session';
  -- Locked, so that a reset of the account comes first and is seen, or comes later and sees the identity.
  perform 1 from accounts a where a.id = mine for no key update;
  perform 1 from api_keys k where k.key_hash = hash and k.revoked_at is null;
  if not found then return 'expired'; end if;
  return case when sso_connect(mine, practice, wanted_issuer, wanted_subject, named_email, at)
         then 'connected' else 'taken' end;
end $$;

drop function sso_forget_identities();

-- Deletes the identities of the current practice's provider after it was replaced or deleted, its unfinished sign-ins, and
-- ends the sessions it opened, except the calling one. The previous build calls it without a session.
create function sso_forget_identities(hash bytea default null, at timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  delete from account_identities i where i.provider_tenant_id = practice;
  delete from sso_sign_ins s where s.provider_tenant_id = practice;
  -- A statement of its own sees the keys that were stored meanwhile.
  update api_keys k set revoked_at = at
  where k.tenant_id = practice and k.kind = 'session' and k.practice_only and k.revoked_at is null
    and k.key_hash is distinct from hash;
end $$;

drop function sign_in_issue_key(bytea, bigint, bigint, bigint, text, uuid, timestamptz, timestamptz, text, text, text[], text);

-- As before, with when the person proved who they are (null: now) and, after single sign-on, the identity: it must still
-- be connected, and that of a practice's provider opens its practice only. The previous build passes neither.
create function sign_in_issue_key(
  hash bytea, for_tenant bigint, for_user bigint, for_account bigint, compared_hash text, sign_in uuid,
  at timestamptz, expires timestamptz, device text default null, request text default null,
  proved text[] default '{password}', from_network text default null, proved_at timestamptz default null,
  by_identity bigint default null)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  only_in bigint;
begin
  -- Locked, so that a change of this password comes either before, and is seen, or after, and sees the key.
  perform 1 from accounts a
  where a.id = for_account and a.password_hash is not distinct from compared_hash and a.disabled_at is null
    and (for_tenant is not null or (for_user is null and a.is_superadmin))
  for share;
  if not found then return false; end if;
  if not proved && '{totp,passkey,recovery_code,sso}' and has_second_factor(for_account) then return false; end if;
  if by_identity is not null then
    select i.provider_tenant_id into only_in
    from account_identities i where i.id = by_identity and i.account_id = for_account for key share;
    if not found or (only_in is not null and only_in is distinct from for_tenant) then return false; end if;
  end if;
  if for_tenant is not null then
    perform 1 from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = for_tenant and u.id = for_user and u.account_id = for_account
      and u.disabled_at is null and t.suspended_at is null
      and u.accepted_at is not null and (u.support_until is null or u.support_until > at);
    if not found then return false; end if;
  end if;
  insert into api_keys (tenant_id, user_id, account_id, kind, label, key_hash, sign_in_id, created_at, last_used_at,
                        expires_at, factors, network, verified_at, identity_id, practice_only)
  values (for_tenant, for_user, for_account, 'session', device, hash, sign_in, at, at, expires, proved, from_network,
          case when proved_at < at then proved_at end, by_identity, only_in is not null);
  if for_tenant is not null and request is not null then
    insert into audit_log (tenant_id, at, user_id, action, entity, details, request_id)
    values (for_tenant, at, for_user, 'auth', 'session',
            jsonb_strip_nulls(jsonb_build_object(
              'device', device, 'network', from_network, 'factors', nullif(proved, '{password}'))),
            request);
  end if;
  return true;
end $$;

drop function open_session(bytea, timestamptz, interval);

-- As before, with the issuer of the installation's provider that opened the session.
create function open_session(hash bytea, at timestamptz, idle interval)
returns table (
  key_id bigint, kind text, tenant_id bigint, user_id bigint, client_id bigint, account_id bigint, role text, name text,
  must_change_password boolean, support_until timestamptz, time_zone text, locale text, currency text,
  trial_ends_at timestamptz, subscription_status text, subscription_ends_at timestamptz, last_used_at timestamptz,
  label text, scopes text[], allowed_addresses text[], factors text[], verified_at timestamptz,
  of_superadmin boolean, second_factor_from timestamptz, lacks_second_factor boolean, sso_issuer text)
language plpgsql volatile security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  select k.id, k.kind, k.tenant_id, k.user_id, k.client_id, k.account_id,
         case when k.tenant_id is null then 'superadmin' when k.client_id is not null then 'customer' else u.role end,
         coalesce(u.name, c.name, a.name), coalesce(a.must_change_password, false), u.support_until,
         t.time_zone, t.locale, t.currency, t.trial_ends_at, t.subscription_status, t.subscription_ends_at, k.last_used_at,
         k.label, k.scopes, k.allowed_addresses, k.factors, coalesce(k.verified_at, k.created_at),
         coalesce(a.is_superadmin, false), t.second_factor_from,
         k.kind = 'session' and k.client_id is null and not k.factors && '{passkey,sso}'
           and (a.is_superadmin or t.second_factor_from is not null)
           and not exists (select 1 from account_factors f where f.account_id = a.id and f.state = 'active'),
         case when k.identity_id is not null and not k.practice_only
           then (select i.issuer from account_identities i where i.id = k.identity_id) end
    into key_id, kind, tenant_id, user_id, client_id, account_id, role, name, must_change_password, support_until,
         time_zone, locale, currency, trial_ends_at, subscription_status, subscription_ends_at, last_used_at,
         label, scopes, allowed_addresses, factors, verified_at, of_superadmin, second_factor_from, lacks_second_factor,
         sso_issuer
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

grant select (identity_id), insert (identity_id) on api_keys to burrow_operator;

-- As before, and the session ends with the provider that opened the superadmin's own.
create or replace function operator_support_access(
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
  insert into api_keys (tenant_id, user_id, account_id, kind, label, key_hash, sign_in_id, created_at, last_used_at, expires_at,
                        factors, identity_id)
    -- A sign-in of its own: leaving the practice is not leaving the installation.
    values (practice, user_id, operator.account_id, 'session', 'Support access', new_key_hash, gen_random_uuid(),
            at, at, until, (select k.factors from api_keys k where k.key_hash = hash),
            (select k.identity_id from api_keys k where k.key_hash = hash));
  perform note_operator(practice, at, request, 'superadmin/support_access', operator.name,
    jsonb_build_object('reason', reason, 'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  outcome := 'granted';
  tenant_name := place.tenant_name;
  tenant_subdomain := place.subdomain;
  return next;
end $$;

-- ------------------------------------------------------------------------------------------------- recovering an account

-- As use_setup_link before, and a new password disconnects single sign-on, which an earlier holder of the account may have
-- connected. Not in a practice that allows nothing else: no password opens it, so none could connect it, and the person
-- could not sign in there again. Returns whether the link was used, and how many identities were disconnected.
create function redeem_setup_link(
  token bytea, compared_hash text, new_hash text, at timestamptz, request text, kept_device bytea)
returns table (used boolean, disconnected integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link record;
begin
  used := false;
  disconnected := 0;
  select s.tenant_id, s.user_id, s.account_id into link from setup_link(token, at) s;
  if not found then return next; return; end if;
  -- In this order, like everything else that locks them: the user, the account, then links and keys. What was found is
  -- looked at once more with the locks held: of two at once the second finds the link used.
  perform 1 from users u where u.tenant_id = link.tenant_id and u.id = link.user_id for no key update;
  perform 1 from accounts a where a.id = link.account_id for update;
  select s.* into link from setup_link(token, at) s;
  if not found or link.password_hash is distinct from compared_hash then return next; return; end if;
  used := true;
  if link.purpose = 'join' then
    update users u set accepted_at = at, updated_at = at where u.tenant_id = link.tenant_id and u.id = link.user_id;
  end if;
  if link.purpose = 'reset' or link.password_hash is null then
    update accounts a set password_hash = new_hash, must_change_password = false, password_changed_at = at,
           updated_at = at
    where a.id = link.account_id;
    delete from account_identities i
    where i.account_id = link.account_id and not exists (
      select 1 from identity_providers p
      where p.tenant_id = i.provider_tenant_id and p.issuer = i.issuer and p.only_sso);
    get diagnostics disconnected = row_count;
    delete from sso_sign_ins s where s.account_id = link.account_id;
    update api_keys k set revoked_at = at
    where k.account_id = link.account_id and k.kind = 'session' and k.revoked_at is null;
    update account_links l set expires_at = at
    where l.account_id = link.account_id and l.id is distinct from (case when link.tenant_id is null then link.link_id end)
      and l.used_at is null and l.expires_at > at;
    delete from known_devices d
    where d.account_id = link.account_id and (kept_device is null or d.token_hash is distinct from kept_device);
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
    return next;
    return;
  end if;
  update setup_links l set used_at = at where l.tenant_id = link.tenant_id and l.id = link.link_id;
  update setup_links l set expires_at = at
  where l.tenant_id = link.tenant_id and l.user_id = link.user_id and l.used_at is null and l.expires_at > at;
  insert into audit_log (tenant_id, at, user_id, action, entity, entity_id, details, request_id)
  values (link.tenant_id, at, link.user_id, 'setup_link/use', 'user', link.user_id,
          jsonb_build_object('purpose', link.purpose), request);
  return next;
end $$;

-- The same for servers of the previous build.
create or replace function use_setup_link(
  token bytea, compared_hash text, new_hash text, at timestamptz, request text, kept_device bytea default null)
returns boolean language sql security definer set search_path = public, pg_temp as $$
  select r.used from redeem_setup_link(token, compared_hash, new_hash, at, request, kept_device) r
$$;

-- The account of a link that is used, replaced or expired; no row for a token that no link has.
create function former_setup_link(token bytea) returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.account_id from setup_links l join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
  where l.token_hash = token
  union all
  select l.account_id from account_links l where l.token_hash = token
$$;

-- Removes everything that opens an account besides its password: second factor, recovery codes, single sign-on, known
-- devices. Returns whether it had a second factor or single sign-on.
create function remove_ways_in(wanted_account bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare had boolean;
begin
  had := remove_factors(wanted_account);
  delete from account_identities i where i.account_id = wanted_account;
  had := had or found;
  delete from sso_sign_ins s where s.account_id = wanted_account;
  delete from known_devices d where d.account_id = wanted_account;
  return had;
end $$;

drop function operator_account_reset(bytea, timestamptz, text, citext, bytea, timestamptz);

-- As before, and the account loses every other way in, because its holder may not be its owner. Also returns the account,
-- and whether there was another way in.
create function operator_account_reset(
  hash bytea, at timestamptz, request text, wanted_email citext, link_hash bytea, link_expires timestamptz)
returns table (outcome text, account_id bigint, had_ways_in boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
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
  account_id := person.id;
  update accounts set password_hash = null, must_change_password = false, password_changed_at = at, updated_at = at
  where id = person.id;
  had_ways_in := remove_ways_in(person.id);
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

-- --------------------------------------------------------------------------------------------------------- own factors

-- The account of a session, locked until the transaction ends; null if the session has ended, also while this waited.
create function locked_account_of_session(hash bytea) returns bigint
language plpgsql set search_path = public, pg_temp as $$
begin
  perform 1 from accounts a where a.id = account_of_session(hash) for no key update;
  return account_of_session(hash);
end $$;

-- Ends the other sessions of an account that a password alone opened, when it gets its first second factor: the password
-- would not open them now.
create function end_password_sessions(hash bytea, wanted_account bigint, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = at
  from api_keys mine
  where mine.key_hash = hash and k.account_id = wanted_account and k.kind = 'session' and k.client_id is null
    and k.revoked_at is null and k.factors <@ '{password}' and k.id <> mine.id
    and (mine.sign_in_id is null or k.sign_in_id is distinct from mine.sign_in_id)
$$;

-- As before, in a session that is still open.
create or replace function begin_own_app(hash bytea, encrypted bytea, factor_name text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare mine bigint := locked_account_of_session(hash);
begin
  if mine is null or exists (select 1 from account_factors f
                             where f.account_id = mine and f.kind = 'totp' and f.state = 'active')
  then return false; end if;
  delete from account_factors f where f.account_id = mine and f.state = 'pending';
  insert into account_factors (account_id, kind, name, totp_secret, created_at)
  values (mine, 'totp', factor_name, encrypted, at);
  return true;
end $$;

-- As before, in a session that is still open; a first factor ends the account's other sessions by password.
create or replace function confirm_own_app(hash bytea, factor bigint, step bigint, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine bigint := locked_account_of_session(hash);
  is_first boolean := not has_second_factor(mine);
begin
  update account_factors f set state = 'active', last_step = step, confirmed_at = at
  where f.id = factor and f.account_id = mine and f.state = 'pending';
  if not found then return false; end if;
  if is_first then perform end_password_sessions(hash, mine, at); end if;
  return true;
end $$;

-- As before, in a session that is still open; a first factor ends the account's other sessions by password.
create or replace function add_own_passkey(
  hash bytea, token bytea, credential text, key bytea, host text, signed bigint, ways text[], factor_name text,
  at timestamptz, most integer)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine bigint := locked_account_of_session(hash);
  is_first boolean := not has_second_factor(mine);
begin
  if (select count(*) from account_factors f where f.account_id = mine and f.kind = 'passkey') >= most
  then return 'full'; end if;
  update sign_in_challenges c set used_at = at
  where c.token_hash = token and c.purpose = 'add_passkey' and c.account_id = mine
    and c.used_at is null and c.expires_at > at;
  if not found then return 'expired'; end if;
  insert into account_factors (account_id, kind, state, name, credential_id, public_key, rp_id, counter, transports,
                               created_at, confirmed_at)
  values (mine, 'passkey', 'active', factor_name, credential, key, host, signed, ways, at, at)
  on conflict (credential_id) do nothing;
  if not found then return 'taken'; end if;
  if is_first then perform end_password_sessions(hash, mine, at); end if;
  return 'added';
end $$;

-- As before, in a session that is still open.
create or replace function replace_own_recovery_codes(hash bytea, new_salt bytea, hashes bytea[], at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare mine bigint := locked_account_of_session(hash);
begin
  delete from recovery_codes r where r.account_id = mine;
  insert into recovery_codes (account_id, code_hash, salt, created_at)
  select mine, h, new_salt, at from unnest(hashes) h where mine is not null;
end $$;

-- -------------------------------------------------------------------------------------------------------- security log

drop index security_events_repeated;
create unique index security_events_repeated on security_events
  (repeats_in, event, coalesce(reason, ''), coalesce(account_id, 0), network, coalesce(practice_id, 0))
  where repeats_in is not null;

drop function record_security_event(text, text, bigint, text, text, timestamptz, text, boolean, boolean, text);

-- As before. With a practice, whose provider refused the sign-in, only that practice gets a line, also about a person
-- who is not in its team. The previous build passes none.
create function record_security_event(
  event_name text, event_reason text, of_account bigint, from_network text, from_device text, at timestamptz,
  request text, repeats boolean, is_audited boolean, shown_network text, of_practice bigint default null)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  noted record;
  details jsonb;
begin
  insert into security_events as e
    (at, event, reason, account_id, practice_id, network, device, request_id, last_at, repeats_in)
  values (at, event_name, event_reason, of_account, of_practice, from_network, from_device, request, at,
          case when repeats then date_trunc('hour', at, 'UTC') end)
  on conflict (repeats_in, event, coalesce(reason, ''), coalesce(account_id, 0), network, coalesce(practice_id, 0))
    where repeats_in is not null
  do update set times = e.times + 1, last_at = greatest(e.last_at, excluded.last_at)
  returning e.id, e.times into noted;
  if not is_audited or noted.times not in (1, 10, 100, 1000) then return noted.id; end if;
  details := jsonb_strip_nulls(jsonb_build_object(
    'network', shown_network, 'device', from_device, 'reason', event_reason,
    'times', case when noted.times > 1 then noted.times end));
  -- As a line about the person: a stranger's attempts are nothing that they did.
  if of_practice is null then
    insert into audit_log (tenant_id, at, user_id, action, entity, entity_id, details, request_id)
    select u.tenant_id, at, case when repeats then null else u.id end, event_name, 'user', u.id, details, request
    from users u
    where u.account_id = of_account and u.accepted_at is not null and u.disabled_at is null and u.support_until is null;
  else
    insert into audit_log (tenant_id, at, action, entity, entity_id, details, request_id)
    select t.id, at, event_name, case when u.id is null then 'identity_provider' else 'user' end, u.id, details, request
    from tenants t left join users u on u.tenant_id = t.id and u.account_id = of_account
    where t.id = of_practice;
  end if;
  return noted.id;
end $$;

-- The recipient and content of the email about an event. No row for a disabled account. Replaces security_event_mail,
-- which the previous build calls.
create function account_event_mail(wanted bigint)
returns table (
  email text, name text, event text, reason text, at timestamptz, time_zone text, device text, network text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.email, m.name, m.event, e.reason, m.at, m.time_zone, m.device, m.network
  from security_events e cross join security_event_mail(wanted) m
  where e.id = wanted
$$;

-- The email of an account, for its keyed hash in the server's log.
create function sign_in_email(wanted_account bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select a.email::text from accounts a where a.id = wanted_account
$$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in, burrow_operator;
do $$
declare signature text;
begin
  foreach signature in array array[
    'sso_take_state(bytea,bytea,timestamptz)', 'sso_identity(bigint,text,text,timestamptz)',
    'sso_connect_by_email(bigint,bigint,text,text,text,timestamptz)',
    'connect_own_identity(bytea,bigint,text,text,text,timestamptz)', 'sso_forget_identities(bytea,timestamptz)',
    'sign_in_issue_key(bytea,bigint,bigint,bigint,text,uuid,timestamptz,timestamptz,text,text,text[],text,timestamptz,bigint)',
    'open_session(bytea,timestamptz,interval)', 'redeem_setup_link(bytea,text,text,timestamptz,text,bytea)',
    'former_setup_link(bytea)', 'remove_ways_in(bigint)',
    'record_security_event(text,text,bigint,text,text,timestamptz,text,boolean,boolean,text,bigint)',
    'account_event_mail(bigint)', 'sign_in_email(bigint)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to %I', signature,
                   case when signature like 'remove_ways_in%' then 'burrow_operator' else 'burrow_app' end);
  end loop;
  -- What the functions above use among themselves.
  foreach signature in array array[
    'sso_provider_stands(bigint,text)', 'locked_account_of_session(bytea)',
    'end_password_sessions(bytea,bigint,timestamptz)']
  loop
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_sign_in', signature);
  end loop;
  signature := 'operator_account_reset(bytea,timestamptz,text,citext,bytea,timestamptz)';
  execute format('alter function %s owner to burrow_operator', signature);
  execute format('revoke all on function %s from public', signature);
  execute format('grant execute on function %s to burrow_app', signature);
end $$;
revoke create on schema public from burrow_sign_in, burrow_operator;
