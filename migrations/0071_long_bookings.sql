-- What can overlap some time is read by day and time. Only an appointment of more than two hours can have begun much
-- earlier: with an index of these few, the others are looked for in the hours around it instead of two days.

create index if not exists bookings_long on bookings (tenant_id, booking_date) where duration_minutes > 120;
