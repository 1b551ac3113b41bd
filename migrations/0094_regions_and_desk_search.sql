-- Phone numbers when a practice's region changes, the region of new practices, and a desk search that finds first words.

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

-- --------------------------------------------------------------------------------------------------------- desk search

-- As 0076 has them, but a text begins with a space, and a phone number with a line break, as in the index: the pattern of a word of one or two
-- letters does too, so that it only finds the beginnings of words.

create or replace function search_clients(beginning text, words text[], most integer) returns setof clients
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  begun bigint[] := search_pieces(practice, beginning);
  pieces bigint[] := search_pieces(practice, array_to_string(words, ''));
begin
  return query
  (select c.* from clients c
   where c.tenant_id = practice and search_pieces(c.tenant_id, c.search_text) @> begun
     and c.search_text like beginning and c.erased_at is null
   limit most)
  union all
  (select c.* from clients c
   where c.tenant_id = practice and search_pieces(c.tenant_id, c.search_text) @> pieces
     and ' ' || c.search_text like words[1] and ' ' || c.search_text like all (words[2:])
     and (c.search_text like beginning) is not true and c.erased_at is null
   limit most);
end $$;

create or replace function search_animals(beginning text, words text[], most integer) returns setof animals
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  begun bigint[] := search_pieces(practice, beginning);
  first bigint[] := search_pieces(practice, words[1]);
begin
  return query
  (select a.* from animals a
   where a.tenant_id = practice and search_pieces(a.tenant_id, a.search_text) @> begun
     and a.search_text like beginning and a.erased_at is null
   limit most)
  union all
  (select a.* from animals a
   where a.tenant_id = practice and search_pieces(a.tenant_id, a.search_text) @> first
     and ' ' || a.search_text like words[1] and (a.search_text like beginning) is not true
     and a.erased_at is null
     and (' ' || a.search_text like all (words[2:]) or not exists (
       select from unnest(words[2:]) as w(word)
       where ' ' || a.search_text not like w.word and not exists (
         select from clients o
         where o.tenant_id = practice and o.id = a.client_id
           and (' ' || lower(o.name) like w.word or E'\n' || replace(o.phone, ' ', '') like w.word))))
   limit most)
  union all
  (select a.* from (
     select c.id, c.name, c.phone from clients c
     where c.tenant_id = practice and search_pieces(c.tenant_id, c.search_text) @> first
       and ' ' || c.search_text like words[1]
     limit 5 * most) c
   join animals a on a.tenant_id = practice and a.client_id = c.id
   where (' ' || lower(c.name) like words[1] or E'\n' || replace(c.phone, ' ', '') like words[1])
     and ' ' || a.search_text not like words[1] and (a.search_text like beginning) is not true and a.erased_at is null
     and not exists (
       select from unnest(words[2:]) as w(word)
       where not (' ' || a.search_text like w.word or ' ' || lower(c.name) like w.word
         or coalesce(E'\n' || replace(c.phone, ' ', ''), '') like w.word))
   limit most);
  if length(words[1]) < 7 then return; end if;
  return query select a.* from animals a join clients c on c.tenant_id = practice and c.id = a.client_id
  where a.tenant_id = practice and a.microchip is not null
    and search_pieces(a.tenant_id, lower(a.microchip)) @> first and lower(a.microchip) like words[1]
    and a.erased_at is null and (a.search_text like beginning) is not true
    and not exists (
      select from unnest(words[2:]) as w(word)
      where lower(a.microchip) not like w.word and ' ' || a.search_text not like w.word)
    and exists (
      select from unnest(words) as w(word)
      where not (' ' || a.search_text like w.word or ' ' || lower(c.name) like w.word
        or coalesce(E'\n' || replace(c.phone, ' ', ''), '') like w.word))
  limit most;
end $$;
