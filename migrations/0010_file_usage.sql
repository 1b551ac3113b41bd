-- How much a practice stores, kept as files come and go: a sum over all its files would be read anew for each upload.
create table file_usage (
  tenant_id bigint primary key references tenants,
  bytes bigint not null
);

create function count_file_bytes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update file_usage u set bytes = u.bytes - old.file_size where u.tenant_id = old.tenant_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into file_usage as u (tenant_id, bytes) values (new.tenant_id, new.file_size)
      on conflict (tenant_id) do update set bytes = u.bytes + excluded.bytes;
  end if;
  return null;
end $$;
create trigger files_counted after insert or delete or update of file_size on files
  for each row execute function count_file_bytes();

-- The owner of the tables is held to their policies as well, and none is meant for an owner.
alter table files no force row level security;
insert into file_usage (tenant_id, bytes) select f.tenant_id, sum(f.file_size) from files f group by f.tenant_id;
alter table files force row level security;

select protect_tenant_table('file_usage');
grant select on file_usage to burrow_backup;
grant select, insert, update on file_usage to burrow_app;
