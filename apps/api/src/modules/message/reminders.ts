import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { moveWorkMark } from '../../db/job-heartbeats.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import { tellScreens } from '../notification/public.ts';
import { restoredAt } from './possibly-sent.ts';
import { queueMessages } from './queued-messages.ts';
import { waysInUse, leavesAt, channelsFor, onceOnly } from './service.ts';

/**
 * How far two runs overlap: a booking at that moment, by another process or another clock, may have been uncommitted.
 */
export const overlapMs = 60_000;
/** How many appointments are processed in a transaction. */
const chunk = 500;

const readMark = statement<{ at: string }>(
  'read_work_mark',
  "select m.at from work_marks m where m.name = 'reminders'",
);
const practicesToRemind = statement<{ tenant_id: number }>(
  'practices_to_remind',
  'select p as tenant_id from practices_to_remind($1, $2) p order by p',
);

interface Chunk {
  found: number;
  written: number;
  last_starts_at: string | null;
  last_id: number | null;
}

// $2 since, which `reminders_from` replaces after a suspension; $3 now, $4 $5 where the last chunk ended, $6 the pattern of
// numbers that get texts, $7 ways in use. Of several moments that have passed since, only the last one counts: no client gets
// two reminders at once.
const remindOfBookings = statement<Chunk>(
  'remind_of_bookings',
  `with due as materialized (
     select b.id, b.client_id, b.starts_at, min(o.hours) as hours
     from tenants t
     cross join lateral unnest(t.reminder_hours) o (hours)
     cross join lateral (
       select k.id, k.client_id, k.starts_at, k.created_at from bookings k
       where k.tenant_id = $1 and k.status in ('pending', 'confirmed') and not k.is_provisional
         and k.starts_at > greatest($3::timestamptz,
           coalesce(t.reminders_from - interval '${overlapMs} milliseconds', $2::timestamptz) + o.hours * interval '1 hour')
         and k.starts_at <= $3::timestamptz + o.hours * interval '1 hour'
       offset 0) b
     where t.id = $1 and (b.starts_at, b.id) > ($4::timestamptz, $5::bigint)
       and b.created_at < b.starts_at - o.hours * interval '1 hour'
     group by b.id, b.client_id, b.starts_at
     order by b.starts_at, b.id
     limit ${chunk}),
   written as (
     ${queueMessages(
       {
         tenant: 't.id',
         client: 'd.client_id',
         about: ['booking_id', 'd.id'],
         type: 'ch.type',
         kind: "'booking_reminder'",
         recipient: 'ch.recipient',
         key: "concat_ws(':', 'reminder', d.id, extract(epoch from d.starts_at)::bigint, d.hours, ch.type)",
         priority: 1,
         dueAt: leavesAt('$3::timestamptz'),
         told: 'd.starts_at',
         isPossiblySent: `${leavesAt("d.starts_at - d.hours * interval '1 hour'")} <= ${restoredAt}`,
         now: '$3',
       },
       `from due d
     join tenants t on t.id = $1
     join clients c on c.tenant_id = $1 and c.id = d.client_id and c.archived_at is null
     ${channelsFor("'booking_reminder'", '$6', '$7::text[]')}
     where ${leavesAt('$3::timestamptz')} < d.starts_at
     order by d.starts_at, d.id, ch.type desc
     ${onceOnly}
     returning id`,
     )}),
   caught_up as (
     update tenants t set reminders_from = null
     where t.id = $1 and t.reminders_from is not null and t.suspended_at is null
       and (select count(*) from due) < ${chunk})
   select (select count(*)::integer from due) as found, (select count(*)::integer from written) as written,
     (select d.starts_at from due d order by d.starts_at desc, d.id desc limit 1) as last_starts_at,
     (select d.id from due d order by d.starts_at desc, d.id desc limit 1) as last_id`,
);

/**
 * Creates the reminders that have come due since the last run, over all practices, and leaves them to the sender.
 * Several processes may run it at once, and each continues what another left unfinished: each reminder is created once.
 * After a time without a run, or in which its practice was suspended, every upcoming appointment that missed one gets its
 * reminder. Those that came due before a restore fail instead, because they may have been sent.
 * @returns how many there are
 * @throws the database's error for a practice, after all others are done; it is retried next time
 */
export async function planReminders(deps: Dependencies): Promise<number> {
  const { control } = deps.database;
  const now = deps.clock.now();
  const mark = await control.row(readMark);
  // The first run begins now, without overdue reminders.
  const last = mark ? Math.min(new Date(mark.at).getTime(), now.getTime()) : now.getTime();
  const since = new Date(last - overlapMs);
  const practices = await control.rows(practicesToRemind, [since, now]);
  const failures: unknown[] = [];
  let written = 0;
  for (const { tenant_id: tenantId } of practices) {
    try {
      written += await remindIn(deps, tenantId, since, now);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Reminders failed; practices affected: ${failures.length}`);
  await moveWorkMark(control, 'reminders', now);
  return written;
}

/** Creates a practice's reminders in short transactions. */
async function remindIn(deps: Dependencies, tenantId: number, since: Date, now: Date): Promise<number> {
  let written = 0;
  let [startsAt, id] = [now.toISOString(), 0];
  for (;;) {
    const done = await remindOfChunk(deps, tenantId, [since, now, startsAt, id]);
    written += done?.written ?? 0;
    // Everything is done, or the rest is less than a chunk.
    if (!done || done.found < chunk || done.last_starts_at === null || done.last_id === null) return written;
    [startsAt, id] = [done.last_starts_at, done.last_id];
  }
}

const remindOfChunk = (
  deps: Dependencies,
  tenantId: number,
  range: readonly [since: Date, now: Date, startsAt: string, id: number],
): Promise<Chunk | undefined> =>
  inPractice(
    deps,
    { tenantId, action: 'message_resend', requestId: `reminders-${tenantId}` },
    async (ctx) => {
      const phone = textablePhone(ctx.session.locale);
      const done = await ctx.tx.row(remindOfBookings, [tenantId, ...range, phone, waysInUse(deps)]);
      if (done && done.written > 0) tellScreens(ctx);
      return done;
    },
  );
