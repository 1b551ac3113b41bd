import type { OutputOf } from '@burrow/contracts/actions';
import { addDays } from '@burrow/contracts/calendar-day';
import type { Visit } from '@burrow/contracts/attendance';
import { stageOfVisit } from '@burrow/contracts/booking-stage';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { underWayByBooking } from '../payment/public.ts';
import {
  bookingListColumns,
  bookingListJoins,
  soonestFirst,
  toBookingRow,
  type BookingListRow,
} from './read-model.ts';

type VisitRow = BookingListRow &
  Pick<Visit, 'allergies' | 'behaviour_notes' | 'client_alert'> & { balance_pence: number };

const withRefunds = `with going as materialized (${underWayByBooking})`;

// The balance as in client_account.
const visitColumns = `${bookingListColumns}, a.allergies, a.behaviour_notes, c.alert as client_alert, (
    select coalesce(sum(o.price_pence - o.paid_pence + coalesce(g.pence, 0)), 0)
    from bookings o left join going g on g.booking_id = o.id
    where o.tenant_id = b.tenant_id and o.client_id = b.client_id and o.status = 'completed') as balance_pence`;

// $2 today, $3 yesterday, $4 now on the practice's clock.
const isNow = '(b.booking_date = $2 or (b.booking_date = $3 and upper(b.during) > $4::timestamp))';

// The conditions on the stage are those of the index bookings_here.
export const hereNow = statement<VisitRow>(
  'bookings_here',
  `${withRefunds} select ${visitColumns} ${bookingListJoins}
   where b.tenant_id = $1 and b.stage in ('arrived', 'with', 'ready') and b.status <> 'cancelled'
     and ${isNow}
   order by coalesce(b.arrived_at, b.seen_at, b.ready_at), b.id`,
);

// Started by their status alone. The audit log has the moment; `updated_at` is that of the last change of any kind.
const startedNow = statement<VisitRow & { started_at: string }>(
  'bookings_started',
  `${withRefunds} select ${visitColumns}, coalesce(
     (select max(l.at) from audit_log l
      where l.tenant_id = b.tenant_id and l.entity = 'booking' and l.entity_id = b.id
        and l.action = 'booking_status_update'), b.updated_at) as started_at
   ${bookingListJoins}
   where b.tenant_id = $1 and b.status = 'in-progress' and b.stage is null
     and b.booking_date >= $3 and b.booking_date <= $2 and ${isNow}`,
);

// Also one that began before midnight, until its end.
const expectedToday = statement<VisitRow>(
  'bookings_expected',
  `${withRefunds} select ${visitColumns} ${bookingListJoins}
   where b.tenant_id = $1 and b.status in ('pending', 'confirmed') and not b.is_provisional and b.stage is null
     and b.booking_date >= $3 and b.booking_date <= $2 and ${isNow}
   order by ${soonestFirst}`,
);

const arrivalOf = ({ arrived_at: arrived, seen_at: seen, ready_at: ready }: VisitRow): string =>
  arrived ?? seen ?? ready ?? '';

/** The visits in progress, and the appointments still expected today. */
export async function bookingsHere({ tx, tenantId, now, session }: Ctx): Promise<OutputOf<'bookings_here'>> {
  const { date, time } = localMoment(now, session.timeZone);
  const days = [tenantId, date, addDays(date, -1), `${date} ${time}`];
  const [staged, started, expected] = await Promise.all([
    tx.rows(hereNow, days),
    tx.rows(startedNow, days),
    tx.rows(expectedToday, days),
  ]);
  const asStaged = started.map(({ started_at, ...row }) => ({
    ...row,
    stage: stageOfVisit(row),
    seen_at: started_at,
  }));
  const here = [...staged, ...asStaged].toSorted((a, b) => arrivalOf(a).localeCompare(arrivalOf(b)));
  const seesBalance = hasScope(session, 'payments:read');
  const seesAlert = hasScope(session, 'clients:read');
  const toVisit = ({ balance_pence: balance, ...row }: VisitRow): Visit => ({
    ...toBookingRow(row),
    allergies: row.allergies,
    behaviour_notes: row.behaviour_notes,
    balance_due: seesBalance ? moneyFromPence(balance) : null,
    client_alert: seesAlert ? row.client_alert : null,
  });
  return { here: here.map(toVisit), expected: expected.map(toVisit) };
}
