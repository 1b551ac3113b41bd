-- What the page of whoever runs the installation needs beside the figures: how providers have answered, and why work failed.

-- By the hour, over all practices and processes: how often, when last, and the provider's own code. Nothing of a call.
create table provider_outcomes (
  provider text not null check (provider in ('sms', 'mail', 'payments', 'storage')),
  hour timestamptz not null,
  worked integer not null default 0 check (worked >= 0),
  failed integer not null default 0 check (failed >= 0),
  last_worked_at timestamptz,
  last_failed_at timestamptz,
  last_failure text check (last_failure ~ '^[A-Za-z0-9_.-]{1,64}$'),
  primary key (provider, hour)
);
grant select, insert, update, delete on provider_outcomes to burrow_app;
grant select on provider_outcomes to burrow_backup;

grant select (type, status, kind, updated_at, dismissed_at, last_error) on comms to burrow_operator;
grant select (status, settled_at, last_error) on refunds to burrow_operator;
create policy operator on comms for select to burrow_operator using (true);
create policy operator on refunds for select to burrow_operator using (true);

-- A reason as whoever runs the installation may read it: one that the product writes about a provider, which holds codes
-- and plain words, or one of the provider's own words for a refund. Whatever else a practice's record says is kept from them.
create function shown_failure(reason text) returns text
language sql immutable set search_path = public, pg_temp as $$
  select case
    when reason ~ '^(Twilio|The server of mail|Stripe) [a-z ]{1,40}(: [A-Za-z0-9_ ,()]{1,80})?[.]?$' then reason
    when reason ~ '^The daily limit of [0-9]+ text messages is reached[.]$' then reason
    when reason in ('charge_for_pending_refund_disputed', 'declined', 'expired_or_canceled_card', 'insufficient_funds',
                    'lost_or_stolen_card', 'merchant_request', 'unknown') then reason
    else 'a reason of its own, which the practice sees'
  end
$$;

-- Why messages of the last day were given up, and refunds have failed: the reason and how often, never whose.
create function operator_failures(hash bytea, at timestamptz)
returns table (kind text, part text, reason text, amount bigint, latest_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  (select 'message', c.type, shown_failure(c.last_error), count(*), max(c.updated_at)
   from live_operator(hash, at) o
   cross join comms c
   where c.status = 'failed' and c.kind is not null and c.dismissed_at is null and c.updated_at > at - interval '24 hours'
   group by 2, 3
   order by 4 desc, 2, 3
   limit 20)
  union all
  (select 'refund', r.status, shown_failure(r.last_error), count(*), max(r.settled_at)
   from live_operator(hash, at) o
   cross join refunds r
   where r.status in ('failed', 'unknown')
   group by 2, 3
   order by 4 desc, 2, 3
   limit 20)
$$;

-- Handing a function over asks that its new owner may create in the schema, for as long as that takes.
grant create on schema public to burrow_operator;
alter function shown_failure(text) owner to burrow_operator;
alter function operator_failures(bytea, timestamptz) owner to burrow_operator;
revoke all on function shown_failure(text) from public;
revoke all on function operator_failures(bytea, timestamptz) from public;
grant execute on function operator_failures(bytea, timestamptz) to burrow_app;
revoke create on schema public from burrow_operator;
