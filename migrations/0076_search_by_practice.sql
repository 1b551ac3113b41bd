-- A search index in which each practice has lists of its own. In the trigram indexes a trigram has one list for all practices, and a
-- search reads all of it to find one practice's rows: among a thousand practices it took ten to a hundred times as long.

-- The pieces of a text: every three characters in a row, hashed, with the end of the practice's id in the upper half, so that a practice's
-- pieces are side by side. A word begins with two spaces, so that the beginning of a word has pieces of its own. A pattern for
-- LIKE has the pieces that every text it matches has: none of them spans a wildcard or an escaped character. The last piece is
-- in all texts of the practice, for patterns too short to have another. A row with all pieces of a pattern may still not match.
create function search_pieces(practice bigint, searched text) returns bigint[]
language sql immutable strict parallel safe
return (
  select array_agg(w.piece) filter (where w.piece is not null) || (practice << 32)
  from (
    select (practice << 32) | (hashtext(lag(s.letter, 2) over () || lag(s.letter) over () || s.letter)::bigint & 4294967295)
      as piece
    from string_to_table(replace(translate(' ' || searched, E'\n\\_', ' %%'), ' ', '  '), null, '%') as s(letter)) w);

-- Every search reads the entries that are pending, of all practices, so keep them few. With none, adding a client costs three
-- times as much.
create index clients_search_pieces on clients using gin (tenant_id, search_pieces(tenant_id, search_text))
  with (gin_pending_list_limit = 64);
create index animals_search_pieces on animals using gin (tenant_id, search_pieces(tenant_id, search_text))
  with (gin_pending_list_limit = 64);
create index animals_microchip_pieces on animals using gin (tenant_id, search_pieces(tenant_id, lower(microchip)))
  with (gin_pending_list_limit = 64) where microchip is not null;
-- The planner has no use for the most common hashes, and ANALYZE would take seconds to collect them.
alter index clients_search_pieces alter column 2 set statistics 0;
alter index animals_search_pieces alter column 2 set statistics 0;
alter index animals_microchip_pieces alter column 2 set statistics 0;

-- The functions match what they did (0038, 0046 and 0068 explain them), by the new index; servers of the previous release call
-- them too.

create or replace function find_clients(words text[]) returns setof clients
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  first bigint[] := search_pieces(practice, words[1]);
  second bigint[] := search_pieces(practice, words[2]);
begin
  return query select c.* from clients c
  where c.tenant_id = practice and search_pieces(c.tenant_id, c.search_text) @> (first || second)
    and c.search_text like words[1] and c.search_text like words[2]
    and (c.search_text like all (words[3:]) or not exists (
      select from unnest(words[3:]) as w(word)
      where c.search_text not like w.word and not exists (
        select from animals a
        where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active and lower(a.name) like w.word)))
  union all
  select c.* from (
    select a.client_id from animals a
    where a.tenant_id = practice and search_pieces(a.tenant_id, a.search_text) @> first
      and a.search_text like words[1] and lower(a.name) like words[1] and a.active
    union
    select a.client_id from animals a
    where words[2] <> words[1] and a.tenant_id = practice and search_pieces(a.tenant_id, a.search_text) @> second
      and a.search_text like words[2] and lower(a.name) like words[2] and a.active) named
  join clients c on c.tenant_id = practice and c.id = named.client_id
  where not (c.search_text like words[1] and c.search_text like words[2])
    and not exists (
      select from unnest(words) as w(word)
      where c.search_text not like w.word and not exists (
        select from animals a
        where a.tenant_id = c.tenant_id and a.client_id = c.id and a.active and lower(a.name) like w.word));
end $$;

create or replace function find_animals(words text[]) returns setof animals
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  practice bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  first bigint[] := search_pieces(practice, words[1]);
  second bigint[] := search_pieces(practice, words[2]);
