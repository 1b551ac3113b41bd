-- Notifications in the order of their time. A practice that moved back to an installation of a lower number gets ids again below those
-- that it has.

create index notifications_by_time on notifications (tenant_id, created_at, id);

-- The time of the last notification that a person has seen. Null, or older than that of `last_seen_id`, if a server of the previous
-- release noted it.
alter table notification_reads add column last_seen_at timestamptz;

-- The time for a new notification of something that happened at `at`: later than all before, so a person who has seen one has seen all
-- earlier ones. It locks the practice's notifications until the transaction ends, and sees what was committed while it waited.
create function notification_time(practice bigint, at timestamptz) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notifications:' || practice, 0));
  return greatest(at, (
    select max(n.created_at) + interval '1 microsecond' from notifications n where n.tenant_id = practice));
end $$;
