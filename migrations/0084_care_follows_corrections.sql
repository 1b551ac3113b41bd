-- Due dates follow from an animal's corrected age or species, and from an appointment that is not completed any more.

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

-- ------------------------------------------------------------------------------------------------------------- appointments

-- As before (0080), except that an entry of a later day counts as well, so that notes written up the day after an appointment
-- do, and that `but_entry` may be null.
create or replace function is_care_recorded(
  practice bigint, one_animal bigint, care_type bigint, given date, but_entry bigint
) returns boolean language sql stable as $$
  select exists (
      select from entries e
      join medicines m on m.tenant_id = e.tenant_id and m.id = e.medicine_id and m.care_type_id = care_type
      join tenants t on t.id = e.tenant_id
      where e.tenant_id = practice and e.animal_id = one_animal and e.id is distinct from but_entry
        and e.kind in ('vaccination', 'treatment') and e.struck_at is null and (e.at at time zone t.time_zone)::date >= given)
    or exists (
      select from bookings b
      join care_types y on y.tenant_id = b.tenant_id and y.id = care_type and y.service_id = b.service_id and y.visit_counts
      where b.tenant_id = practice and b.animal_id = one_animal and b.status = 'completed' and b.booking_date = given)
$$;

-- As before (0080), except that a dismissed date does not say either that the care was given, so that giving it again counts.
create or replace function revert_care(
  practice bigint, one_animal bigint, care_type bigint, given date, of_entry bigint, at timestamptz
) returns void language plpgsql as $$
declare
  y care_types;
  stop text := care_stopped_by(practice, one_animal);
begin
  select * into y from care_types k where k.tenant_id = practice and k.id = care_type;
  if not found or is_care_recorded(practice, one_animal, care_type, given, of_entry) then return; end if;
  delete from care_due d
  where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = care_type and d.given_on = given
    and d.origin = 'given' and d.state in ('due', 'told', 'booked', 'stopped')
    and not exists (select from recall_items i where i.tenant_id = practice and i.care_due_id = d.id);
  -- The client was told of it already, or it is a date of its own by now.
  update care_due d set given_on = null, updated_at = at,
    state = case d.origin when 'given' then 'dismissed' else d.state end,
    stopped_by = case d.origin when 'given' then null else d.stopped_by end,
    booking_id = case d.origin when 'given' then null else d.booking_id end
  where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = care_type and d.given_on = given
    and d.state in ('due', 'told', 'booked', 'stopped', 'dismissed');
  update care_due d set state = case when stop is null then 'due' else 'stopped' end, stopped_by = stop, done_on = null,
    booking_id = null, updated_at = at
  where d.tenant_id = practice and d.id in (
    select distinct on (x.care_type_id) x.id
    from care_due x
    join care_types k on k.tenant_id = practice and k.id = x.care_type_id
    where x.tenant_id = practice and x.animal_id = one_animal and x.state = 'done' and x.done_on = given
      and (k.id = care_type
        or lower(k.care_group) = lower(y.care_group) and not is_care_recorded(practice, one_animal, k.id, given, of_entry))
      and not exists (
        select from care_due l
        where l.tenant_id = practice and l.animal_id = one_animal and l.care_type_id = x.care_type_id
          and l.state in ('due', 'told', 'booked'))
    order by x.care_type_id, x.due_on desc, x.id desc);
  perform match_care(practice, one_animal, at);
end $$;

-- The recall types of which a completed appointment of a service counts as the care for an animal.
create function care_of_visit(practice bigint, one_animal bigint, service bigint) returns setof care_types
language sql stable as $$
  select y.* from care_types y
  join animals a on a.tenant_id = practice and a.id = one_animal
  where y.tenant_id = practice and y.service_id = service and y.visit_counts and y.archived_at is null
    and (y.species_id is null or y.species_id = a.species_id)
$$;

-- Undoes that a completed appointment counted as care. Keeps what staff recorded by hand: a next date that does not follow
-- from the appointment, care of that day that no appointment completed, and care given since.
create function revert_visit(b bookings, at timestamptz) returns void language plpgsql as $$
declare
  kind bigint;
begin
  for kind in
    select y.id from care_of_visit(b.tenant_id, b.animal_id, b.service_id) y
    where not exists (
      select from care_due d
      where d.tenant_id = b.tenant_id and d.animal_id = b.animal_id and d.care_type_id = y.id
        and (d.given_on = b.booking_date
            and d.due_on is distinct from later_by(b.booking_date, y.every_count, y.every_unit)
          or d.done_on = b.booking_date and d.booking_id is null
          or greatest(d.given_on, d.done_on) > b.booking_date))
  loop
    perform revert_care(b.tenant_id, b.animal_id, kind, b.booking_date, null, at);
  end loop;
end $$;

-- As before (0070), except that an appointment that is not completed any more, or is another one by now, gave no care.
create or replace function bookings_change_care() returns trigger language plpgsql as $$
declare
  kind bigint;
begin
  if tg_op = 'UPDATE' then
    if old.status = 'completed' then perform revert_visit(old, new.updated_at); end if;
    if new.status = 'completed' then
      for kind in select y.id from care_of_visit(new.tenant_id, new.animal_id, new.service_id) y loop
        perform give_care(new.tenant_id, new.animal_id, kind, new.booking_date, null, new.id, new.updated_at);
      end loop;
    end if;
    if old.animal_id <> new.animal_id then perform match_care(new.tenant_id, old.animal_id, new.updated_at); end if;
  end if;
  perform match_care(new.tenant_id, new.animal_id, new.updated_at);
  return null;
end $$;
