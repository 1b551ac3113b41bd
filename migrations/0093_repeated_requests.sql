-- Requests that are safe to repeat, and what the team list says of a person.

-- When a key got its present secret; null for the one it was created with. `taken_over_at`: the same moment, if the secret was
-- new because an admin took over the key of a person without access.
alter table api_keys add column rotated_at timestamptz, add column taken_over_at timestamptz;

drop function practice_keys();

-- As before, with when the key was taken over.
create function practice_keys()
returns table (
  id bigint, user_id bigint, label text, last_four text, scopes text[], allowed_addresses text[], created_at timestamptz,
  last_used_at timestamptz, expires_at timestamptz, revoked_at timestamptz, former_until timestamptz,
  taken_over_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.user_id, coalesce(k.label, ''), coalesce(k.last_four, ''), k.scopes, k.allowed_addresses, k.created_at,
         nullif(k.last_used_at, to_timestamp(0)), nullif(k.expires_at, 'infinity'), k.revoked_at, k.former_until,
         k.taken_over_at
  from api_keys k
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.kind = 'integration'
$$;

drop function rotate_practice_key(bigint, bytea, text, timestamptz, timestamptz);

-- As before, but a secret made after `repeats_since` is replaced alone: the request may be a repeat whose first answer was
-- lost, and the former secret, which the program still uses, keeps its expiry. The previous build calls it without.
create function rotate_practice_key(
  wanted bigint, hash bytea, ending text, keep_until timestamptz, at timestamptz,
  repeats_since timestamptz default null, of_take_over boolean default false)
returns text
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set
    former_key_hash = case
      when keep_until is null then null
      when k.rotated_at > repeats_since and k.former_until > at then k.former_key_hash
      else k.key_hash end,
    former_until = case
      when keep_until is null then null
      when k.rotated_at > repeats_since and k.former_until > at then k.former_until
      else least(keep_until, k.expires_at) end,
    key_hash = hash, last_four = ending, rotated_at = at, taken_over_at = case when of_take_over then at end
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.id = wanted
    and k.kind = 'integration' and k.revoked_at is null and k.expires_at > at
  returning coalesce(k.label, '')
$$;

-- Whether a practice of this name already waits for this person to join as its first admin. Blocks creating another one
-- for them until the transaction ends, so that a repeated request sees what the first one made.
create function operator_awaits_admin(
  hash bytea, at timestamptz, request text, new_name text, admin_email citext)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from live_operator(hash, at);
  if not found then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('operator_create_practice:' || lower(admin_email::text), 0));
  return exists (
    select from accounts a
    join users u on u.account_id = a.id
    join tenants t on t.id = u.tenant_id
    where a.email = admin_email and lower(t.tenant_name) = lower(new_name)
      and not exists (select from users o where o.tenant_id = t.id and o.accepted_at is not null));
end $$;

-- A note or task of a day refers to its person as other records do: an invited person is disabled rather than deleted with
-- what the practice has planned for them.
alter table day_notes
  drop constraint day_notes_tenant_id_user_id_fkey,
  add constraint day_notes_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references users not valid;

drop function team_accounts(timestamptz, interval);

-- As before, with whether each of them signs in only by a provider: connected to the practice's or the installation's, and
-- without a password.
create function team_accounts(at timestamptz, idle interval)
returns table (
  user_id bigint, email text, sessions integer, last_active_at timestamptz, api_keys integer, second_factor boolean,
  only_sso boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, a.email::text,
         (count(k.id) filter (where k.revoked_at is null and k.kind = 'session' and k.expires_at > at
                                and k.last_used_at > at - idle))::integer,
         max(k.last_used_at) filter (where k.kind = 'session'),
         (count(k.id) filter (where k.revoked_at is null and k.kind = 'integration' and k.expires_at > at))::integer,
         has_second_factor(a.id),
         a.password_hash is null and exists (
           select from account_identities i
           where i.account_id = a.id and (i.provider_tenant_id is null or exists (
             select from identity_providers p
             where p.tenant_id = u.tenant_id and p.tenant_id = i.provider_tenant_id and p.issuer = i.issuer)))
  from users u
  join accounts a on a.id = u.account_id
  left join api_keys k on k.tenant_id = u.tenant_id and k.user_id = u.id
  where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
  group by u.tenant_id, u.id, a.id, a.email
$$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in, burrow_operator;
do $$
declare
  signature text;
  new_owner text;
begin
  foreach signature in array array[
    'practice_keys()', 'team_accounts(timestamptz,interval)', 'rotate_practice_key(bigint,bytea,text,timestamptz,timestamptz,timestamptz,boolean)',
    'operator_awaits_admin(bytea,timestamptz,text,text,citext)']
  loop
    new_owner := case when signature like 'operator_%' then 'burrow_operator' else 'burrow_sign_in' end;
    execute format('alter function %s owner to %I', signature, new_owner);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in, burrow_operator;
