-- Ends waitlist entries on the practice's clock, and gives time zones their present names.

-- Ends with the local day, as the run in the practice does. No zone is more than a day ahead of UTC, which limits the index.
create or replace function practices_with_waitlist_work(at timestamptz) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id from tenants t
  join (select o.tenant_id from offers o where o.state = 'open'
        union select f.tenant_id from freed_times f where f.due_at <= at
        union select l.tenant_id from waitlist_looks l where l.changed
        union select w.tenant_id from wants w
              join tenants z on z.id = w.tenant_id
              where w.state in ('waiting', 'offered') and w.until_date < (at at time zone 'UTC')::date + 1
                and w.until_date < (at at time zone z.time_zone)::date) work
    on work.tenant_id = t.id
  where t.suspended_at is null
$$;

-- Only a system with its legacy time zones knows the former names. Runs as the roles that see the rows, as in 0080.
do $$
declare
  renamed record;
begin
  set local role burrow_operator;
  for renamed in
    select t.id, n.present
    from tenants t
    join (values
      ('Africa/Asmera', 'Africa/Asmara'),
      ('America/Buenos_Aires', 'America/Argentina/Buenos_Aires'),
      ('America/Catamarca', 'America/Argentina/Catamarca'),
      ('America/Coral_Harbour', 'America/Atikokan'),
      ('America/Cordoba', 'America/Argentina/Cordoba'),
      ('America/Godthab', 'America/Nuuk'),
      ('America/Indianapolis', 'America/Indiana/Indianapolis'),
      ('America/Jujuy', 'America/Argentina/Jujuy'),
      ('America/Louisville', 'America/Kentucky/Louisville'),
      ('America/Mendoza', 'America/Argentina/Mendoza'),
      ('Asia/Calcutta', 'Asia/Kolkata'),
      ('Asia/Katmandu', 'Asia/Kathmandu'),
      ('Asia/Rangoon', 'Asia/Yangon'),
      ('Asia/Saigon', 'Asia/Ho_Chi_Minh'),
      ('Atlantic/Faeroe', 'Atlantic/Faroe'),
      ('Europe/Kiev', 'Europe/Kyiv'),
      ('Pacific/Enderbury', 'Pacific/Kanton'),
      ('Pacific/Ponape', 'Pacific/Pohnpei'),
      ('Pacific/Truk', 'Pacific/Chuuk')) n (former, present) on t.time_zone = n.former
  loop
    set local role burrow_app;
    perform set_config('app.tenant_id', renamed.id::text, true);
    update tenants t set time_zone = renamed.present where t.id = renamed.id;
  end loop;
  perform set_config('app.tenant_id', '', true);
  reset role;
end $$;
