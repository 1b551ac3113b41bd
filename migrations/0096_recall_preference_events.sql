-- A client's answer to recalls is one of their preferences: changing it alone sends client.updated.

-- As before (0067), with recalls among the preferences.
create or replace function enqueue_client_webhooks() returns trigger language plpgsql as $$
declare
  state jsonb := jsonb_build_object('client_id', new.id);
  changed text[];
begin
  if not exists (select from webhook_endpoints e where e.tenant_id = new.tenant_id and e.is_on) then return null; end if;
  if tg_op = 'INSERT' then
    perform enqueue_webhooks(new.tenant_id, 'client.created', new.id, state);
    return null;
  end if;
  -- The erasure replaces the other events.
  if old.erased_at is null and new.erased_at is not null then
    perform enqueue_webhooks(new.tenant_id, 'client.erased', new.id, state);
    return null;
  end if;
  changed := array_remove(array[
    case when old.name <> new.name then 'name' end,
    case when old.email::text is distinct from new.email::text then 'email' end,
    case when old.phone is distinct from new.phone then 'phone' end,
    case when old.address is distinct from new.address then 'address' end,
    case when old.notes is distinct from new.notes then 'notes' end,
    case when (old.likes_sms, old.likes_email, old.likes_push, old.likes_recall)
           <> (new.likes_sms, new.likes_email, new.likes_push, new.likes_recall)
      then 'preferences' end,
    case when old.alert is distinct from new.alert then 'alert' end], null);
  if changed <> '{}' then
    perform enqueue_webhooks(new.tenant_id, 'client.updated', new.id, state || jsonb_build_object('changed', changed));
  end if;
  if old.archived_at is null and new.archived_at is not null then
    perform enqueue_webhooks(new.tenant_id, 'client.archived', new.id, state);
  elsif old.archived_at is not null and new.archived_at is null then
    perform enqueue_webhooks(new.tenant_id, 'client.restored', new.id, state);
  end if;
  return null;
end $$;
create or replace trigger clients_told_changed
  after update of name, email, phone, address, notes, likes_sms, likes_email, likes_push, likes_recall, archived_at, erased_at,
    alert
  on clients
  for each row when (old is distinct from new) execute function enqueue_client_webhooks();
