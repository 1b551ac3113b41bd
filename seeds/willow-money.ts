import { makeDeposit } from '../apps/api/src/testing/factory-bookings.ts';
import { insertRows, type OwnerDb } from '../apps/api/src/testing/factory-insert.ts';
import type { BookingRow, Columns, PaymentRow } from '../apps/api/src/testing/factory-rows.ts';
import type { Random } from './random.ts';
import type { Appointment } from './willow-bookings.ts';

/** Takes a deposit by card at a provider, so that it can be refunded there. */
export type TakeDeposit = (deposit: { amountPence: number }) => Promise<{
  /** The provider's references of the checkout and its payment. */
  checkout: string;
  payment: string;
}>;

/** The deposit in the portal. */
export const depositPence = 1000;

const minuteMs = 60_000;
const methods: readonly { method: PaymentRow['method']; share: number }[] = [
  { method: 'Card', share: 69 },
  { method: 'Cash', share: 16 },
  { method: 'BACS', share: 15 },
];

/**
 * The ledger: a deposit for portal bookings, the rest when the appointment was completed, the deposit refunded when it
 * was cancelled. A few bills of the past weeks have a balance due.
 */
export async function insertPayments(
  db: OwnerDb,
  appointments: readonly Appointment[],
  deskUserId: number,
  now: Date,
  random: Random,
  takeDeposit: TakeDeposit | undefined,
): Promise<void> {
  const withDeposit = appointments.filter(({ booking }) => booking.source === 'portal');
  const paid = new Map<number, Columns<PaymentRow>>();
  for (const { booking, startsAt } of withDeposit) {
    // Only an upcoming deposit may have to be refunded to its card.
    if (takeDeposit && startsAt > now && booking.status !== 'cancelled')
      paid.set(booking.id, await paidAtProvider(db, booking, takeDeposit));
  }
  const deposits = await insertRows(
    db,
    'payments',
    withDeposit.map(({ booking }) => ({
      tenant_id: booking.tenant_id,
      booking_id: booking.id,
      kind: 'deposit' as const,
      method: 'Card' as const,
      amount_pence: depositPence,
      taken_at: booking.created_at,
      deposit_id: null,
      provider: null,
      provider_reference: null,
      ...paid.get(booking.id),
    })),
  );
  const depositOf = new Map(deposits.map((deposit) => [deposit.booking_id, deposit]));
  const rest = appointments.flatMap((appointment): Columns<PaymentRow>[] => {
    const { booking } = appointment;
    const deposit = depositOf.get(booking.id);
    if (booking.status === 'cancelled' && deposit) return [refundOf(deposit, booking.updated_at)];
    if (booking.status !== 'completed' || isStillOpen(appointment, now, random)) return [];
    return [paymentOf(appointment, deposit?.amount_pence ?? 0, deskUserId, now, random)];
  });
  await insertRows(db, 'payments', rest);
}

/** Pays the deposit of an appointment. @returns the columns of its ledger entry */
async function paidAtProvider(
  db: OwnerDb,
  booking: BookingRow,
  takeDeposit: TakeDeposit,
): Promise<Columns<PaymentRow>> {
  const { checkout, payment } = await takeDeposit({ amountPence: depositPence });
  const deposit = await makeDeposit(db, {
    booking,
    amount_pence: depositPence,
    checkout_reference: checkout,
    payment_reference: payment,
  });
  return { deposit_id: deposit.id, provider: 'stripe', provider_reference: payment };
}

function refundOf(deposit: PaymentRow, refundedAt: string): Columns<PaymentRow> {
  return {
    tenant_id: deposit.tenant_id,
    booking_id: deposit.booking_id,
    kind: 'refund',
    method: deposit.method,
    amount_pence: -deposit.amount_pence,
    reverses_payment_id: deposit.id,
    taken_by_user_id: null,
    taken_at: refundedAt,
  };
}

const isStillOpen = ({ endsAt }: Appointment, now: Date, random: Random): boolean =>
  now.getTime() - endsAt.getTime() < 21 * 24 * 60 * minuteMs && random.chance(0.04);

function paymentOf(
  { booking, endsAt }: Appointment,
  alreadyPaid: number,
  deskUserId: number,
  now: Date,
  random: Random,
): Columns<PaymentRow> {
  const takenAt = Math.min(now.getTime(), endsAt.getTime() + random.int(2, 12) * minuteMs);
  return {
    tenant_id: booking.tenant_id,
    booking_id: booking.id,
    kind: 'payment',
    method: random.weighted(methods, ({ share }) => share).method,
    amount_pence: booking.price_pence - alreadyPaid,
    reverses_payment_id: null,
    taken_by_user_id: random.chance(0.7) ? deskUserId : booking.staff_id,
    taken_at: new Date(takenAt),
  };
}
