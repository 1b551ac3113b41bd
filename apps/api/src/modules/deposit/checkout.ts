import type { OutputOf } from '@burrow/contracts/actions';
import type { OutsideContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { PaymentsUnavailable, type Checkout } from '../../lib/ports/payments.ts';
import type { HeldAppointment } from './hold.ts';
import { endUnbegun, keepCheckout, type Deposit } from './repository.ts';
import { settleDeposit } from './settle.ts';

/**
 * Where to pay for a held appointment. When the provider refuses, its time is released; when the outcome is unknown, it
 * stays held for its owner, who may call again.
 * @throws AppError `conflict` or `slot_taken` for one that has ended meanwhile, `card_payments_off` when the provider
 * refuses, PaymentsUnavailable
 */
export async function openCheckout(
  ctx: OutsideContext,
  held: HeldAppointment,
): Promise<OutputOf<'cp/payment/create_checkout'>> {
  for (const reference of held.replaced) await endCheckout(ctx, reference);
  const { deposit } = held;
  const reference = deposit.checkout_reference;
  const asked = reference === null ? beginCheckout(ctx, held) : ctx.deps.payments.checkout(reference);
  const checkout = await asked.catch((error: unknown) => tellRefusal(ctx, held, error));
  if (!checkout?.url) return refuseOver(ctx, held);
  return {
    id: checkout.reference,
    checkout_id: checkout.reference,
    checkout_url: checkout.url,
    deposit_amount: moneyFromPence(deposit.amount_pence),
  };
}

/**
 * Where the provider redirects the browser: after paying, and after cancelling. The booking page may have been in a frame of
 * another site, whose storage the browser keeps apart, so its address names what was chosen there.
 */
function returnAddresses(
  deposit: Deposit,
  { paidPath, cancelPath }: HeldAppointment,
): { successUrl: string; cancelUrl: string } {
  const { return_origin: origin, return_path: path } = deposit;
  // The provider fills in the braces, so they must not be encoded.
  if (path === null) {
    return {
      successUrl: `${origin}${paidPath}&checkout_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}${cancelPath}`,
    };
  }
  const { service_id: service, booking_date: date, booking_time: time } = deposit;
  return {
    successUrl: `${origin}${path}?paid={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}${path}?payment=cancelled&service=${service}&date=${date}&time=${time}`,
  };
}

async function beginCheckout(ctx: OutsideContext, held: HeldAppointment): Promise<Checkout> {
  const { deps, now } = ctx;
  const { tenantId, deposit } = held;
  const work = { tenantId, now };
  const checkout = await deps.payments
    .createCheckout({
      key: `deposit-${deposit.checkout_key}`,
      amountPence: deposit.amount_pence,
      currency: deposit.currency,
      description: held.description,
      email: held.email,
      ...returnAddresses(deposit, held),
      expiresAt: deposit.held_until,
      metadata: {
        tenant_id: String(tenantId),
        deposit_id: String(deposit.id),
        checkout_key: deposit.checkout_key,
        kind: 'deposit',
      },
    })
    .catch(async (error: unknown) => {
      // A repeated request for the same appointment gets this hold, so it ends only when there is no checkout.
      if (held.isNew && wasNotBegun(error)) {
        await ctx.inPractice((tx) => endUnbegun({ tx, ...work }, deposit.id));
      }
      throw error;
    });
  const status = await ctx.inPractice((tx) => keepCheckout({ tx, ...work }, deposit.id, checkout.reference));
  if (status !== undefined && status !== 'ended') return checkout;
  // Another tab has requested something else at this time since, or is paying already.
  await endCheckout(ctx, checkout.reference);
  throw new AppError('conflict');
}

const wasNotBegun = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable && error.fate !== 'unknown';

/** Retrying cannot change a refusal: refer the person to the practice, and log why. */
function tellRefusal(
  { log }: OutsideContext,
  { tenantId, deposit: { id } }: HeldAppointment,
  error: unknown,
): never {
  if (!(error instanceof PaymentsUnavailable) || error.fate !== 'refused') throw error;
  log.error({ err: error.cause, tenant_id: tenantId, deposit_id: id }, 'the card provider refuses a deposit');
  throw new AppError('card_payments_off', {}, { cause: error });
}

/**
 * The caller's checkout has ended though its time is still held: it was paid a moment ago, or expired at the provider.
 */
async function refuseOver(
  { deps, requestId }: OutsideContext,
  { tenantId, deposit: { id: depositId } }: HeldAppointment,
): Promise<never> {
  const { deposit } = await settleDeposit(deps, { tenantId, depositId, requestId });
  if (deposit.status === 'booked') throw new AppError('animal_busy');
  throw new AppError('slot_taken', { message: 'That payment has expired. Please choose a time again.' });
}

/** Not essential: if it fails, a payment is still booked or refunded. */
export async function endCheckout({ deps }: OutsideContext, reference: string): Promise<void> {
  try {
    await deps.payments.expireCheckout(reference);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    deps.log.warn({ err: error }, 'a replaced checkout could not be ended');
  }
}
