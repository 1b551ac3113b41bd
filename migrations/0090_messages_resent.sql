-- transaction: none
-- In steps that commit, because the previous release keeps writing messages. Can be run again after it was interrupted.

do $$
declare practice bigint;
begin
  for practice in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', practice::text, true);
    -- Of an answer that was sent or failed: it kept the next answer about its appointment from being sent.
    update comms k set dedupe_key = null
    where k.tenant_id = practice and k.kind = 'change_declined' and k.status <> 'pending'
      and k.dedupe_key like 'change_declined:%';
    commit;
  end loop;
end $$;
