-- As before; undoing an import, for thirty days, also deletes the vaccinations it added, unless they were changed since.
-- Only imports write such keys.
create or replace function reject_changes_to_locked_entry() returns trigger language plpgsql as $$
declare
  -- A generated column has no new value yet.
  free text[] := array['shared', 'struck_at', 'struck_by_user_id', 'struck_reason', 'version', 'updated_at', 'batch_key'];
  is_locked boolean := old.begun_at <= now() - interval '24 hours' or old.struck_at is not null;
begin
  if current_user = 'burrow_sign_in' then return coalesce(new, old); end if;
  if old.minimised_at is not null then
    raise exception 'The client was erased.' using errcode = 'BW001';
  end if;
  if tg_op = 'DELETE' then
    if is_locked and not (old.struck_at is null and old.version = 1 and coalesce(old.client_key like 'import:%', false)) then
      raise exception 'The entry is locked.' using errcode = 'BW002';
    end if;
    return old;
  end if;
  if new.weight_id is null then free := array_append(free, 'weight_id'); end if;
  if is_locked and to_jsonb(new) - free <> to_jsonb(old) - free or old.struck_at is not null
    and (new.struck_at, new.struck_by_user_id, new.struck_reason)
      is distinct from (old.struck_at, old.struck_by_user_id, old.struck_reason) then
    raise exception 'The entry is locked.' using errcode = 'BW002';
  end if;
  return new;
end $$;
