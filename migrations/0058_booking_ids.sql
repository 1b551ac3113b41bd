-- The server takes the id of an appointment before it writes it.

grant usage on sequence bookings_id_seq to burrow_app;
