-- Phone numbers when a practice's region changes, and the region of new practices.

-- ------------------------------------------------------------------------------------------------------- phone numbers

-- A number in another spelling is the same telephone.
create or replace function remove_client_passkeys() returns trigger language plpgsql as $$
begin
  if current_setting('app.respelling_phones', true) = 'on' then return null; end if;
  delete from client_passkeys p
  where p.tenant_id = new.tenant_id and p.client_id = (to_jsonb(new) ->> tg_argv[0])::bigint;
  return null;
end $$;

create or replace function remove_push_subscriptions() returns trigger language plpgsql as $$
begin
  if current_setting('app.respelling_phones', true) = 'on' then return null; end if;
  delete from push_subscriptions p
  where p.tenant_id = new.tenant_id and p.client_id = (to_jsonb(new) ->> tg_argv[0])::bigint;
  return null;
end $$;

-- Stores the phone numbers of clients of the current practice, and those proved for their logins, in another spelling. It is no
-- change of the client's: an import that added them can still be undone.
create function respell_phones(ids bigint[], phones text[], proved text[]) returns void language plpgsql as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  perform set_config('app.respelling_phones', 'on', true);
  update clients c set phone = g.phone
  from unnest(ids, phones) g (id, phone)
  where c.tenant_id = practice and c.id = g.id and c.phone is distinct from g.phone;
  update client_logins l set proved_phone = g.proved
  from unnest(ids, proved) g (id, proved)
  where l.tenant_id = practice and l.client_id = g.id and l.proved_phone is distinct from g.proved;
  perform set_config('app.respelling_phones', '', true);
end $$;

-- -------------------------------------------------------------------------------------------------- the region of new practices

grant update (locale) on tenants to burrow_operator;

-- As the function without a locale, which servers of the previous release use.
create function operator_create_practice(
  hash bytea, at timestamptz, request text, new_name text, new_subdomain citext, new_time_zone text, trial_days integer,
  admin_name text, admin_email citext, link_hash bytea, link_expires timestamptz, new_locale text)
returns table (practice_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select c.practice_id into practice_id
  from operator_create_practice(
    hash, at, request, new_name, new_subdomain, new_time_zone, trial_days, admin_name, admin_email, link_hash, link_expires) c;
  if not found then return; end if;
  update tenants t set locale = new_locale where t.id = operator_create_practice.practice_id;
  return next;
end $$;

-- A function changes its owner only if the new one may create in the schema.
grant create on schema public to burrow_operator;
do $$
declare signature text :=
  'operator_create_practice(bytea,timestamptz,text,text,citext,text,integer,text,citext,bytea,timestamptz,text)';
begin
  execute format('alter function %s owner to burrow_operator', signature);
  execute format('revoke all on function %s from public', signature);
  execute format('grant execute on function %s to burrow_app', signature);
end $$;
revoke create on schema public from burrow_operator;
