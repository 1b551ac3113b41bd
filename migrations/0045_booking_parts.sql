-- What each appointment occupies: a person, and the rooms and equipment it uses.

-- Not checked against existing appointments, which would block all use of them meanwhile: they have the default.
alter table bookings
  -- Copied from the service when the appointment is written.
  add column before_minutes smallint not null default 0,
  add column after_minutes smallint not null default 0,
  add constraint bookings_before_minutes_check check (before_minutes between 0 and 240) not valid,
  add constraint bookings_after_minutes_check check (after_minutes between 0 and 240) not valid;

-- One step of an appointment (need 0: its animal, service and person), and each resource that the step uses (need 1 and up).
create table booking_parts (
  tenant_id bigint not null references tenants,
  booking_id bigint not null,
  step smallint not null check (step between 1 and 20),
  need smallint not null check (need between 0 and 5),
  animal_id bigint not null,
  service_id bigint,
  user_id bigint,
  resource_id bigint,
  -- On the practice's clock; `busy` includes the time kept free before and after.
  during tsrange not null,
  busy tsrange not null,
  -- The same as columns, because under row-level security no index compares ranges.
  busy_from timestamp generated always as (lower(busy)) stored not null,
  busy_until timestamp generated always as (upper(busy)) stored not null,
  -- False for a cancelled appointment, which occupies nothing.
  live boolean not null,
  -- Whether the desk knowingly booked it over another.
  overlap_allowed boolean not null,
  -- Of a resource: whether it had one place when it was assigned.
  exclusive boolean not null default false,
  primary key (tenant_id, booking_id, step, need),
  foreign key (tenant_id, booking_id) references bookings on delete cascade,
  foreign key (tenant_id, animal_id) references animals,
  foreign key (tenant_id, service_id) references services,
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, resource_id) references resources,
  check (case when need = 0 then resource_id is null else resource_id is not null and user_id is null end),
  check (during <@ busy),
  -- Prevents double booking. The service takes an advisory lock first, so that concurrent bookings don't deadlock here.
  constraint booking_parts_staff_overlap exclude using gist (tenant_id with =, user_id with =, during with &&)
    where (user_id is not null and live and not overlap_allowed),
  constraint booking_parts_resource_overlap exclude using gist (tenant_id with =, resource_id with =, during with &&)
    where (resource_id is not null and exclusive and live and not overlap_allowed)
);
create index booking_parts_by_animal on booking_parts (tenant_id, animal_id);
create index booking_parts_by_resource on booking_parts (tenant_id, resource_id, busy_from) include (busy_until)
  where resource_id is not null and live;

-- Keeps the first step in agreement with its appointment, for every writer: also a server of the previous release.
create function maintain_booking_parts() returns trigger language plpgsql as $$
declare
  occupied tsrange := tsrange(
    lower(new.during) - new.before_minutes * interval '1 minute', upper(new.during) + new.after_minutes * interval '1 minute');
begin
  if tg_op = 'UPDATE' then
    update booking_parts p set
      animal_id = new.animal_id, service_id = new.service_id, during = new.during, busy = occupied,
      user_id = case when p.need = 0 then new.staff_id end,
      live = new.status <> 'cancelled', overlap_allowed = new.overlap_allowed
    where p.tenant_id = new.tenant_id and p.booking_id = new.id and p.step = 1;
    if found then return null; end if;
  end if;
  -- The migration that adds parts to existing appointments may add this one at the same moment.
  insert into booking_parts
    (tenant_id, booking_id, step, need, animal_id, service_id, user_id, during, busy, live, overlap_allowed)
  values (new.tenant_id, new.id, 1, 0, new.animal_id, new.service_id, new.staff_id, new.during, occupied,
          new.status <> 'cancelled', new.overlap_allowed)
  on conflict (tenant_id, booking_id, step, need) do update set
    animal_id = excluded.animal_id, service_id = excluded.service_id, user_id = excluded.user_id,
    during = excluded.during, busy = excluded.busy, live = excluded.live, overlap_allowed = excluded.overlap_allowed;
  return null;
end $$;

create trigger bookings_parts_made after insert on bookings
  for each row execute function maintain_booking_parts();
create trigger bookings_parts_changed after update on bookings
  for each row
  when ((old.during, old.staff_id, old.animal_id, old.service_id, old.status = 'cancelled', old.overlap_allowed,
         old.before_minutes, old.after_minutes)
    is distinct from (new.during, new.staff_id, new.animal_id, new.service_id, new.status = 'cancelled',
         new.overlap_allowed, new.before_minutes, new.after_minutes))
  execute function maintain_booking_parts();

-- A time held for a payment holds its person, rooms and equipment too.
alter table deposits
  add column staff_id bigint,
  add column resource_ids bigint[] not null default '{}' check (cardinality(resource_ids) <= 5),
  add column before_minutes smallint not null default 0 check (before_minutes between 0 and 240),
  add column after_minutes smallint not null default 0 check (after_minutes between 0 and 240),
  add foreign key (tenant_id, staff_id) references users;

select protect_tenant_table('booking_parts');
grant select on booking_parts to burrow_backup;
grant select, insert, update, delete on booking_parts to burrow_app;
