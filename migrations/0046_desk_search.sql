-- Desk search returns the best few matches quickly, even for words that most records contain ('0770', 'gmail'). These
-- functions match like find_clients and find_animals, but each of their branches returns at most `most` rows. `words` are
-- LIKE patterns in lower case; the index finds the first, which should be the longest, and the others filter its rows.
-- Names that begin with `beginning` (also a pattern, or null) have a branch with a limit of its own, so that other matches
-- never crowd them out. Clients are matched by their own record only.
-- Plain index scans are off: to reach the limit early, the planner would otherwise read a practice's rows one by one.

create function search_clients(beginning text, words text[], most integer) returns setof clients
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  return query
  (select c.* from clients c
   where c.tenant_id = practice and c.search_text like beginning and c.erased_at is null
   limit most)
  union all
  (select c.* from clients c
   where c.tenant_id = practice and c.search_text like words[1] and c.search_text like all (words[2:])
     and (c.search_text like beginning) is not true and c.erased_at is null
   limit most);
end $$;

-- Each word may match the animal's own record, or its owner's name or phone number. At most `5 * most` clients that match
-- the first word are considered as owners.
create function search_animals(beginning text, words text[], most integer) returns setof animals
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
begin
  return query
  (select a.* from animals a
   where a.tenant_id = practice and a.search_text like beginning and a.erased_at is null
   limit most)
  union all
  (select a.* from animals a
   where a.tenant_id = practice and a.search_text like words[1] and (a.search_text like beginning) is not true
     and a.erased_at is null
     and (a.search_text like all (words[2:]) or not exists (
       select from unnest(words[2:]) as w(word)
       where a.search_text not like w.word and not exists (
         select from clients o
         where o.tenant_id = practice and o.id = a.client_id
           and (lower(o.name) like w.word or replace(o.phone, ' ', '') like w.word))))
   limit most)
  union all
  (select a.* from (
     select c.id, c.name, c.phone from clients c
     where c.tenant_id = practice and c.search_text like words[1]
     limit 5 * most) c
   join animals a on a.tenant_id = practice and a.client_id = c.id
   where (lower(c.name) like words[1] or replace(c.phone, ' ', '') like words[1])
     and a.search_text not like words[1] and (a.search_text like beginning) is not true and a.erased_at is null
     and not exists (
       select from unnest(words[2:]) as w(word)
       where not (a.search_text like w.word or lower(c.name) like w.word
         or coalesce(replace(c.phone, ' ', ''), '') like w.word))
   limit most);
end $$;

-- To own a function, a role needs the right to create in the schema at the moment of the change.
grant create on schema public to burrow_search;
do $$
declare signature text;
begin
  foreach signature in array array[
    'search_clients(text, text[], integer)', 'search_animals(text, text[], integer)']
  loop
    execute format('alter function %s owner to burrow_search', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_search;
