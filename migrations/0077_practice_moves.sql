-- A practice that is being moved to another installation, or was.

create table practice_moves (
  tenant_id bigint primary key references tenants,
  started_at timestamptz not null,
  -- Since when it had been suspended before: a cancelled move suspends it again, and the other installation does too.
  suspended_at timestamptz,
  -- Since when background work and provider callbacks are refused too.
  closed_at timestamptz,
  -- Its pending jobs, which wait here for the other installation, or for the end of a cancelled move.
  jobs jsonb not null default '[]' check (jsonb_typeof(jobs) = 'array'),
  -- The transaction before the copy was read: a later one that changed a record changed what the copy lacks.
  copied_after xid8,
  -- What the other installation answers with once it has everything.
  receipt text,
  moved_at timestamptz,
  -- The address of the other installation: an origin.
  moved_to text check (moved_to ~ '^https?://[^/?#@[:space:]]+$'),
  -- Hashes of its API keys and calendar feeds, whose callers learn the new address.
  secret_hashes bytea[] not null default '{}',
  check ((moved_at is null) = (moved_to is null))
);
select protect_tenant_table('practice_moves');
grant select on practice_moves to burrow_backup;
grant select (tenant_id, closed_at) on practice_moves to burrow_app;
grant select on practice_moves to burrow_sign_in;
create policy sign_in on practice_moves for select to burrow_sign_in using (true);

-- Each answers one row, with the new address if there is one already, or none.
create function move_of_practice(practice bigint) returns table (moved_to text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.moved_to from practice_moves m where m.tenant_id = practice
$$;

-- By the hash of an API key, a session or the token of a calendar feed.
create function move_of_secret(hash bytea) returns table (moved_to text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.moved_to from practice_moves m
  where m.tenant_id in (
          select k.tenant_id from api_keys k where k.key_hash = hash and k.revoked_at is null
          union all
          select k.tenant_id from api_keys k where k.former_key_hash = hash and k.revoked_at is null
          union all
          select f.tenant_id from calendar_feeds f where f.token_hash = hash and f.revoked_at is null)
     or hash = any (m.secret_hashes)
  limit 1
$$;

-- The same rule as portal_of_host.
create function move_of_host(host text) returns table (moved_to text)
language sql stable security definer set search_path = public, pg_temp as $$
  with named as (
    select t.id, 1 as rank from tenants t where t.custom_host = host::citext
    union all
    select t.id, 2 from tenants t
    where host ~ '[a-zA-Z]' and host like '%.%' and t.subdomain = split_part(host, '.', 1)::citext
    order by rank limit 1
  )
  select m.moved_to from named n join practice_moves m on m.tenant_id = n.id
$$;

create function move_of_account(account bigint) returns table (moved_to text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.moved_to from users u join practice_moves m on m.tenant_id = u.tenant_id
  where u.account_id = account and u.disabled_at is null
  order by m.moved_to is null desc, u.tenant_id limit 1
$$;

-- Only the operator's commands open a practice that is being moved.
create function reject_opening_moved_practice() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from practice_moves m where m.tenant_id = new.id and m.moved_at is null;
  if found then raise exception 'The practice is being moved.' using errcode = 'BW003'; end if;
  perform 1 from practice_moves m where m.tenant_id = new.id;
  if found then raise exception 'The practice has moved.' using errcode = 'BW004'; end if;
  return new;
end $$;
create trigger tenants_moved_stay_closed before update of suspended_at on tenants for each row
  when (old.suspended_at is not null and new.suspended_at is null)
  execute function reject_opening_moved_practice();

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'move_of_practice(bigint)', 'move_of_secret(bytea)', 'move_of_host(text)', 'move_of_account(bigint)',
    'reject_opening_moved_practice()']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
  end loop;
  foreach signature in array array[
    'move_of_practice(bigint)', 'move_of_secret(bytea)', 'move_of_host(text)', 'move_of_account(bigint)']
  loop
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
