-- A search looks for each word wherever it stands, in any order: for clients in their own record and in the names of their
-- animals, for animals in their own record and in their owner's name and phone number. `words` are LIKE patterns in lower
-- case; the first two are found by index, and what they find is compared with the rest. A search for one word says it twice.
-- Planning takes longer than searching, so the plan is made once a connection; it is good for any words.
-- The searches for a single pattern stay for servers of the release before.

create function find_clients(words text[]) returns setof clients
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query select c.* from clients c
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
    and c.search_text like words[1] and c.search_text like words[2]
    and (c.search_text like all (words[3:]) or not exists (
      select from unnest(words[3:]) as w(word)
      where c.search_text not like w.word and not exists (
        select from animals a
        where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active and lower(a.name) like w.word)))
  union all
  select c.* from (
    select a.client_id from animals a
    where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
      and a.search_text like words[1] and lower(a.name) like words[1] and a.active
    union
    select a.client_id from animals a
    where words[2] <> words[1] and a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
      and a.search_text like words[2] and lower(a.name) like words[2] and a.active) named
  join clients c on c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.id = named.client_id
  where not (c.search_text like words[1] and c.search_text like words[2])
    and not exists (
      select from unnest(words) as w(word)
      where c.search_text not like w.word and not exists (
        select from animals a
        where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active and lower(a.name) like w.word));
end $$;

-- Three ways to match: both words in the animal's record, both in its owner's, or one in each.
create function find_animals(words text[]) returns setof animals
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query select a.* from animals a
  where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
    and a.search_text like words[1] and a.search_text like words[2]
    and (a.search_text like all (words[3:]) or not exists (
      select from unnest(words[3:]) as w(word)
      where a.search_text not like w.word and not exists (
        select from clients o
        where o.tenant_id = a.tenant_id and o.id = a.client_id
          and (lower(o.name) like w.word or replace(o.phone, ' ', '') like w.word))))
  union all
  select a.* from clients c join animals a on a.tenant_id = c.tenant_id and a.client_id = c.id
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
    and c.search_text like words[1] and c.search_text like words[2]
    and not (a.search_text like words[1] and a.search_text like words[2])
    and not exists (
      select from unnest(words) as w(word)
      where not (lower(c.name) like w.word or coalesce(replace(c.phone, ' ', ''), '') like w.word
        or (a.search_text like w.word and w.word not in (words[1], words[2]))))
  union all
  select a.* from animals a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  where words[2] <> words[1] and a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
    and (a.search_text like words[1] or a.search_text like words[2])
    and not (a.search_text like words[1] and a.search_text like words[2])
    and not (
      (lower(c.name) like words[1] or coalesce(replace(c.phone, ' ', ''), '') like words[1])
      and (lower(c.name) like words[2] or coalesce(replace(c.phone, ' ', ''), '') like words[2]))
    and not exists (
      select from unnest(words) as w(word)
      where not (a.search_text like w.word or lower(c.name) like w.word
        or coalesce(replace(c.phone, ' ', ''), '') like w.word));
end $$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_search;
do $$
declare signature text;
begin
  foreach signature in array array['find_clients(text[])', 'find_animals(text[])']
  loop
    execute format('alter function %s owner to burrow_search', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_search;
