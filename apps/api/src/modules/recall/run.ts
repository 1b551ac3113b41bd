import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { standingOf, subscriptionState, type StandingRow } from '../../lib/subscription.ts';
import { todayOf } from '../care/public.ts';
import { restoredAt } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { writeSomeRecalls, type RecallsLeft } from './plan.ts';

const practicesWithWork = statement<{ tenant_id: number }>(
  'practices_with_care_work',
  'select p as tenant_id from practices_with_care_work($1) p order by p',
);

/** How many due dates are planned in a transaction. */
const maxPlanned = 500;

/**
 * Plans the day's due dates and queues its recalls, for all practices. Several processes may run it at once; each continues
 * the work that a killed one left unfinished.
 * @throws the error of a practice, after all others are done; it is retried next time
 */
export async function planRecalls(deps: Dependencies): Promise<void> {
  const failures: unknown[] = [];
  for (const { tenant_id: tenantId } of await deps.database.control.rows(practicesWithWork, [
    deps.clock.now(),
  ])) {
    try {
      while (await lookOnce(deps, tenantId));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Recalls failed; practices affected: ${failures.length}`);
}

// A process skips a practice that another one has locked. Before a restore, a look at ten o'clock that the backup lacks may
// have sent the same; so may any on the day of the restore, where the day of the last look was cleared.
const takeLook = statement<{ is_possibly_sent: boolean }>(
  'take_recall_look',
  `select coalesce(l.looked_on < (r.restored - interval '10 hours')::date, r.restored::date = $2::date, false) as is_possibly_sent
   from recall_looks l
   join tenants t on t.id = l.tenant_id
   cross join lateral (select ${restoredAt} at time zone t.time_zone as restored) r
   where l.tenant_id = $1 and (l.looked_on is null or l.looked_on < $2::date) for update of l skip locked`,
);
const finishLook = statement(
  'finish_recall_look',
  'update recall_looks set looked_on = $2 where tenant_id = $1',
);
const planFirstCare = statement<{ planned: number }>(
  'plan_first_care',
  'select plan_first_care($1, null, $2, $3) as planned',
);

/** One short transaction in a practice. @returns whether there is more to do */
const lookOnce = (deps: Dependencies, tenantId: number): Promise<boolean> =>
  inPractice(deps, { tenantId, action: 'animal_care_set', requestId: `recalls-${tenantId}` }, async (ctx) => {
    const { tx, now } = ctx;
    const today = todayOf(ctx);
    const look = await tx.row(takeLook, [tenantId, today]);
    if (!look) return false;
    const planned = (await tx.row(planFirstCare, [tenantId, now, maxPlanned]))?.planned ?? 0;
    const left = planned === maxPlanned ? null : await recallsLeft(ctx, today);
    const written = left === null ? 0 : await writeSomeRecalls(ctx, left, look.is_possibly_sent);
    if (planned + written > 0) tellScreens(ctx);
    if (planned === maxPlanned || written > 0) return true;
    tx.beforeCommit(finishLook, [tenantId, today]);
    return false;
  });

interface SettingsRow extends StandingRow {
  on: boolean;
  sms_cap: number;
  sms: number;
  email: number;
}

// $2 today, $3 the operator's daily limit of texts.
const recallSettings = statement<SettingsRow>(
  'recall_settings',
  `select t.recalls_on_since is not null as "on", least(t.sms_daily_cap, $3::integer) as sms_cap,
     count(k.id) filter (where k.type = 'sms')::integer as sms, count(k.id) filter (where k.type = 'email')::integer as email,
     t.trial_ends_at, t.subscription_status, t.subscription_ends_at
   from tenants t
   left join recalls r on r.tenant_id = t.id and r.day = $2::date
   left join comms k on k.tenant_id = t.id and k.client_id = r.client_id and k.recall_id = r.id
   where t.id = $1
   group by t.id`,
);

/** Recalls use at most half of the day's messages, so that reminders and confirmations are sent as well. */
const shareOf = (limit: number): number => Math.ceil(limit / 2);

/** How many may be queued today; null while the practice sends none. */
async function recallsLeft(
  { tx, tenantId, now, deps }: WorkContext,
  today: string,
): Promise<RecallsLeft | null> {
  const { SMS_PER_PRACTICE_PER_DAY: texts, MAIL_PER_PRACTICE_PER_DAY: emails } = deps.env;
  const row = await tx.row(recallSettings, [tenantId, today, texts]);
  if (!row?.on || subscriptionState(standingOf(row), now) === 'lapsed') return null;
  return {
    sms: Math.max(0, shareOf(row.sms_cap) - row.sms),
    email: Math.max(0, shareOf(emails) - row.email),
  };
}
