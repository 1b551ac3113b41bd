-- Who may touch what. Three roles that the migration's own login (the owner) creates once for the server:
-- burrow_app     what the API connects as: reads and writes rows of the practice set for the transaction, owns nothing;
-- burrow_sign_in owns the few functions that must look across practices before a practice is known; nobody logs in as it;
-- burrow_backup  reads everything, for dumps.
-- The roles are created by the migration runner, because a role belongs to the whole server and not to one database.

grant usage on schema public to burrow_app, burrow_sign_in, burrow_backup;

-- Forces row-level security on a table with a tenant_id: a transaction sees the rows of app.tenant_id and no others.
-- After a transaction the setting is '' and not null, so '' must mean no practice too.
create function protect_tenant_table(table_name regclass, tenant_column name default 'tenant_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format(
    'create policy tenant_isolation on %s to burrow_app using (%I = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)',
    table_name, tenant_column);
  execute format('create policy backup on %s for select to burrow_backup using (true)', table_name);
end $$;

select protect_tenant_table('tenants', 'id');
select protect_tenant_table(t::regclass) from unnest(array[
  'users', 'clients', 'client_logins', 'api_keys', 'species', 'animals', 'animal_weights', 'services', 'holidays',
  'bookings', 'booking_fields', 'booking_field_values', 'comms', 'files', 'file_contents', 'payments',
  'invoice_counters', 'invoices', 'outbox', 'audit_log']) t;

-- Accounts belong to no practice: the API reads and writes them only through the functions below.
alter table accounts enable row level security;
alter table accounts force row level security;
create policy backup on accounts for select to burrow_backup using (true);

grant select on all tables in schema public to burrow_backup;

grant select, update on tenants to burrow_app;
grant select, insert, update, delete on
  users, clients, client_logins, species, animals, animal_weights, services, holidays, bookings, booking_fields,
  booking_field_values, comms, files, file_contents, invoice_counters, outbox to burrow_app;
-- Ledger, invoices and audit log only grow.
grant select, insert on payments, invoices, audit_log to burrow_app;
grant select, insert, update, delete on rate_limits to burrow_app;

-- ------------------------------------------------------------------------------------------------------------- sign-in

grant select, update on accounts to burrow_sign_in;
grant select on tenants, users, clients to burrow_sign_in;
grant select, insert, update on api_keys to burrow_sign_in;
create policy sign_in on accounts to burrow_sign_in using (true);
create policy sign_in on tenants for select to burrow_sign_in using (true);
create policy sign_in on users for select to burrow_sign_in using (true);
create policy sign_in on clients for select to burrow_sign_in using (true);
create policy sign_in on api_keys to burrow_sign_in using (true);

-- The account behind an email, with its hash, for the comparison in the API. No row for an unknown or disabled one.
create function sign_in_account(wanted_email citext)
returns table (account_id bigint, password_hash text, is_superadmin boolean, must_change_password boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.password_hash, a.is_superadmin, a.must_change_password
  from accounts a
  where a.email = wanted_email and a.disabled_at is null and a.password_hash is not null
$$;

-- The practices a person may work in, first joined first.
create function sign_in_memberships(wanted_account bigint)
returns table (tenant_id bigint, tenant_name text, tenant_subdomain text, user_id bigint, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.tenant_id, t.tenant_name, t.subdomain::text, u.id, u.role
  from users u join tenants t on t.id = u.tenant_id
  where u.account_id = wanted_account and u.disabled_at is null and t.suspended_at is null
  order by u.created_at, u.tenant_id
$$;

-- Stores the hash of a new session key.
create function sign_in_issue_key(
  hash bytea, for_tenant bigint, for_user bigint, for_account bigint, sign_in uuid, at timestamptz, expires timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into api_keys (tenant_id, user_id, account_id, kind, key_hash, sign_in_id, created_at, last_used_at, expires_at)
  values (for_tenant, for_user, for_account, 'session', hash, sign_in, at, at, expires)
$$;

-- Opens a session for the rest of the transaction: checks the key and everything it hangs on, sets the practice, and
-- answers who is calling. One row or none. Role and state are read afresh, so a change counts from the next request.
create function open_session(hash bytea, at timestamptz, idle interval)
returns table (
  key_id bigint, kind text, tenant_id bigint, user_id bigint, client_id bigint, account_id bigint, role text, name text,
  must_change_password boolean, time_zone text, locale text, currency text, trial_ends_at timestamptz,
  subscription_status text, subscription_ends_at timestamptz, last_used_at timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
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
  left join accounts a on a.id = k.account_id
  where k.key_hash = hash and k.revoked_at is null and k.expires_at > at
    and (k.kind = 'integration' or k.last_used_at > at - idle)
    and t.suspended_at is null and u.disabled_at is null and c.archived_at is null and a.disabled_at is null
    and (k.tenant_id is not null or a.is_superadmin);
  if not found then return; end if;
  perform set_config('app.tenant_id', coalesce(tenant_id::text, ''), true);
  return next;
end $$;

-- Notes that a key was used; called now and then, not on every request.
create function touch_session(key bigint, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys set last_used_at = greatest(last_used_at, at) where id = key
$$;

-- Ends the session of this key and its siblings from the same sign-in.
create function end_session(hash bytea, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set revoked_at = at
  from api_keys mine
  where mine.key_hash = hash and k.revoked_at is null
    and (k.id = mine.id or (k.sign_in_id = mine.sign_in_id and k.account_id = mine.account_id))
$$;

-- Replaces the password of the person whose key this is, and ends every session of theirs but this sign-in's.
create function change_own_password(hash bytea, new_password_hash text, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  with mine as (
    select k.account_id, k.sign_in_id, k.id from api_keys k
    where k.key_hash = hash and k.revoked_at is null and k.account_id is not null
  ), changed as (
    update accounts a set password_hash = new_password_hash, must_change_password = false,
           password_changed_at = at, updated_at = at
    from mine where a.id = mine.account_id
    returning a.id
  )
  update api_keys k set revoked_at = at
  from mine
  where k.account_id = mine.account_id and k.kind = 'session' and k.revoked_at is null
    and k.id <> mine.id and k.sign_in_id is distinct from mine.sign_in_id
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_sign_in;
do $$
declare signature text;
begin
  foreach signature in array array[
    'sign_in_account(citext)', 'sign_in_memberships(bigint)',
    'sign_in_issue_key(bytea,bigint,bigint,bigint,uuid,timestamptz,timestamptz)',
    'open_session(bytea,timestamptz,interval)', 'touch_session(bigint,timestamptz)', 'end_session(bytea,timestamptz)',
    'change_own_password(bytea,text,timestamptz)']
  loop
    execute format('alter function %s owner to burrow_sign_in', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_sign_in;
