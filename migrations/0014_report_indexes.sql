-- What reports count, in indexes that hold all of it: two years are counted without a look at anything else. Each is built
-- under a new name beside the one it follows, which goes at the end: until then the tables can still be read.

create index payments_by_time_to_count on payments (tenant_id, taken_at)
  include (amount_pence, kind, method, service_id, booking_id);

-- Who is new between two days; who was on the books at the end of one.
create index clients_by_first_booking on clients (tenant_id, first_booking_on) where first_booking_on is not null;
create index clients_by_creation on clients (tenant_id, created_at) include (archived_at);

-- All that is counted of an appointment, and what is still to be paid of it. One wide index: each more would have to be
-- written with every appointment.
create index bookings_by_day_to_count on bookings (tenant_id, booking_date, booking_time)
  include (status, client_id, service_id, is_provisional, price_pence, paid_pence);

-- Has the appointments of one person without a look at them, to be held against the ledger.
create index bookings_by_staff_day_to_count on bookings (tenant_id, staff_id, booking_date) include (id)
  where staff_id is not null;

create index animals_active_to_count on animals (tenant_id, species_id) include (created_at) where active;

-- An index answers alone only for pages that have been vacuumed since they were written. By default that waits until a fifth
-- of the table has changed: of millions of appointments that is a year of them, all looked up one by one until then.
alter table bookings set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table payments set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table clients set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table animals set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The file before has written every payment and client anew.
analyze payments, clients, bookings, animals;

drop index payments_by_time, bookings_by_day, bookings_by_staff_day, animals_active;
alter index payments_by_time_to_count rename to payments_by_time;
alter index bookings_by_day_to_count rename to bookings_by_day;
alter index bookings_by_staff_day_to_count rename to bookings_by_staff_day;
alter index animals_active_to_count rename to animals_active;
