import { addDays } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { cursorId } from '../../lib/paging.ts';
import { searchPattern } from '../../lib/search-pattern.ts';

const practicePage = statement<OutputOf<'superadmin/practices'>[number]>(
  'operator_practices',
  `select p.*, operator_trial_last_day($1, $2, p.id) as trial_last_day, m.move, m.moved_to
   from operator_practices($1, $2, $3, $4, $5, $6) p
   left join lateral (
     select case when x.moved_to is null then 'moving' else 'moved' end as move, x.moved_to
     from move_of_practice(p.id) x) m on true
   order by p.id desc`,
);
const installationTotals = statement<OutputOf<'superadmin/totals'>>(
  'operator_totals',
  'select t.* from operator_totals($1, $2) t',
);
type SecurityEvent = OutputOf<'superadmin/security_events'>[number];
const securityEventPage = statement<SecurityEvent>(
  'operator_security_events',
  `select e.id, e.happened_at as at, e.event, e.reason, e.name, e.email, e.practice_name, e.network, e.device, e.times, e.last_at
   from operator_security_events($1, $2, $3, $4::citext, $5, $6, $7, $8) e
   order by e.happened_at desc, e.id desc`,
);
const weeklyActivity = statement<OutputOf<'superadmin/activity'>[number]>(
  'operator_activity',
  'select a.* from operator_activity($1, $2, $3) a order by a.week',
);

/** A page of the installation's practices, newest first, with how much each holds. */
export const listPractices = (
  { tx, session, now }: Ctx,
  { q, status, cursor, limit }: ParsedInputOf<'superadmin/practices'>,
): Promise<OutputOf<'superadmin/practices'>> =>
  tx.rows(practicePage, [session.keyHash, now, searchPattern(q), status ?? null, cursorId(cursor), limit]);

/** The size of the installation. */
export async function countEverything({ tx, session, now }: Ctx): Promise<OutputOf<'superadmin/totals'>> {
  const totals = await tx.row(installationTotals, [session.keyHash, now]);
  if (!totals) throw new AppError('forbidden');
  return totals;
}

/** The activity of each of the last weeks, the current one last. */
export const listActivity = (
  { tx, session, now }: Ctx,
  weeks: number,
): Promise<OutputOf<'superadmin/activity'>> => tx.rows(weeklyActivity, [session.keyHash, now, weeks]);

type LogInput = ParsedInputOf<'superadmin/security_events'>;

/** A page of the installation's security log, newest first. */
export const listSecurityEvents = (
  { tx, session, now }: Ctx,
  { kind, email, date_from: from, date_to: to, cursor, limit }: LogInput,
): Promise<SecurityEvent[]> =>
  tx.rows(securityEventPage, [
    session.keyHash,
    now,
    kind ?? null,
    email ?? null,
    from ?? null,
    to === undefined ? null : addDays(to, 1),
    cursorId(cursor),
    limit,
  ]);
