import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { periodContext, spannedBy } from './report-context.ts';

type Answer = OutputOf<'reports/gaps_filled'>;

interface GapsRow {
  freed: number;
  freed_minutes: number;
  offered: number;
  offers: number;
  filled: number;
  filled_minutes: number;
  moved: number;
  waitlist_off: boolean;
  value_pence: number;
}

// $2 $3 the instants of the period, half-open.
const filledGaps = statement<GapsRow>(
  'report_gaps_filled',
  `select f.*, o.*, (select t.waitlist_mode = 'off' from tenants t where t.id = $1) as waitlist_off from (
     select count(*)::integer as freed,
       coalesce(sum(extract(epoch from upper(f.during) - lower(f.during)) / 60), 0)::integer as freed_minutes,
       count(*) filter (where exists (
         select from offers o where o.tenant_id = f.tenant_id and o.freed_time_id = f.id))::integer as offered
     from freed_times f where f.tenant_id = $1 and f.freed_at >= $2 and f.freed_at < $3) f
   cross join (
     select count(*)::integer as offers, count(*) filter (where o.state = 'taken')::integer as filled,
       coalesce(sum(o.duration_minutes) filter (where o.state = 'taken'), 0)::integer as filled_minutes,
       count(*) filter (where o.state = 'taken' and w.keep_booking_id is not null)::integer as moved,
       coalesce(sum(o.price_pence) filter (where o.state = 'taken' and w.keep_booking_id is null), 0) as value_pence
     from offers o join wants w on w.tenant_id = o.tenant_id and w.id = o.want_id
     where o.tenant_id = $1 and o.created_at >= $2 and o.created_at < $3) o`,
);

/** The times that came free in a period, and what the waitlist filled. */
export async function gapsFilled(ctx: Ctx, input: ParsedInputOf<'reports/gaps_filled'>): Promise<Answer> {
  const { period, showsMoney } = await periodContext(ctx, input);
  const row = await ctx.tx.row(filledGaps, [ctx.tenantId, period.taken.from, period.taken.until]);
  if (!row) throw new Error('The report query returned no row.');
  const { value_pence: value, ...counts } = row;
  return { ...counts, value: showsMoney ? moneyFromPence(value) : null, ...spannedBy(period) };
}
