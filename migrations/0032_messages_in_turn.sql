-- Messages left in the order in which they fell due, over all practices: one practice with more to send than the pace allows
-- kept everybody else's waiting. Now practices take turns, and what was planned (priority 1) has every second place beside
-- what a client waits for (priority 0).

-- Per priority, the practice that was served last; and which priority comes next.
alter table send_pace
  add column last_practices bigint[] not null default '{0,0}',
  add column next_priority integer not null default 0;

-- From one practice to the next, however many messages wait for each. What is due over all practices is read by comms_due.
create index comms_waiting on comms (type, priority, tenant_id, due_at, id) where status = 'pending' and kind is not null;

-- Lists practices with a message of a priority to claim, in the order of their turns after the practice `after`, at most
-- `wanted`. Its cost depends on neither the messages nor the practices that wait: it reads at most 500 due messages, and visits
-- at most 500 practices if there are more. If none of those has a message to claim, it lists the practices of the messages that
-- have been due for longest, and `stopped_at` is the practice after which the next look continues.
create function practices_in_turn(
  channel text, at timestamptz, priority integer, after bigint, wanted integer, out practices bigint[], out stopped_at bigint)
language plpgsql stable as $$
declare
  due integer;
  oldest bigint[];
  visited record;
  visits integer := 0;
begin
  with head as materialized (
    select c.tenant_id, c.locked_until from comms c
    where c.type = practices_in_turn.channel and c.status = 'pending' and c.kind is not null
      and c.priority = practices_in_turn.priority and c.due_at <= at
    order by c.due_at, c.tenant_id, c.id
    limit 500)
  select count(*), array_agg(distinct h.tenant_id) filter (where h.locked_until is null or h.locked_until <= at)
  into due, oldest from head h;
  if oldest is not null then
    select array_agg(t.id order by t.id <= after, t.id) into oldest
    from tenants t where t.id = any (oldest) and t.suspended_at is null;
  end if;
  practices := '{}';
  if due < 500 then
    practices := coalesce(oldest[:wanted], '{}');
    return;
  end if;
  -- The practices after the last one, and then those from the first on.
  for lap in 0..1 loop
    for visited in
      with recursive waiting as (
        select case lap when 0 then after else 0 end as tenant_id, null::timestamptz as due_at
        union all
        select n.tenant_id, n.due_at from waiting w cross join lateral (
          select c.tenant_id, c.due_at from comms c
          where c.type = practices_in_turn.channel and c.status = 'pending' and c.kind is not null
            and c.priority = practices_in_turn.priority and c.tenant_id > w.tenant_id
            and c.tenant_id <= case lap when 0 then 9223372036854775807 else after end
          order by c.tenant_id, c.due_at limit 1) n)
      select w.tenant_id, w.due_at from waiting w where w.due_at is not null
    loop
      visits := visits + 1;
      if visited.due_at <= at
        and exists (select from tenants t where t.id = visited.tenant_id and t.suspended_at is null)
        and (
          select c.id from comms c
          where c.type = practices_in_turn.channel and c.status = 'pending' and c.kind is not null
            and c.priority = practices_in_turn.priority
            and c.tenant_id >= visited.tenant_id and c.tenant_id <= visited.tenant_id
            and c.due_at <= at and (c.locked_until is null or c.locked_until <= at)
          order by c.tenant_id, c.due_at, c.id limit 1) is not null
      then
        practices := practices || visited.tenant_id;
        if cardinality(practices) = wanted then return; end if;
      end if;
      if visits = 500 then
        if cardinality(practices) = 0 then
          practices := coalesce(oldest[:wanted], '{}');
          stopped_at := visited.tenant_id;
        end if;
        return;
      end if;
    end loop;
  end loop;
end $$;
revoke all on function practices_in_turn(text, timestamptz, integer, bigint, integer) from public;
grant execute on function practices_in_turn(text, timestamptz, integer, bigint, integer) to burrow_worker;

-- Lends the next messages that are due to the caller, for as long as the lease, and no more than the channel may send a
-- second, however many processes ask. What nothing has sent when the lease ends is lent again. What belongs to a suspended
-- practice is passed over (comms.held_back_since is no longer written).
-- Statistics lag behind when thousands of messages are inserted at once. Whatever they say, every read must follow the index
-- that has its order: hence no sorting, one practice is read as a range, whose order only comms_waiting has, and the row is
-- updated by cursor.
create or replace function claim_messages(channel text, at timestamptz, lease interval, per_second numeric, wanted integer)
returns table (tenant_id bigint, message_id bigint, attempt integer)
language plpgsql security definer set search_path = public, pg_temp
set enable_sort = off set enable_incremental_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
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
  -- The practices of both priorities in turn, each read when it is needed; `line` is the one in use.
  awaited bigint[];
  planned bigint[];
  line bigint[];
  candidate refcursor;
  stop bigint;
  stops bigint[] := '{null,null}';
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
    line := case next when 0 then awaited else planned end;
    if line is null then
      select p.practices, p.stopped_at into line, stop
      from practices_in_turn(claim_messages.channel, at, next, last[next + 1], allowed) p;
      stops[next + 1] := stop;
      last[next + 1] := coalesce(stop, last[next + 1]);
    end if;
    tenant_id := null;
    while tenant_id is null and cardinality(line) > 0 loop
      open candidate for select c.tenant_id, c.id from comms c
      where c.type = claim_messages.channel and c.status = 'pending' and c.kind is not null and c.priority = next
        and c.tenant_id >= line[1] and c.tenant_id <= line[1]
        and c.due_at <= at and (c.locked_until is null or c.locked_until <= at)
      order by c.tenant_id, c.due_at, c.id limit 1
      for update of c skip locked;
      fetch candidate into tenant_id, message_id;
      if tenant_id is not null then
        update comms c set locked_until = at + lease, attempts = c.attempts + 1
        where current of candidate returning c.attempts into attempt;
      end if;
      close candidate;
      line := line[2:];
    end loop;
    -- A practice that was served has its next turn after the others of this call.
    if tenant_id is not null then line := line || tenant_id; end if;
    if next = 0 then awaited := line; else planned := line; end if;
    if tenant_id is null then
      misses := misses + 1;
    else
      if stops[next + 1] is null then last[next + 1] := tenant_id; end if;
      taken := taken + 1;
      misses := 0;
      return next;
    end if;
    next := 1 - next;
  end loop;
  if taken > 0 or stops <> '{null,null}' then
    update send_pace p
    set free_at = free + taken * interval '1 second' / pace, last_practices = last, next_priority = next
    where p.channel = claim_messages.channel;
  end if;
end $$;
