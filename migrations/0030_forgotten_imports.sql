-- What is forgotten of an import includes its first records, which are shown while its columns are chosen.

alter table imports no force row level security;
update imports set first_records = '[]' where cleared_at is not null;
alter table imports force row level security;

grant update (first_records) on imports to burrow_operator;

-- Forgets what imports that have expired hold, oldest first, and answers of how many. Their line in the history stays.
create or replace function forget_imports(at timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
  forgotten integer := 0;
begin
  for old in
    select i.tenant_id, i.id from imports i where i.cleared_at is null and i.expires_at <= at
    order by i.expires_at limit most for update skip locked
  loop
    delete from import_files f where f.tenant_id = old.tenant_id and f.import_id = old.id;
    delete from import_findings f where f.tenant_id = old.tenant_id and f.import_id = old.id;
    delete from import_records r where r.tenant_id = old.tenant_id and r.import_id = old.id;
    update imports i set cleared_at = at, first_records = '[]' where i.tenant_id = old.tenant_id and i.id = old.id;
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end $$;