begin
  return query select a.* from animals a
  where a.tenant_id = practice and search_pieces(a.tenant_id, a.search_text) @> (first || second)
    and a.search_text like words[1] and a.search_text like words[2]
    and (a.search_text like all (words[3:]) or not exists (
      select from unnest(words[3:]) as w(word)
      where a.search_text not like w.word and not exists (
        select from clients o
        where o.tenant_id = a.tenant_id and o.id = a.client_id
          and (lower(o.name) like w.word or replace(o.phone, ' ', '') like w.word))))
  union all
  select a.* from clients c join animals a on a.tenant_id = c.tenant_id and a.client_id = c.id
  where c.tenant_id = practice and search_pieces(c.tenant_id, c.search_text) @> (first || second)
    and c.search_text like words[1] and c.search_text like words[2]
    and not (a.search_text like words[1] and a.search_text like words[2])
    and not exists (
      select from unnest(words) as w(word)
      where not (lower(c.name) like w.word or coalesce(replace(c.phone, ' ', ''), '') like w.word
        or (a.search_text like w.word and w.word not in (words[1], words[2]))))
  union all
  select a.* from animals a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  where words[2] <> words[1] and a.tenant_id = practice
    and (search_pieces(a.tenant_id, a.search_text) @> first or search_pieces(a.tenant_id, a.search_text) @> second)
    and (a.search_text like words[1] or a.search_text like words[2])
    and not (a.search_text like words[1] and a.search_text like words[2])
    and not (
      (lower(c.name) like words[1] or coalesce(replace(c.phone, ' ', ''), '') like words[1])
      and (lower(c.name) like words[2] or coalesce(replace(c.phone, ' ', ''), '') like words[2]))
    and not exists (
      select from unnest(words) as w(word)
      where not (a.search_text like w.word or lower(c.name) like w.word
        or coalesce(replace(c.phone, ' ', ''), '') like w.word));
  if length(words[1]) < 7 then return; end if;
  return query select a.* from animals a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  where a.tenant_id = practice and a.microchip is not null
    and search_pieces(a.tenant_id, lower(a.microchip)) @> first and lower(a.microchip) like words[1]
    and not exists (
      select from unnest(words[2:]) as w(word)
      where lower(a.microchip) not like w.word and a.search_text not like w.word)
    -- Not those found above.
    and exists (
      select from unnest(words) as w(word)
      where not (a.search_text like w.word or lower(c.name) like w.word
        or coalesce(replace(c.phone, ' ', ''), '') like w.word));
end $$;

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
     and c.search_text like words[1] and c.search_text like all (words[2:])
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
     and a.search_text like words[1] and (a.search_text like beginning) is not true
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
     where c.tenant_id = practice and search_pieces(c.tenant_id, c.search_text) @> first
       and c.search_text like words[1]
     limit 5 * most) c
   join animals a on a.tenant_id = practice and a.client_id = c.id
   where (lower(c.name) like words[1] or replace(c.phone, ' ', '') like words[1])
     and a.search_text not like words[1] and (a.search_text like beginning) is not true and a.erased_at is null
     and not exists (
       select from unnest(words[2:]) as w(word)
       where not (a.search_text like w.word or lower(c.name) like w.word
         or coalesce(replace(c.phone, ' ', ''), '') like w.word))
   limit most);
  if length(words[1]) < 7 then return; end if;
  return query select a.* from animals a join clients c on c.tenant_id = practice and c.id = a.client_id
  where a.tenant_id = practice and a.microchip is not null
    and search_pieces(a.tenant_id, lower(a.microchip)) @> first and lower(a.microchip) like words[1]
    and a.erased_at is null and (a.search_text like beginning) is not true
    and not exists (
      select from unnest(words[2:]) as w(word)
      where lower(a.microchip) not like w.word and a.search_text not like w.word)
    and exists (
      select from unnest(words) as w(word)
      where not (a.search_text like w.word or lower(c.name) like w.word
        or coalesce(replace(c.phone, ' ', ''), '') like w.word))
  limit most;
end $$;

drop index clients_search, animals_search, animals_search_microchip;
