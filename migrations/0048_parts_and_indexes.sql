-- When each person has appointments, in the index that has them by day: their minutes are counted from it alone. Built under a
-- new name beside the one it follows, which goes at the end: until then the table can still be read.

create index bookings_by_staff_day_with_times on bookings (tenant_id, staff_id, booking_date)
  include (id, booking_time, duration_minutes, status) where staff_id is not null;
drop index bookings_by_staff_day;
alter index bookings_by_staff_day_with_times rename to bookings_by_staff_day;
