import { makeBooking, makeDeposit } from '../../../../packages/dev/src/factory-bookings.ts';
import { insertRow } from '../../../../packages/dev/src/factory-insert.ts';
import type { BookingRow, Columns, TenantRow } from '../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import type { TestApi } from './harness.ts';

export interface PaidDeposit {
  depositId: number;
  /** The row of the ledger. */
  paymentId: number;
  /** The card provider's id of the payment. */
  paymentReference: string;
}

let paid = 0;

/**
 * A deposit that was paid at the stand-in for the card provider. With `booking` it belongs to that appointment;
 * otherwise it could not be booked, and awaits its refund.
 */
export async function makePaidDeposit(
  api: TestApi,
  practice: Practice,
  { booking, amountPence = 1000 }: { booking?: BookingRow; amountPence?: number } = {},
): Promise<PaidDeposit> {
  const { currency } = practice.tenant;
  const checkout = await api.deps.payments.createCheckout({
    key: `paid-deposit-${process.pid}-${(paid += 1)}`,
    amountPence,
    currency,
    description: 'Deposit for Consultation',
    email: null,
    successUrl: `${api.url}/app/cp`,
    cancelUrl: `${api.url}/app/cp`,
    expiresAt: new Date(api.clock.now().getTime() + 30 * 60_000),
    metadata: { kind: 'deposit', tenant_id: String(practice.tenant.id) },
  });
  api.sandbox.stripe.pay(checkout.reference);
  const paymentReference = (await api.deps.payments.checkout(checkout.reference))?.paymentReference;
  if (!paymentReference) throw new Error('The checkout was not paid.');
  const db = api.testDatabase.owner;
  const wanted = booking ?? (await makeBooking(db, { animal: practice.animal, status: 'cancelled' }));
  const deposit = await makeDeposit(db, {
    booking: wanted,
    booking_id: booking?.id ?? null,
    status: booking ? 'booked' : 'returned',
    amount_pence: amountPence,
    currency,
    checkout_reference: checkout.reference,
    payment_reference: paymentReference,
    return_origin: api.url,
  });
  const payment = await insertRow(db, 'payments', {
    tenant_id: deposit.tenant_id,
    booking_id: deposit.booking_id,
    deposit_id: deposit.id,
    kind: 'deposit',
    method: 'Card',
    amount_pence: amountPence,
    provider: 'stripe',
    provider_reference: paymentReference,
    taken_at: api.clock.now(),
  });
  return { depositId: deposit.id, paymentId: payment.id, paymentReference };
}

export interface BookedDeposit {
  practice: Practice;
  booking: BookingRow;
  deposit: PaidDeposit;
}

/** A practice with an appointment next Tuesday for £45.00, with a deposit of £10.00 paid by card. */
export async function makeBookedDeposit(
  api: TestApi,
  { tenant, amountPence }: { tenant?: Columns<TenantRow>; amountPence?: number } = {},
): Promise<BookedDeposit> {
  const db = api.testDatabase.owner;
  const practice = await makePractice(db, tenant);
  const { animal, checkUp: service } = practice;
  const booking = await makeBooking(db, {
    animal,
    service,
    status: 'confirmed',
    booking_date: '2026-01-20',
  });
  return { practice, booking, deposit: await makePaidDeposit(api, practice, { booking, amountPence }) };
}
