-- transaction: none
-- What takes time with many appointments, in steps that commit, because the previous release keeps writing them. Can be
-- run again after it was interrupted.

do $$
declare
  practice bigint;
  last bigint;
begin
  -- An appointment that has ended gets its parts when it is next changed: only those to come can conflict. The lock on each
  -- lets it be changed meanwhile; the trigger then corrects its part.
  for practice in select t.id from tenants t order by t.id loop
    last := 0;
    while last is not null loop
      perform set_config('app.tenant_id', practice::text, true);
      with batch as (
        select b.* from bookings b
        where b.tenant_id = practice and b.id > last and b.starts_at >= now() - interval '3 days'
        order by b.id limit 500
        for key share
      ), made as (
        insert into booking_parts
          (tenant_id, booking_id, step, need, animal_id, service_id, user_id, during, busy, live, overlap_allowed)
        select b.tenant_id, b.id, 1, 0, b.animal_id, b.service_id, b.staff_id, b.during, b.during,
               b.status <> 'cancelled', b.overlap_allowed
        from batch b
        on conflict (tenant_id, booking_id, step, need) do nothing
      )
      select max(b.id) into last from batch b;
      commit;
    end loop;
  end loop;

  -- Those who have left are not in it, so it stays as small as a waiting room.
  create index if not exists bookings_here on bookings (tenant_id, booking_date)
    where stage in ('arrived', 'with', 'ready');
  commit;
  -- With the times of appointments, so that each person's minutes are counted from it alone.
  create index if not exists bookings_of_staff on bookings (tenant_id, staff_id, booking_date)
    include (id, booking_time, duration_minutes, status) where staff_id is not null;
  commit;
  drop index if exists bookings_by_staff_day;
  -- The parts refuse what this refused, under the same name, which the previous release knows.
  alter table bookings drop constraint if exists bookings_staff_overlap;
  alter index if exists booking_parts_staff_overlap rename to bookings_staff_overlap;
  commit;
end $$;
