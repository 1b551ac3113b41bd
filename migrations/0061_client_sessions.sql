-- Pet owners see where they are signed in, and end it.

drop function client_issue_key(bytea, bigint, text, timestamptz, timestamptz, text, text);

-- As before, with the shortened network, which the previous build does not pass.
create function client_issue_key(
  hash bytea, for_client bigint, compared_hash text, at timestamptz, expires timestamptz, device text, request text,
  from_network text default null)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  -- Locked, so that a change of this password comes either before, and is seen, or after, and sees the key.
  perform 1 from client_logins l
  where l.tenant_id = practice and l.client_id = for_client and l.password_hash = compared_hash
  for share;
  if not found then return false; end if;
  perform 1 from clients c join tenants t on t.id = c.tenant_id
  where c.tenant_id = practice and c.id = for_client and c.archived_at is null and t.suspended_at is null;
  if not found then return false; end if;
  insert into api_keys (tenant_id, client_id, kind, key_hash, created_at, last_used_at, expires_at, label, network)
  values (practice, for_client, 'session', hash, at, at, expires, device, from_network);
  -- Storing it waited for a simultaneous archiving, which does not see this key when it ends the others.
  perform 1 from clients c where c.tenant_id = practice and c.id = for_client and c.archived_at is null;
  if not found then
    update api_keys k set revoked_at = at where k.key_hash = hash;
    return false;
  end if;
  insert into audit_log (tenant_id, at, client_id, action, entity, entity_id, details, request_id)
  values (practice, at, for_client, 'auth_customer', 'client', for_client,
          jsonb_strip_nulls(jsonb_build_object('device', device, 'network', from_network)), request);
  return true;
end $$;

-- The open sessions of the client whose key this is.
create function own_client_sessions(hash bytea, at timestamptz, idle interval)
returns table (
  id bigint, label text, network text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.label, k.network, k.created_at, k.last_used_at, k.id = mine.id
  from api_keys mine
  join api_keys k on k.tenant_id = mine.tenant_id and k.client_id = mine.client_id
  where mine.key_hash = hash and mine.revoked_at is null
    and k.kind = 'session' and k.revoked_at is null and k.expires_at > at and k.last_used_at > at - idle
  order by k.last_used_at desc, k.id desc
$$;

-- Ends one open session of the client whose key this is; without one, all but that of the key. Answers how many.
create function end_own_client_sessions(hash bytea, session bigint, at timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  update api_keys k set revoked_at = at
  from api_keys mine
  where mine.key_hash = hash and mine.revoked_at is null
    and k.tenant_id = mine.tenant_id and k.client_id = mine.client_id and k.kind = 'session' and k.revoked_at is null
    and case when session is null then k.id <> mine.id else k.id = session end;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'client_issue_key(bytea,bigint,text,timestamptz,timestamptz,text,text,text)',
    'own_client_sessions(bytea,timestamptz,interval)', 'end_own_client_sessions(bytea,bigint,timestamptz)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
