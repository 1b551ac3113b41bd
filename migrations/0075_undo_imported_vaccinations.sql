-- Vaccinations of an import: the due dates they move, and undoing both.

-- The due dates of an animal that the vaccinations of an import changed, by id: as they were (null for one that was added),
-- and as the import left them.
alter table import_records
  add column care_before jsonb not null default '{}',
  add column care_after jsonb not null default '{}';

-- Records care that an import brings, with the result of recording it on its day: as give_care, except that an animal that is
-- due on the next date or later already stays so, as does one that got a newer one of the group which lasts as long. Then
-- only older dates are completed.
create function give_imported_care(practice bigint, one_animal bigint, kind bigint, given date, next_on date, at timestamptz)
returns void language plpgsql as $$
declare
  y care_types;
  next_due date;
begin
  select * into y from care_types k where k.tenant_id = practice and k.id = kind;
  if not found or exists (
    select from care_due d where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = kind
      and greatest(d.given_on, d.done_on) > given) then return; end if;
  next_due := coalesce(next_on, later_by(given, y.every_count, y.every_unit));
  if not exists (
    select from care_due d
    join care_types k on k.tenant_id = practice and k.id = d.care_type_id
    where d.tenant_id = practice and d.animal_id = one_animal
      and (k.id = kind and d.state in ('due', 'told', 'booked') and d.due_on >= coalesce(next_due, given + 1)
        or k.id <> kind and lower(k.care_group) = lower(y.care_group) and d.given_on > given
          and d.due_on >= coalesce(next_due, given))) then
    perform give_care(practice, one_animal, kind, given, next_on, null, at);
    return;
  end if;
  update care_due d set state = 'done', done_on = given, updated_at = at
  from care_types k
  where k.tenant_id = practice and k.id = d.care_type_id
    and d.tenant_id = practice and d.animal_id = one_animal and d.state in ('due', 'told', 'booked')
    and (k.id = kind and d.due_on < coalesce(next_due, given + 1)
      or k.id <> kind and lower(k.care_group) = lower(y.care_group) and d.due_on <= coalesce(next_due, given));
end $$;

-- ------------------------------------------------------------------------------------------------------------- the lock

-- Whether an import that is being undone added the entry, which is as it was then. Neither its key nor when it was begun can
-- be written later; the last line ends what an import's own times, which the API writes, could prolong.
create function is_undone_with_import(e entries) returns boolean language sql stable as $$
  select e.kind = 'vaccination' and e.version = 1 and e.struck_at is null and e.minimised_at is null
    and exists (
      select from public.imports i
      where i.tenant_id = e.tenant_id and i.status = 'undoing' and i.expires_at > now()
        and i.id = case when e.client_key like 'import:%' then split_part(e.client_key, ':', 2)::bigint end)
    and not exists (select from public.entry_addenda d where d.tenant_id = e.tenant_id and d.entry_id = e.id)
    and e.begun_at > now() - interval '61 days'
$$;

-- As before; a version never becomes a lower one, and undoing an import deletes its vaccinations though they are locked.
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
    if is_locked and not is_undone_with_import(old) then
      raise exception 'The entry is locked.' using errcode = 'BW002';
    end if;
    return old;
  end if;
  if new.weight_id is null then free := array_append(free, 'weight_id'); end if;
  if is_locked and to_jsonb(new) - free <> to_jsonb(old) - free or old.struck_at is not null
    and (new.struck_at, new.struck_by_user_id, new.struck_reason)
      is distinct from (old.struck_at, old.struck_by_user_id, old.struck_reason)
    or new.version < old.version then
    raise exception 'The entry is locked.' using errcode = 'BW002';
  end if;
  return new;
end $$;

-- Only an import that runs writes the key of an import, and only for a vaccination.
create function reject_key_of_no_import() returns trigger language plpgsql as $$
begin
  if new.kind = 'vaccination' and exists (
    select from public.imports i
    where i.tenant_id = new.tenant_id and i.status = 'running' and i.id = split_part(new.client_key, ':', 2)::bigint)
  then return new; end if;
  raise exception 'No import that runs has this key.' using errcode = 'check_violation';
end $$;
create trigger entries_with_key_of_import before insert on entries
  for each row when (new.client_key like 'import:%') execute function reject_key_of_no_import();
