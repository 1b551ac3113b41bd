-- What reports and analytics need to know of the past, kept beside the record. The indexes they read are the next file's, so
-- that what is locked here to be filled in is free again while they are built.

-- ------------------------------------------------------------------------------------------------------------ payments

-- What the money was for, as it stood when it was taken: the ledger never changes, so neither does a service's revenue
-- when the appointment is given another service later. What is taken back is taken from where it was counted.
alter table payments
  add column service_id bigint,
  add constraint payments_of_service foreign key (tenant_id, service_id) references services;

create function name_service_of_payment() returns trigger language plpgsql as $$
begin
  new.service_id := case
    when new.reverses_payment_id is not null then (
      select p.service_id from payments p where p.tenant_id = new.tenant_id and p.id = new.reverses_payment_id)
    when new.booking_id is not null then (
      select b.service_id from bookings b where b.tenant_id = new.tenant_id and b.id = new.booking_id)
    else (
      select d.service_id from deposits d where d.tenant_id = new.tenant_id and d.id = new.deposit_id) end;
  return new;
end $$;
create trigger payments_service before insert on payments for each row execute function name_service_of_payment();

-- The owner of the tables is held to their policies as well, and none is meant for an owner.
alter table payments no force row level security;
alter table bookings no force row level security;
alter table deposits no force row level security;
alter table clients no force row level security;

update payments p set service_id = coalesce(
  (select b.service_id from bookings b where b.tenant_id = p.tenant_id and b.id = p.booking_id),
  (select d.service_id from deposits d where d.tenant_id = p.tenant_id and d.id = p.deposit_id));

-- ------------------------------------------------------------------------------------------------------------- clients

-- The day of a client's first appointment that was not cancelled, which may be still to come: who is new on a day.
alter table clients add column first_booking_on date;

update clients c set first_booking_on = first.day
from (
  select b.tenant_id, b.client_id, min(b.booking_date) as day
  from bookings b where b.status <> 'cancelled' group by b.tenant_id, b.client_id) first
where c.tenant_id = first.tenant_id and c.id = first.client_id;

alter table payments force row level security;
alter table bookings force row level security;
alter table deposits force row level security;
alter table clients force row level security;

create function keep_first_booking() returns trigger language plpgsql as $$
declare
  known date;
begin
  -- Whoever changes the appointments of the same client at the same moment waits here, so that each sees the other's.
  if tg_op = 'INSERT' then
    select c.first_booking_on into known from clients c
    where c.tenant_id = new.tenant_id and c.id = new.client_id for no key update;
    if known is null or known > new.booking_date then
      update clients c set first_booking_on = new.booking_date where c.tenant_id = new.tenant_id and c.id = new.client_id;
    end if;
    return null;
  end if;
  perform from clients c
  where c.tenant_id = old.tenant_id and c.id in (old.client_id, new.client_id) order by c.id for no key update;
  update clients c set first_booking_on = first.day
  from unnest(array[old.client_id, new.client_id]) touched (client_id)
  cross join lateral (
    select min(b.booking_date) as day from bookings b
    where b.tenant_id = old.tenant_id and b.client_id = touched.client_id and b.status <> 'cancelled') first
  where c.tenant_id = old.tenant_id and c.id = touched.client_id and c.first_booking_on is distinct from first.day;
  return null;
end $$;
create trigger bookings_first_made after insert on bookings
  for each row when (new.status <> 'cancelled') execute function keep_first_booking();
create trigger bookings_first_changed after update of booking_date, client_id, status on bookings
  for each row
  when (old.booking_date <> new.booking_date or old.client_id <> new.client_id
        or (old.status = 'cancelled') <> (new.status = 'cancelled'))
  execute function keep_first_booking();
create trigger bookings_first_deleted after delete on bookings
  for each row when (old.status <> 'cancelled') execute function keep_first_booking();
