-- The folder of files on a disk is known by what lies in it: keys of some of them, of whichever practice, and nothing else.
grant select (storage, storage_key) on files to burrow_operator;
create policy operator on files for select to burrow_operator using (true);

create function some_keys_on_disk() returns table (storage_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.storage_key from files f where f.storage = 'disk' limit 20
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_operator;
alter function some_keys_on_disk() owner to burrow_operator;
revoke all on function some_keys_on_disk() from public;
grant execute on function some_keys_on_disk() to burrow_app;
revoke create on schema public from burrow_operator;
