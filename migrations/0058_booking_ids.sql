-- The server reads the id of an appointment before writing it.

grant usage on sequence bookings_id_seq to burrow_app;
