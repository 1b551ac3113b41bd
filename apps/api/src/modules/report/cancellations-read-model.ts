import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { cancellationNotices } from '@burrow/contracts/report-answers';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { hasRefundToMake, isCardDeposit, refundableOf } from '../payment/public.ts';
import { percentOf } from './figures.ts';
import { periodContext, spannedBy } from './report-context.ts';

type Notice = (typeof cancellationNotices)[number];

/** Appointments of a service and a person with the same outcome. */
interface OutcomeRow {
  service_id: number | null;
  service_name: string;
  user_id: number | null;
  name: string;
  outcome: 'by_client' | 'by_practice' | 'no_shows' | null;
  notice: Notice | null;
  bookings: number;
}

/** SQL for the appointments of the days $2 to $3 that count. */
const counted = 'b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and not b.is_provisional';

// A client's request counts when the practice has accepted it. The history of an appointment says when it was cancelled;
// of a request to cancel, when the client asked.
const cancellation = `left join lateral (
       select c.asked_at, c.starts_at, c.of_request
       from booking_changes c
       where c.tenant_id = $1 and c.booking_id = b.id and c.state = 'done' and c.kind in ('cancel', 'decline', 'no_show')
       order by c.id desc limit 1) h on true`;
const cancelled = `${counted} and b.status = 'cancelled' and not coalesce(h.of_request, false)`;

// Those that were not cancelled are counted apart, from an index alone.
const outcomes = statement<OutcomeRow>(
  'report_cancellations',
  `select g.service_id, coalesce(s.name, 'No service') as service_name, g.staff_id as user_id,
     coalesce(u.name, 'Not assigned') as name, g.outcome, g.notice, g.bookings
   from (
     select b.service_id, b.staff_id, null as outcome, null as notice, count(*) as bookings
     from bookings b where ${counted} and b.status <> 'cancelled'
     group by 1, 2
     union all
     select b.service_id, b.staff_id, o.outcome,
       case when o.outcome in ('by_client', 'by_practice') then case
         when h.asked_at is null then 'unknown'
         when h.asked_at >= h.starts_at then 'after_start'
         when h.starts_at - h.asked_at < interval '2 hours' then 'under_2_hours'
         when h.starts_at - h.asked_at < interval '24 hours' then 'under_24_hours'
         when h.starts_at - h.asked_at < interval '48 hours' then 'under_48_hours'
         when h.starts_at - h.asked_at < interval '7 days' then 'under_7_days'
         else 'from_7_days' end end as notice,
       count(*) as bookings
     from bookings b
     ${cancellation}
     cross join lateral (select case
       when b.cancel_reason = 'did_not_attend' then 'no_shows'
       when b.cancelled_by = 'client' then 'by_client' else 'by_practice' end as outcome) o
     where ${cancelled}
     group by 1, 2, 3, 4) g
   left join services s on s.tenant_id = $1 and s.id = g.service_id
   left join users u on u.tenant_id = $1 and u.id = g.staff_id`,
);

// The ledger says what became of their deposits, also later and at the card provider.
const deposits = statement<{ kept_pence: number; refunded_pence: number }>(
  'report_cancelled_deposits',
  `select coalesce(sum(case when d.is_open then 0 else d.left_pence end), 0) as kept_pence,
     coalesce(sum(d.paid_pence - d.left_pence), 0) as refunded_pence
   from (
     select sum(p.amount_pence) as paid_pence, sum(${refundableOf('p')}) as left_pence, bool_or(${hasRefundToMake('p')}) as is_open
     from bookings b
     join payments p on p.tenant_id = $1 and p.booking_id = b.id and ${isCardDeposit('p')}
     ${cancellation}
     where ${cancelled}
     group by b.id) d`,
);

/** Cancelled appointments of a period by service, notice and person. */
export async function cancellations(
  ctx: Ctx,
  input: ParsedInputOf<'reports/cancellations'>,
): Promise<OutputOf<'reports/cancellations'>> {
  const { period, showsMoney } = await periodContext(ctx, input);
  const values = [ctx.tenantId, period.from, period.to];
  const [rows, money] = await Promise.all([
    ctx.tx.rows(outcomes, values),
    showsMoney ? ctx.tx.row(deposits, values) : null,
  ]);
  return {
    data: {
      by_service: mostCancelled(rows, 'service_id').map(({ first, figures }) => ({
        service_id: first.service_id,
        service_name: first.service_name,
        ...figures,
      })),
      by_notice: byNotice(rows),
      by_person: mostCancelled(rows, 'user_id').map(({ first, figures }) => ({
        user_id: first.user_id,
        name: first.name,
        ...figures,
      })),
    },
    metadata: {
      ...spannedBy(period),
      ...figuresOf(rows),
      kept: money ? moneyFromPence(money.kept_pence) : null,
      refunded: money ? moneyFromPence(money.refunded_pence) : null,
    },
  };
}

const countOf = (rows: readonly OutcomeRow[], isCounted: (row: OutcomeRow) => boolean): number =>
  rows.reduce((total, row) => total + (isCounted(row) ? row.bookings : 0), 0);

function figuresOf(rows: readonly OutcomeRow[]) {
  const of = (wanted: OutcomeRow['outcome']) => countOf(rows, ({ outcome }) => outcome === wanted);
  const [bookings, byClient, noShows] = [countOf(rows, () => true), of('by_client'), of('no_shows')];
  return {
    bookings,
    by_client: byClient,
    by_practice: of('by_practice'),
    no_shows: noShows,
    percent: bookings === 0 ? null : percentOf(byClient + noShows, bookings),
  };
}

/** The rows of each service or person with their figures, most cancelled first. */
function mostCancelled(rows: readonly OutcomeRow[], key: 'service_id' | 'user_id') {
  const label = key === 'service_id' ? 'service_name' : 'name';
  return [...Map.groupBy(rows, (row) => row[key]).values()]
    .flatMap((group) => (group[0] ? [{ first: group[0], figures: figuresOf(group) }] : []))
    .toSorted((one, other) => {
      const missed = ({ figures }: typeof one) => figures.by_client + figures.no_shows;
      return missed(other) - missed(one) || one.first[label].localeCompare(other.first[label]);
    });
}

const byNotice = (rows: readonly OutcomeRow[]) =>
  cancellationNotices
    .map((notice) => {
      const of = (wanted: OutcomeRow['outcome']) =>
        countOf(rows, (row) => row.notice === notice && row.outcome === wanted);
      return { notice, by_client: of('by_client'), by_practice: of('by_practice') };
    })
    .filter(({ notice, by_client, by_practice }) => notice !== 'unknown' || by_client + by_practice > 0);
