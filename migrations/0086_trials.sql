-- A trial counts whenever no subscription does, so that an operator can give one to a practice whose subscription has ended. The
-- same rule as the API's own for a session, days of grace included.
create or replace function practice_status(
  suspended_at timestamptz, subscription_status text, subscription_ends_at timestamptz, trial_ends_at timestamptz,
  at timestamptz)
returns text language sql immutable as $$
  select case
    when suspended_at is not null then 'suspended'
    when subscription_status in ('active', 'past_due')
      and (subscription_ends_at is null or at < subscription_ends_at + interval '72 hours') then subscription_status
    when subscription_status = 'cancelled' and at < subscription_ends_at then 'active'
    when at < trial_ends_at + interval '72 hours' then 'trial'
    else 'lapsed'
  end
$$;

-- The last day of a practice's trial on its own clock, for the list of practices. Null without one.
create function operator_trial_last_day(hash bytea, at timestamptz, practice bigint) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select (t.trial_ends_at at time zone t.time_zone)::date from tenants t
  where t.id = practice and exists (select from live_operator(hash, at))
$$;
-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_operator;
alter function operator_trial_last_day(bytea, timestamptz, bigint) owner to burrow_operator;
revoke all on function operator_trial_last_day(bytea, timestamptz, bigint) from public;
grant execute on function operator_trial_last_day(bytea, timestamptz, bigint) to burrow_app;
revoke create on schema public from burrow_operator;
