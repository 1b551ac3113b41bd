-- What the report of cancellations counts, in indexes that hold all of it (see 0014): of all appointments also the member of
-- staff, and of those that were cancelled why and by whom.

create index bookings_by_day_and_staff on bookings (tenant_id, booking_date, booking_time)
  include (status, client_id, service_id, is_provisional, price_pence, paid_pence, staff_id);
create index bookings_cancelled on bookings (tenant_id, booking_date)
  include (id, service_id, staff_id, is_provisional, cancel_reason, cancelled_by) where status = 'cancelled';

drop index bookings_by_day;
alter index bookings_by_day_and_staff rename to bookings_by_day;
