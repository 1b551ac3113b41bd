-- What follows from corrections: next due dates that staff type, times that come free, and waitlist entries of the archived.

-- ---------------------------------------------------------------------------------------------------------- next due dates

-- As before (0080), except that a repetition for the same day also adds the next date that it names, where none follows yet.
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
    if next_on is null or exists (
      select from care_due d where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = kind
        and (d.given_on = given or d.state in ('due', 'told', 'booked', 'stopped'))) then return; end if;
  else
    update care_due d set state = 'done', done_on = given, stopped_by = null, booking_id = coalesce(of_booking, d.booking_id),
      updated_at = at
    from care_types k
    where k.tenant_id = practice and k.id = d.care_type_id
      and d.tenant_id = practice and d.animal_id = one_animal and d.state in ('due', 'told', 'booked', 'stopped')
      and (d.care_type_id = kind
        or lower(k.care_group) = lower(y.care_group) and d.due_on <= coalesce(next_due, given));
  end if;
  if next_due is not null and y.archived_at is null then
    insert into care_due (tenant_id, animal_id, care_type_id, due_on, origin, given_on, state, stopped_by, silent, created_at,
      updated_at)
    values (practice, one_animal, kind, next_due, 'given', given, case when stop is null then 'due' else 'stopped' end, stop,
      next_due < today, at, at);
  end if;
end $$;

-- Withdraws the next date that an entry of a day named, because it doesn't any more: what follows is the date that another
-- entry of the day names, or else the interval of the type. Keeps a date that was set by hand.
create function withdraw_next_care(
  practice bigint, one_animal bigint, care_type bigint, given date, named date, at timestamptz
) returns void language plpgsql as $$
declare
  today date := (select (at at time zone t.time_zone)::date from tenants t where t.id = practice);
  next_due date := (
    select coalesce(max(e.next_due_on), later_by(given, y.every_count, y.every_unit))
    from care_types y
    join tenants t on t.id = y.tenant_id
    left join medicines m on m.tenant_id = y.tenant_id and m.care_type_id = y.id
    left join entries e on e.tenant_id = m.tenant_id and e.medicine_id = m.id and e.animal_id = one_animal
      and e.kind in ('vaccination', 'treatment') and e.struck_at is null and (e.at at time zone t.time_zone)::date = given
    where y.tenant_id = practice and y.id = care_type
    group by y.every_count, y.every_unit);
begin
  if next_due is null then
    delete from care_due d
    where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = care_type and d.given_on = given
      and d.origin = 'given' and d.due_on = named and d.state in ('due', 'told', 'booked', 'stopped')
      and not exists (select from recall_items i where i.tenant_id = practice and i.care_due_id = d.id);
  end if;
  -- The client was told of what is still there without a next date.
  update care_due d set due_on = coalesce(next_due, d.due_on), given_on = case when next_due is not null then given end,
    state = case when next_due is null then 'dismissed' when d.state = 'stopped' then d.state else 'due' end,
    stopped_by = case when next_due is not null then d.stopped_by end, booking_id = null, told = 0, told_for = null,
    silent = coalesce(next_due < today, d.silent), updated_at = at
  where d.tenant_id = practice and d.animal_id = one_animal and d.care_type_id = care_type and d.given_on = given
    and d.origin = 'given' and d.due_on = named and d.state in ('due', 'told', 'booked', 'stopped')
    and d.due_on is distinct from next_due;
end $$;

-- ---------------------------------------------------------------------------------------------- times that come free

-- As before (0065), except that giving an appointment its first person frees no time.
create or replace function note_freed_time() returns trigger language plpgsql as $$
declare
  leaves boolean := old.staff_id is not null and new.staff_id is distinct from old.staff_id;
  stays tsmultirange := case when new.status = 'cancelled' or leaves then '{}' else tsmultirange(new.during) end;
  why text := case
    when new.status = 'cancelled' then case when old.is_provisional then 'declined' else 'cancelled' end
    when leaves or lower(new.during) <> lower(old.during) then 'moved'
    else 'shortened' end;
