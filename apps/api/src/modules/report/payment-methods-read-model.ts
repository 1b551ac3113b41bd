import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { underWayByBooking } from '../payment/public.ts';
import { percentOf, total } from './figures.ts';
import { mustShowMoney, periodContext, spannedBy } from './report-context.ts';

type Answer = OutputOf<'reports/payment_methods'>;
type Method = Answer['data'][number]['payment_method'];

const paymentsByMethod = statement<{ method: Method; transactions: number; pence: number }>(
  'report_payment_methods',
  `select p.method, count(*) filter (where p.kind in ('payment', 'deposit')) as transactions, sum(p.amount_pence) as pence
   from payments p
   where p.tenant_id = $1 and p.taken_at >= $2 and p.taken_at < $3
   group by p.method
   union all
   select 'Unpaid', count(*), coalesce(sum(b.price_pence - b.paid_pence + coalesce(g.pence, 0)), 0)
   from bookings b left join (${underWayByBooking}) g on g.booking_id = b.id
   where b.tenant_id = $1 and b.booking_date >= $4 and b.booking_date <= $5
     and (b.booking_date, b.booking_time) <= ($6::date, $7::time)
     and b.price_pence > b.paid_pence - coalesce(g.pence, 0) and not b.is_provisional and b.status <> 'cancelled'`,
);

/** The order of the rows, whatever their amounts. */
const methodsShown = ['Card', 'Cash', 'BACS', 'Unpaid'] as const satisfies readonly Method[];

/** The payments in a period by method, and the balance due of its appointments. */
export async function paymentMethods(
  ctx: Ctx,
  input: ParsedInputOf<'reports/payment_methods'>,
): Promise<Answer> {
  const context = await periodContext(ctx, input);
  mustShowMoney(context);
  const { period, clock } = context;
  const shown = localMoment(clock.now, clock.timeZone);
  const found = await ctx.tx.rows(paymentsByMethod, [
    ctx.tenantId,
    period.taken.from,
    period.taken.until,
    period.from,
    period.to,
    shown.date,
    shown.time,
  ]);
  const rows = methodsShown.map(
    (method) => found.find((row) => row.method === method) ?? { method, transactions: 0, pence: 0 },
  );
  const unpaid = rows.at(-1)?.pence ?? 0;
  const isEmpty = rows.every(({ transactions, pence }) => transactions === 0 && pence === 0);
  return {
    data: isEmpty ? [] : withShares(rows),
    metadata: {
      ...spannedBy(period),
      total_amount: moneyFromPence(total(rows.map(({ pence }) => pence)) - unpaid),
      unpaid_amount: moneyFromPence(unpaid),
    },
  };
}

/** A method with more refunds than payments has no share. */
function withShares(
  rows: readonly { method: Method; transactions: number; pence: number }[],
): Answer['data'] {
  const whole = total(rows.map(({ pence }) => Math.max(pence, 0)));
  return rows.map(({ method, transactions, pence }) => ({
    payment_method: method,
    transaction_count: transactions,
    total_amount: moneyFromPence(pence),
    percentage: percentOf(Math.max(pence, 0), whole),
  }));
}
