-- A key for a program can be given a new secret; the one before it goes on opening it for a time, so that the program can
-- be changed over without a break.

alter table api_keys
  add column former_key_hash bytea,
  add column former_until timestamptz,
  add check ((former_key_hash is null) = (former_until is null)),
  add check (former_key_hash is null or kind = 'integration');

create unique index api_keys_by_former_hash on api_keys (former_key_hash) where former_key_hash is not null;

drop function practice_keys();

-- One that never expires does so at infinity, one that was never used was so at the epoch; here both are null.
create function practice_keys()
returns table (
  id bigint, user_id bigint, label text, last_four text, scopes text[], allowed_addresses text[], created_at timestamptz,
  last_used_at timestamptz, expires_at timestamptz, revoked_at timestamptz, former_until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.user_id, coalesce(k.label, ''), coalesce(k.last_four, ''), k.scopes, k.allowed_addresses, k.created_at,
         nullif(k.last_used_at, to_timestamp(0)), nullif(k.expires_at, 'infinity'), k.revoked_at, k.former_until
  from api_keys k
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.kind = 'integration'
$$;

-- Gives a key that is good a new secret, of which `hash` is stored and which ends with `ending`. The present one opens the
-- key until `keep_until`, or no more when that is null; one before that no more in either case. Answers what the key is
-- called, or nothing.
create function rotate_practice_key(
  wanted bigint, hash bytea, ending text, keep_until timestamptz, at timestamptz)
returns text
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set
    former_key_hash = case when keep_until is not null then k.key_hash end,
    former_until = case when keep_until is not null then least(keep_until, k.expires_at) end,
    key_hash = hash, last_four = ending
  where k.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and k.id = wanted
    and k.kind = 'integration' and k.revoked_at is null and k.expires_at > at
  returning coalesce(k.label, '')
$$;

-- What opens a key now, for a secret it had before and that is still good; nothing for any other. Whether the key itself
-- is good is for `open_session` to say.
create function current_key_hash(former bytea, at timestamptz) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select k.key_hash from api_keys k where k.former_key_hash = former and k.former_until > at
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'practice_keys()', 'rotate_practice_key(bigint,bytea,text,timestamptz,timestamptz)',
    'current_key_hash(bytea,timestamptz)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
