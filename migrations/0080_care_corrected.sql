-- Due dates follow from an entry that is corrected or deleted, and start again once nothing stops them any more.

-- Whether an entry, other than this one, or an appointment that counts says that the care was given to the animal that day.
create function is_care_recorded(practice bigint, one_animal bigint, care_type bigint, given date, but_entry bigint) returns boolean
language sql stable as $$
  select exists (
      select from entries e
      join medicines m on m.tenant_id = e.tenant_id and m.id = e.medicine_id and m.care_type_id = care_type
      join tenants t on t.id = e.tenant_id
      where e.tenant_id = practice and e.animal_id = one_animal and e.id <> but_entry
        and e.kind in ('vaccination', 'treatment') and e.struck_at is null and (e.at at time zone t.time_zone)::date = given)
    or exists (
      select from bookings b
      join care_types y on y.tenant_id = b.tenant_id and y.id = care_type and y.service_id = b.service_id and y.visit_counts
      where b.tenant_id = practice and b.animal_id = one_animal and b.status = 'completed' and b.booking_date = given)
$$;

-- Takes back that an entry gave care on a day, before it is recorded as the entry says now, or because it is deleted: the due
-- date that followed goes, and what it completed is due again. Changes nothing where the care is recorded for that day by
-- something else, and keeps a date that was set by hand since.
create function take_back_care(
  practice bigint, one_animal bigint, care_type bigint, given date, of_entry bigint, at timestamptz
) returns void language plpgsql as $$
declare
  y care_types;
  -- What stops the animal's due dates, if anything.
  stop text := (
    select case when not a.active then 'animal' when c.archived_at is not null then 'client' end
    from animals a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
    where a.tenant_id = practice and a.id = one_animal);
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
    and d.state in ('due', 'told', 'booked', 'stopped');
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

-- Starts the stopped due dates of an animal again, unless it or its client is archived: of each type the latest, where none
-- has taken its place.
create function resume_care(practice bigint, one_animal bigint, at timestamptz) returns void language plpgsql as $$
begin
  update care_due d set state = 'due', stopped_by = null, updated_at = at
  from animals a
  join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  where a.tenant_id = practice and a.id = one_animal and a.active and c.archived_at is null
    and d.tenant_id = practice and d.id in (
      select distinct on (x.care_type_id) x.id
      from care_due x
      where x.tenant_id = practice and x.animal_id = one_animal and x.state = 'stopped' and not exists (
        select from care_due l
        where l.tenant_id = practice and l.animal_id = one_animal and l.care_type_id = x.care_type_id
          and l.state in ('due', 'told', 'booked'))
      order by x.care_type_id, x.due_on desc, x.id desc);
  perform match_care(practice, one_animal, at);
end $$;

-- As before (0070), except that an animal with another owner starts again what stopped with the former one.
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
  end if;
  if new.active then perform plan_first_care(new.tenant_id, new.id, new.updated_at, 50); end if;
  return null;
end $$;

create or replace function clients_change_care() returns trigger language plpgsql as $$
begin
  if new.archived_at is not null then
    update care_due d set state = 'stopped', stopped_by = 'client', booking_id = null, updated_at = new.updated_at
    from animals a
    where a.tenant_id = new.tenant_id and a.client_id = new.id
      and d.tenant_id = new.tenant_id and d.animal_id = a.id and d.state in ('due', 'told', 'booked');
  else
    perform resume_care(new.tenant_id, a.id, new.updated_at)
    from animals a where a.tenant_id = new.tenant_id and a.client_id = new.id and a.active;
  end if;
  return null;
end $$;

-- Those that were left stopped by mistake; what is overdue by now leads to no message unprompted.
alter table tenants no force row level security;
alter table care_due no force row level security;
alter table animals no force row level security;
alter table clients no force row level security;
alter table care_types no force row level security;
alter table bookings no force row level security;
do $$
declare
  animal record;
begin
  for animal in
    select a.tenant_id, a.id, (now() at time zone t.time_zone)::date as today
    from animals a
    join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
    join tenants t on t.id = a.tenant_id
    where a.active and c.archived_at is null
      and exists (select from care_due d where d.tenant_id = a.tenant_id and d.animal_id = a.id and d.state = 'stopped')
  loop
    update care_due d set silent = true
    where d.tenant_id = animal.tenant_id and d.animal_id = animal.id and d.state = 'stopped' and d.due_on < animal.today;
    perform resume_care(animal.tenant_id, animal.id, now());
  end loop;
end $$;
alter table tenants force row level security;
alter table care_due force row level security;
alter table animals force row level security;
alter table clients force row level security;
alter table care_types force row level security;
alter table bookings force row level security;
