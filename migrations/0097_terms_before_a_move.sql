-- The terms of an appointment before the practice moved it without notifying its client, so that moving it back restores them.
-- Null for every other change.
alter table booking_changes add column terms_before jsonb;
