-- Makes a migrated database into one that Citus 13 spreads over machines, a practice whole on one of them. Once, on the
-- coordinator, as a superuser, with no server connected: psql -v ON_ERROR_STOP=1 -d burrow -f infra/citus/distribute.sql
-- What it rests on, and what of it was tried: docs/scaling.md. A test holds its lists to the schema.

create extension if not exists citus;

-- The practice of a transaction goes along to the machines, which hold their rows to their policies by it.
alter database burrow set citus.propagate_set_commands = 'local';
-- Our triggers are by row, and touch rows of the same practice alone, which are on the same machine.
alter database burrow set citus.enable_unsafe_triggers = on;
set citus.enable_unsafe_triggers = on;

-- Citus hands on what SET LOCAL sets, and not what set_config() does.
do $$
declare found record;
begin
  for found in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc like '%set_config(''app.tenant_id''%'
  loop
    execute regexp_replace(
      pg_get_functiondef(found.oid),
      'perform set_config\(''app\.tenant_id'', (.*), true\);',
      'execute format(''set local app.tenant_id = %L'', \1);', 'g');
  end loop;
end $$;

-- On the coordinator alone: keys, of which one of a superadmin belongs to no practice; what is there refers to no row of a
-- practice. Who a key is of is looked at with each request in any case.
alter table api_keys drop constraint api_keys_tenant_id_user_id_fkey;
alter table api_keys drop constraint api_keys_tenant_id_client_id_fkey;

-- Unique within a practice instead of everywhere: all four are long and random, so they are both.
alter table files drop constraint files_storage_key_key, add unique (tenant_id, storage_key);
alter table file_removals drop constraint file_removals_storage_key_key, add unique (tenant_id, storage_key);
alter table setup_links drop constraint setup_links_token_hash_key, add unique (tenant_id, token_hash);
alter table calendar_feeds drop constraint calendar_feeds_token_hash_key, add unique (tenant_id, token_hash);
create index setup_links_by_token on setup_links (token_hash);
create index calendar_feeds_by_token on calendar_feeds (token_hash);

-- On every machine: small, and what the tables of practices refer to.
select create_reference_table('accounts');
select create_reference_table('tenants');

-- By practice: every table whose rows all belong to one, after what it refers to.
do $$
declare next regclass;
begin
  loop
    select c.oid into next
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
      and not exists (
        select from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid
          and not exists (select from pg_dist_partition d where d.logicalrelid = f.confrelid))
    order by c.relname limit 1;
    exit when next is null;
    perform create_distributed_table(next, 'tenant_id', colocate_with => 'default');
  end loop;
end $$;
