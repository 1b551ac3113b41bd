import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { overlapMs } from './reminders.ts';

/** Settings that decide when reminders are due. */
interface Timing {
  reminder_hours: readonly number[];
  time_zone: string;
}

// $2 now, $3 how many hours earlier the first reminder is, $4 the former time zone and $5 the new one, which can make
// appointments earlier: by the greater difference of now and of a week ahead, in case the clocks change. A reminder's key
// contains its hours, so those of the last run must not become due again. A catch-up that isn't finished continues from where
// it is.
const remindEarlier = statement(
  'remind_earlier',
  `update tenants t set reminders_from = least(coalesce(t.reminders_from, r.until) - e.earlier, r.until)
   from (
     select make_interval(hours => $3) + max((w.at at time zone $5) - (w.at at time zone $4)) as earlier
     from (values ($2::timestamptz), ($2::timestamptz + interval '7 days')) w (at)) e,
     (select least($2::timestamptz, (select m.at from work_marks m where m.name = 'reminders'))
        + interval '${overlapMs} milliseconds' as until) r
   where t.id = $1 and (e.earlier > interval '0' or t.reminders_from is not null)`,
);

const longest = ({ reminder_hours: hours }: Timing): number => Math.max(0, ...hours);

/**
 * After a change of settings that makes reminders due earlier: has the next run create those of appointments that would have had
 * theirs by now.
 */
export async function catchUpReminders(
  { tx, tenantId, now }: WorkContext,
  before: Timing,
  after: Timing,
): Promise<void> {
  const hours = longest(after) - longest(before);
  await tx.rows(remindEarlier, [tenantId, now, hours, before.time_zone, after.time_zone]);
}
