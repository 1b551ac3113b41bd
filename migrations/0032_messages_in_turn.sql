-- Messages left in the order in which they fell due, over all practices: one practice with more to send than the pace allows
-- kept everybody else's waiting. Now practices take turns, and what was planned (priority 1) has every second place beside
-- what a client waits for (priority 0).

-- Per priority, the practice that was served last; and which priority comes next.
alter table send_pace
  add column last_practices bigint[] not null default '{0,0}',
  add column next_priority integer not null default 0;

-- From one practice to the next, however many messages wait for each.
create index comms_waiting on comms (type, priority, tenant_id, due_at, id) where status = 'pending' and kind is not null;

-- Lends the next messages that are due to the caller, for as long as the lease, and no more than the channel may send a
-- second, however many processes ask. What nothing has sent when the lease ends is lent again. What belongs to a suspended
-- practice is passed over (comms.held_back_since is no longer written).
create or replace function claim_messages(channel text, at timestamptz, lease interval, per_second numeric, wanted integer)
returns table (tenant_id bigint, message_id bigint, attempt integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- What has been saved up may leave at once, so the pace and what is saved up stay below the limit of any second together.
  pace numeric := per_second * 0.8;
  saved interval := greatest(interval '0.2 second', interval '1 second' / pace);
  free timestamptz;
  last bigint[];
  next integer;
  allowed integer;
  taken integer := 0;
  misses integer := 0;
  after bigint;
  until bigint;
begin
  -- Callers of the same moment wait for this look, which is short.
  -- A clock that was wrong once must not hold everything back until its time has come.
  select case when p.free_at > at + greatest(interval '5 seconds', 2 * saved) then at - saved
    else greatest(p.free_at, at - saved) end, p.last_practices, p.next_priority
  into free, last, next
  from send_pace p where p.channel = claim_messages.channel for update;
  allowed := least(wanted, floor(extract(epoch from at - free) * pace)::integer);
  if allowed is null or allowed < 1 then return; end if;
  while taken < allowed and misses < 2 loop
    tenant_id := null;
    -- Most looks find nothing due, and are spared the way from practice to practice.
    if at >= (
      select c.due_at from comms c
      where c.type = claim_messages.channel and c.status = 'pending' and c.kind is not null and c.priority = next
      order by c.due_at limit 1)
    then
      -- The practices after the last one, and then those from the first on; as far as one with something due.
      for lap in 0..1 loop
        after := case lap when 0 then last[next + 1] else 0 end;
        until := case lap when 0 then 9223372036854775807 else last[next + 1] end;
        with recursive waiting as (
          (select c.tenant_id from comms c
           where c.type = claim_messages.channel and c.status = 'pending' and c.kind is not null and c.priority = next
             and c.tenant_id > after and c.tenant_id <= until
           order by c.tenant_id limit 1)
          union all
          select n.tenant_id from waiting w cross join lateral (
            select c.tenant_id from comms c
            where c.type = claim_messages.channel and c.status = 'pending' and c.kind is not null and c.priority = next
              and c.tenant_id > w.tenant_id and c.tenant_id <= until
            order by c.tenant_id limit 1) n)
        select d.tenant_id, d.id into tenant_id, message_id
        from waiting w
        cross join lateral (
          select c.tenant_id, c.id from comms c
          where c.type = claim_messages.channel and c.status = 'pending' and c.kind is not null and c.priority = next
            and c.tenant_id = w.tenant_id and c.due_at <= at and (c.locked_until is null or c.locked_until <= at)
            and exists (select from tenants t where t.id = w.tenant_id and t.suspended_at is null)
          order by c.due_at, c.id limit 1
          for update of c skip locked) d
        limit 1;
        exit when tenant_id is not null;
      end loop;
    end if;
    if tenant_id is null then
      misses := misses + 1;
    else
      update comms c set locked_until = at + lease, attempts = c.attempts + 1
      where c.tenant_id = claim_messages.tenant_id and c.id = message_id returning c.attempts into attempt;
      last[next + 1] := tenant_id;
      taken := taken + 1;
      misses := 0;
      return next;
    end if;
    next := 1 - next;
  end loop;
  if taken > 0 then
    update send_pace p
    set free_at = free + taken * interval '1 second' / pace, last_practices = last, next_priority = next
    where p.channel = claim_messages.channel;
  end if;
end $$;
