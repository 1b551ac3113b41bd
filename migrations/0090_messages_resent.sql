-- transaction: none
-- In steps that commit, because the previous release keeps writing messages. Can be run again after it was interrupted.

do $$
declare practice bigint;
begin
  -- A message that is sent again counts for the list of conversations (0073) once it is sent.
  create or replace trigger comms_resent_in_conversation after update of sent_at on comms
    for each row when (old.client_id is not null and old.sent_at is not null and new.sent_at is null)
    execute function shorten_conversations();
  commit;
  for practice in select t.id from tenants t order by t.id loop
    perform set_config('app.tenant_id', practice::text, true);
    -- Of an answer that was sent or failed: it kept the next answer about its appointment from being sent.
    update comms k set dedupe_key = null
    where k.tenant_id = practice and k.kind = 'change_declined' and k.status <> 'pending'
      and k.dedupe_key like 'change_declined:%';
    commit;
    perform set_config('app.tenant_id', practice::text, true);
    update conversations c
    set last_at = (
      select max(coalesce(k.sent_at, k.created_at)) from comms k
      where k.tenant_id = practice and k.client_id = c.client_id and counts_in_conversation(k))
    where c.tenant_id = practice and c.client_id in (
      select k.client_id from comms k
      where k.tenant_id = practice and k.asked_at is not null and k.sent_at is null);
    commit;
  end loop;
end $$;
