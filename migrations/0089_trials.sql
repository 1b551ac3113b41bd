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
