-- Due dates follow from an animal's corrected age or species.

-- ----------------------------------------------------------------------------------------------------------- age and species

-- What animals need at an age. Of a group only the first: the next is planned once that was given. With `again`, as if nothing
-- had been planned, also for an animal that is archived.
create function first_care(practice bigint, only_animal bigint, today date, again boolean)
returns table (animal_id bigint, care_type_id bigint, due_on date) language sql stable as $$
  select distinct on (a.id, coalesce('g:' || lower(y.care_group), 't:' || y.id)) a.id, y.id, f.due_on
  from care_types y
  join animals a on a.tenant_id = practice and a.dob is not null
    and (y.species_id is null or a.species_id = y.species_id) and (only_animal is null or a.id = only_animal)
  join clients c on c.tenant_id = practice and c.id = a.client_id
  cross join lateral (select later_by(a.dob, y.first_count, y.first_unit) as due_on) f
  where y.tenant_id = practice and y.archived_at is null and y.first_count is not null
    and (again or a.active and c.archived_at is null)
    -- Of an older animal nothing is known, rather than that it is overdue.
    and (f.due_on + y.cancel_after >= today or again and exists (
      select from care_due p
      where p.tenant_id = practice and p.animal_id = a.id and p.care_type_id = y.id and p.due_on = f.due_on
        and p.origin = 'plan' and p.state in ('due', 'told', 'booked', 'stopped')))
    and not exists (
      select from care_due d
      join care_types k on k.tenant_id = practice and k.id = d.care_type_id
      where d.tenant_id = practice and d.animal_id = a.id
        and (k.id = y.id
          or lower(k.care_group) = lower(y.care_group)
            and (d.state in ('due', 'told', 'booked') or greatest(d.given_on, d.done_on) >= f.due_on))
        and not (again and d.origin = 'plan' and d.state in ('due', 'told', 'booked', 'stopped')))
  order by a.id, coalesce('g:' || lower(y.care_group), 't:' || y.id), f.due_on, y.id
$$;

-- As before (0070).
create or replace function plan_first_care(practice bigint, only_animal bigint, at timestamptz, most integer) returns integer
language plpgsql as $$
declare
  today date := (select (at at time zone t.time_zone)::date from tenants t where t.id = practice);
  planned integer;
begin
  insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, silent, created_at, updated_at)
  select practice, f.animal_id, f.care_type_id, f.due_on, 'plan', f.due_on < today, at, at
  from first_care(practice, only_animal, today, false) f
  limit most
  on conflict (tenant_id, animal_id, care_type_id) where state in ('due', 'told', 'booked') do nothing;
  get diagnostics planned = row_count;
  return planned;
end $$;

-- Corrects what was planned from another age or species of an animal: a date moves, and the messages about it begin again. One
-- that the animal does not need is deleted, or dismissed if the client was told of it. Dates that still apply stay as they are.
create function correct_first_care(practice bigint, one_animal bigint, at timestamptz) returns void language plpgsql as $$
declare
  today date := (select (at at time zone t.time_zone)::date from tenants t where t.id = practice);
begin
  delete from care_due d
  where d.tenant_id = practice and d.animal_id = one_animal and d.origin = 'plan'
    and d.state in ('due', 'told', 'booked', 'stopped')
    and not exists (
      select from first_care(practice, one_animal, today, true) f where f.care_type_id = d.care_type_id)
    and not exists (select from recall_items i where i.tenant_id = practice and i.care_due_id = d.id);
  update care_due d set state = 'dismissed', stopped_by = null, booking_id = null, updated_at = at
  where d.tenant_id = practice and d.animal_id = one_animal and d.origin = 'plan'
    and d.state in ('due', 'told', 'booked', 'stopped')
    and not exists (
      select from first_care(practice, one_animal, today, true) f where f.care_type_id = d.care_type_id);
  update care_due d set due_on = f.due_on, state = case d.state when 'stopped' then d.state else 'due' end, booking_id = null,
    told = 0, told_for = null, silent = f.due_on < today, updated_at = at
  from first_care(practice, one_animal, today, true) f
  where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = f.care_type_id and d.origin = 'plan'
    and d.state in ('due', 'told', 'booked', 'stopped') and d.due_on <> f.due_on;
end $$;

-- As before (0080), except that what was planned from another age or species is corrected.
create or replace function animals_change_care() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.active and not new.active then
      update care_due d set state = 'stopped', stopped_by = 'animal', booking_id = null, updated_at = new.updated_at
      where d.tenant_id = new.tenant_id and d.animal_id = new.id and d.state in ('due', 'told', 'booked');
    elsif new.active and (not old.active or old.client_id <> new.client_id) then
      perform resume_care(new.tenant_id, new.id, new.updated_at);
    end if;
    if old.client_id <> new.client_id then
      update care_due d set state = case d.state when 'told' then 'due' else d.state end, told = 0, told_for = null,
        updated_at = new.updated_at
      where d.tenant_id = new.tenant_id and d.animal_id = new.id and d.state in ('due', 'told', 'booked', 'stopped');
    end if;
    if (old.dob, old.species_id) is distinct from (new.dob, new.species_id) then
      perform correct_first_care(new.tenant_id, new.id, new.updated_at);
    end if;
  end if;
  if new.active then perform plan_first_care(new.tenant_id, new.id, new.updated_at, 50); end if;
  return null;
end $$;
