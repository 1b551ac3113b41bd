-- Searching anywhere in a text. Under row-level security LIKE can not use an index (the operator might give away rows that
-- are hidden), so a search would read all of a practice's clients. Two functions look by index instead and answer the
-- ids that match in the practice set for the transaction, and in no other.

create extension if not exists btree_gin;

-- What a search looks at, one part a line, so that no match reaches from one part into the next.
alter table clients add column search_text text generated always as (
  lower(name) || E'\n' || coalesce(lower(email::text), '') || E'\n' || coalesce(replace(phone, ' ', ''), '') || E'\n'
    || coalesce(lower(address), '')
) stored;
create index clients_search on clients using gin (tenant_id, search_text gin_trgm_ops);

alter table animals add column search_text text generated always as (
  lower(name) || E'\n' || coalesce(lower(breed), '') || E'\n' || coalesce(lower(color), '')
) stored;
create index animals_search on animals using gin (tenant_id, search_text gin_trgm_ops);

-- The dashboard counts the active ones on each load.
create index animals_active on animals (tenant_id) where active;

grant usage on schema public to burrow_search;
grant select on clients, animals to burrow_search;
create policy search on clients for select to burrow_search using (true);
create policy search on animals for select to burrow_search using (true);

-- Clients whose name, email, phone or address is LIKE the pattern, which must be in lower case.
create function find_clients(pattern text) returns table (id bigint)
language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select c.id from clients c
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.search_text like pattern
$$;

-- Animals whose name, breed or colour is LIKE the pattern, or whose owner's name is.
create function find_animals(pattern text) returns table (id bigint)
language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select a.id from animals a
  where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and a.search_text like pattern
  union
  select a.id from clients c join animals a on a.tenant_id = c.tenant_id and a.client_id = c.id
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.search_text like pattern
    and lower(c.name) like pattern
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_search;
do $$
declare signature text;
begin
  foreach signature in array array['find_clients(text)', 'find_animals(text)']
  loop
    execute format('alter function %s owner to burrow_search', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to burrow_app', signature);
  end loop;
end $$;
revoke create on schema public from burrow_search;
