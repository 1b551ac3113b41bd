-- transaction: none
-- What the report of cancellations counts, in indexes that hold all of it (see 0014): of all appointments also the member of
-- staff, and of those that were cancelled why and by whom. In steps that commit, because dropping an index needs a stronger
-- lock than building one. Can be run again after it was interrupted.

do $$
begin
  create index if not exists bookings_cancelled on bookings (tenant_id, booking_date)
    include (id, service_id, staff_id, is_provisional, cancel_reason, cancelled_by) where status = 'cancelled';
  commit;
  create index if not exists bookings_by_day_and_staff on bookings (tenant_id, booking_date, booking_time)
    include (status, client_id, service_id, is_provisional, price_pence, paid_pence, staff_id);
  commit;
  drop index if exists bookings_by_day;
  alter index bookings_by_day_and_staff rename to bookings_by_day;
  commit;
end $$;
