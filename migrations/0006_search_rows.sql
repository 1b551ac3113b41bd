-- The searches answer whole rows instead of ids. Joined to its ids, a table is read by a plan made for a practice of
-- average size, which is the wrong one for a large practice.

drop function find_clients(text);
drop function find_animals(text);

-- Clients whose name, email, phone or address is LIKE the pattern, which must be in lower case.
create function find_clients(pattern text) returns setof clients
language sql stable security definer rows 20 set search_path = public, pg_temp as $$
  select c.* from clients c
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.search_text like pattern
$$;

-- Animals whose name, breed or colour is LIKE the pattern, or whose owner's name is.
create function find_animals(pattern text) returns setof animals
language sql stable security definer rows 20 set search_path = public, pg_temp as $$
  select a.* from animals a
  where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and a.search_text like pattern
  union all
  select a.* from clients c join animals a on a.tenant_id = c.tenant_id and a.client_id = c.id
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and c.search_text like pattern
    and lower(c.name) like pattern and a.search_text not like pattern
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
