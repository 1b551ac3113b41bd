-- Due dates follow from an entry that is corrected or deleted, and start again once nothing stops them any more.

-- What stops an animal's due dates: that it or its client is archived; null for nothing.
create function care_stopped_by(practice bigint, one_animal bigint) returns text language sql stable as $$
  select case when not a.active then 'animal' when c.archived_at is not null then 'client' end
  from animals a
  join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  where a.tenant_id = practice and a.id = one_animal
$$;

-- As before (0070), except that it also completes what is stopped, and that the next date of an animal that is archived, or
-- whose client is, begins stopped.
create or replace function give_care(
  practice bigint, one_animal bigint, kind bigint, given date, next_on date, of_booking bigint, at timestamptz
) returns void language plpgsql as $$
declare
  y care_types;
  next_due date;
  today date := (select (at at time zone t.time_zone)::date from tenants t where t.id = practice);
  stop text := care_stopped_by(practice, one_animal);
begin
  select * into y from care_types k where k.tenant_id = practice and k.id = kind;
  if not found or exists (
    select from care_due d where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = kind
      and greatest(d.given_on, d.done_on) > given) then return; end if;
  next_due := coalesce(next_on, later_by(given, y.every_count, y.every_unit));
  if exists (
    select from care_due d where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = kind
      and given in (d.given_on, d.done_on)) then
    update care_due d set due_on = next_on, state = case d.state when 'stopped' then d.state else 'due' end, booking_id = null,
      told = 0, told_for = null, silent = next_on < today, updated_at = at
    where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = kind and d.given_on = given
      and d.state in ('due', 'told', 'booked', 'stopped') and d.due_on <> next_on;
    return;
  end if;
  update care_due d set state = 'done', done_on = given, stopped_by = null, booking_id = coalesce(of_booking, d.booking_id),
    updated_at = at
  from care_types k
  where k.tenant_id = practice and k.id = d.care_type_id
    and d.tenant_id = practice and d.animal_id = one_animal and d.state in ('due', 'told', 'booked', 'stopped')
    and (d.care_type_id = kind
      or lower(k.care_group) = lower(y.care_group) and d.due_on <= coalesce(next_due, given));
  if next_due is not null and y.archived_at is null then
    insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, given_on, state, stopped_by, silent, created_at,
      updated_at)
    values (practice, one_animal, kind, next_due, 'given', given, case when stop is null then 'due' else 'stopped' end, stop,
      next_due < today, at, at);
  end if;
end $$;

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

-- Undoes what an entry did by giving care on a day, because it says otherwise now or is deleted: the due date that followed
-- goes, and what it completed is due again. Changes nothing where something else records the care for that day, and keeps a
-- date that was set by hand since.
create function revert_care(
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
  if care_stopped_by(practice, one_animal) is not null then return; end if;
  update care_due d set state = 'due', stopped_by = null, updated_at = at
  where d.tenant_id = practice and d.id in (
    select distinct on (x.care_type_id) x.id
    from care_due x
    where x.tenant_id = practice and x.animal_id = one_animal and x.state = 'stopped' and not exists (
      select from care_due l
      where l.tenant_id = practice and l.animal_id = one_animal and l.care_type_id = x.care_type_id
        and (l.state in ('due', 'told', 'booked') or l.state = 'done' and l.id > x.id))
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

-- Those that were left stopped by mistake; what is overdue by now leads to no message unprompted. As the roles that see the
-- rows, practice by practice: the owner would need a lock on the tables.
do $$
declare
  practices bigint[];
  practice bigint;
  animal record;
begin
  set local role burrow_operator;
  select array_agg(t.id) into practices from tenants t;
  set local role burrow_app;
  foreach practice in array coalesce(practices, '{}') loop
    perform set_config('app.tenant_id', practice::text, true);
    for animal in
      select d.animal_id as id, (now() at time zone t.time_zone)::date as today
      from care_due d join tenants t on t.id = d.tenant_id
      where d.tenant_id = practice and d.state = 'stopped'
      group by d.animal_id, t.time_zone
    loop
      if care_stopped_by(practice, animal.id) is null then
        update care_due d set silent = true
        where d.tenant_id = practice and d.animal_id = animal.id and d.state = 'stopped' and d.due_on < animal.today;
        perform resume_care(practice, animal.id, now());
      end if;
    end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
  reset role;
end $$;
