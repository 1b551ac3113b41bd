-- transaction: none
-- A client's keys by an index that also has the revoked ones, which an erasure deletes: it read the keys of all practices.
-- In steps that commit, because dropping an index needs a stronger lock than building one. Can be run again after it was
-- interrupted.

do $$
begin
  create index if not exists api_keys_of_client on api_keys (tenant_id, client_id) where client_id is not null;
  commit;
  drop index if exists api_keys_by_client;
  alter index api_keys_of_client rename to api_keys_by_client;
  commit;
end $$;