begin
  if not exists (select from tenants t where t.id = new.tenant_id and t.waitlist_mode <> 'off') then return null; end if;
  insert into freed_times (tenant_id, cause, booking_id, service_id, staff_id, during, freed_at, due_at)
  select new.tenant_id, why, new.id, old.service_id, old.staff_id, part, new.updated_at,
    case when exists (
      select from wants w where w.tenant_id = new.tenant_id and w.state in ('waiting', 'offered')
    ) then new.updated_at + interval '1 minute' end
  from unnest(tsmultirange(old.during) - stays) part;
  return null;
end $$;

-- ------------------------------------------------------------------------------------------ waitlist entries of the archived

alter table wants
  -- Set when archiving the animal or client ended the entry; restoring it resumes the entry.
  add column ended_by text check (ended_by in ('animal', 'client'));

-- As before (0065), with what ended the wait. An animal with another owner does not wait for its former one again.
create or replace function end_wants_of_animal() returns trigger language plpgsql as $$
begin
  update wants w set state = 'ended', updated_at = new.updated_at,
    ended_by = case when old.client_id = new.client_id then 'animal' end
  where w.tenant_id = new.tenant_id and w.animal_id = new.id and w.state in ('waiting', 'offered');
  return null;
end $$;
create or replace function end_wants_of_client() returns trigger language plpgsql as $$
begin
  update wants w set state = 'ended', updated_at = new.updated_at, ended_by = 'client'
  where w.tenant_id = new.tenant_id and w.client_id = new.id and w.state in ('waiting', 'offered');
  return null;
end $$;

-- Resumes the entries that archiving a client or animal ended, unless the other is still archived, their last day has
-- passed, or the appointment that an earlier time would replace no longer takes place; the oldest first, up to the three
-- that a client may have.
create function resume_wants(practice bigint, one_client bigint, one_animal bigint, at timestamptz) returns void
language plpgsql as $$
begin
  update wants w set state = 'waiting', ended_by = null, updated_at = at
  where w.tenant_id = practice and w.id in (
    select e.id from wants e
    join animals a on a.tenant_id = practice and a.id = e.animal_id and a.client_id = e.client_id
    join clients c on c.tenant_id = practice and c.id = e.client_id
    join tenants t on t.id = practice
    where e.tenant_id = practice and e.client_id = one_client and e.animal_id = coalesce(one_animal, e.animal_id)
      and a.active and c.archived_at is null
      and e.state = 'ended' and e.ended_by is not null and e.until_date >= (at at time zone t.time_zone)::date
      and (e.keep_booking_id is null or exists (
        select from bookings b
        where b.tenant_id = practice and b.id = e.keep_booking_id and b.client_id = e.client_id
          and b.status in ('pending', 'confirmed') and b.stage is null and b.starts_at > at))
    order by e.created_at, e.id
    limit greatest(0, 3 - (
      select count(*) from wants l
      where l.tenant_id = practice and l.client_id = one_client and l.state in ('waiting', 'offered'))));
  insert into waitlist_looks (tenant_id) select t.id from tenants t
  where t.id = practice and t.waitlist_mode <> 'off'
    and exists (select from wants w where w.tenant_id = practice and w.client_id = one_client and w.state = 'waiting')
  on conflict (tenant_id) do nothing;
end $$;

create function resume_wants_of_animal() returns trigger language plpgsql as $$
begin
  perform resume_wants(new.tenant_id, new.client_id, new.id, new.updated_at);
  return null;
end $$;
create trigger animals_resume_wants after update on animals
  for each row when (new.active and not old.active) execute function resume_wants_of_animal();

create function resume_wants_of_client() returns trigger language plpgsql as $$
begin
  perform resume_wants(new.tenant_id, new.id, null, new.updated_at);
  return null;
end $$;
create trigger clients_resume_wants after update on clients
  for each row when (new.archived_at is null and old.archived_at is not null)
  execute function resume_wants_of_client();
