import type { OutputOf } from '@burrow/contracts/actions';
import type { BookingChange } from '@burrow/contracts/booking';
import type { OpenChange } from '@burrow/contracts/booking-change';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import {
  freeUntil,
  isFreeNow,
  keptFacts,
  keptNow,
  readChangeFacts,
  type KeptFacts,
} from '../booking-terms/public.ts';

type OpenRow = Omit<OpenChange, 'kept' | 'refund'> & KeptFacts;

// $2 now. A request whose appointment has begun can no longer be answered.
const openChanges = statement<OpenRow>(
  'open_booking_changes',
  `select k.id as change_id, k.kind, k.asked_at, k.reason, b.id as booking_id, b.booking_date, b.booking_time,
     b.duration_minutes, b.client_id, c.name as client_name, b.animal_id, a.name as animal_name, sp.name::text as species,
     sv.name as service, sv.colour as service_color, b.staff_id, u.name as staff_member, k.to_date, k.to_time, k.to_staff_id,
     w.name as to_staff_member, ${keptFacts}
   from booking_changes k
   join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
   left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
   left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id
   left join users w on w.tenant_id = k.tenant_id and w.id = k.to_staff_id
   where k.tenant_id = $1 and k.state = 'asked' and b.starts_at > $2 and b.status in ('pending', 'confirmed')
   order by k.asked_at, k.id`,
);

/** What accepting a request keeps of the deposit and refunds; nothing for a move. */
function moneyOf(row: OpenRow, now: Date): Pick<OpenChange, 'kept' | 'refund'> {
  if (row.kind === 'move') return { kept: '0.00', refund: '0.00' };
  const kept = keptNow(row, 'client', now);
  return { kept: moneyFromPence(kept), refund: moneyFromPence(row.held_pence - kept) };
}

/** The requests of clients that wait for an answer, oldest first. */
export async function listOpenChanges({ tx, tenantId, now }: Ctx): Promise<OpenChange[]> {
  const rows = await tx.rows(openChanges, [tenantId, now]);
  return rows.map((row) => ({ ...row, ...moneyOf(row, now) }));
}

type HistoryRow = Omit<BookingChange, 'by' | 'kept' | 'refunded'> & {
  by_client: boolean;
  kept_pence: number | null;
  refunded_pence: number | null;
};

const history = statement<HistoryRow>(
  'booking_history',
  `select k.id as change_id, k.kind, k.state, k.by_client, u.name as user, k.asked_at, k.from_date, k.from_time,
     f.name as from_staff_member, k.to_date, k.to_time, w.name as to_staff_member, k.reason, k.answer,
     o.name as answered_by, k.answered_at, k.kept_pence, k.refunded_pence
   from booking_changes k
   left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
   left join users f on f.tenant_id = k.tenant_id and f.id = k.from_staff_id
   left join users w on w.tenant_id = k.tenant_id and w.id = k.to_staff_id
   left join users o on o.tenant_id = k.tenant_id and o.id = k.answered_by_user_id
   where k.tenant_id = $1 and k.booking_id = $2
   order by k.asked_at, k.id`,
);
const exists = statement<{ id: number }>(
  'booking_of_history',
  'select b.id from bookings b where b.tenant_id = $1 and b.id = $2',
);

const orNull = (pence: number | null): string | null => (pence === null ? null : moneyFromPence(pence));

/** The changes of an appointment, oldest first. @throws AppError `not_found` */
export async function bookingHistory({ tx, tenantId }: Ctx, bookingId: number): Promise<BookingChange[]> {
  const which = [tenantId, bookingId];
  const [booking, rows] = await Promise.all([tx.row(exists, which), tx.rows(history, which)]);
  if (!booking) throw new AppError('not_found', { message: 'Appointment not found.' });
  return rows.map(({ by_client: byClient, kept_pence: kept, refunded_pence: refunded, ...row }) => ({
    ...row,
    by: byClient ? 'client' : 'practice',
    kept: orNull(kept),
    refunded: orNull(refunded),
  }));
}

/** What cancelling an appointment does to its deposit, by who cancels. @throws AppError `not_found` */
export async function previewCancellation(
  ctx: Ctx,
  bookingId: number,
): Promise<OutputOf<'booking_cancel_preview'>> {
  const facts = await readChangeFacts(ctx, bookingId);
  if (!facts) throw new AppError('not_found', { message: 'Appointment not found.' });
  const { now } = ctx;
  const { held_pence: held } = facts;
  const { asked_to_cancel_at: asked } = facts;
  const outcome = (by: 'client' | 'practice' | 'no_show') => {
    const kept = keptNow(facts, by, now);
    return { kept: moneyFromPence(kept), refund: moneyFromPence(held - kept) };
  };
  return {
    booking_id: facts.id,
    asked_at: asked === null ? null : new Date(asked).toISOString(),
    free_until: freeUntil(facts)?.toISOString() ?? null,
    is_free: isFreeNow(facts, now),
    waived: facts.terms?.waived === true,
    deposit_held: moneyFromPence(held),
    paid_at_desk: moneyFromPence(facts.desk_pence),
    by_client: outcome('client'),
    by_practice: outcome('practice'),
    no_show: outcome('no_show'),
  };
}
