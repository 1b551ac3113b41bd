import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { dayMs } from '@burrow/contracts/calendar-day';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { PaymentsUnavailable, type Checkout } from '../../lib/ports/payments.ts';
import {
  awaitTurn,
  checkRequest,
  type AppointmentRequest,
  type WantedAppointment,
} from '../booking/public.ts';
import { planLook } from './check.ts';
import {
  endUnbegun,
  insertDeposit,
  keepCheckout,
  lockOpenOf,
  updateDeposit,
  type Deposit,
} from './repository.ts';
import { returnAddresses, returnOrigin } from './return-address.ts';
import { settleDeposit } from './settle.ts';

const minuteMs = 60_000;
/** How long the time is reserved. */
const heldMinutes = 30;
/** How many payments one client may have in progress: each reserves a time. */
const maxHeld = 3;
/** How many payments of one client may be refunded within a day: each costs messages and the provider's fee. */
const maxReturned = 3;
/** How many they may start within a day without paying: each reserves a time for a while. */
const maxUnpaid = 10;
/**
 * How long a hold without a checkout is retried under its own key. By then its creator has had an answer, and the
 * provider accepts no checkout that would end in less than half an hour.
 */
const beginningMs = 30_000;

interface PageFacts {
  subdomain: string | null;
  custom_host: string | null;
  service_name: string | null;
  email: string | null;
}

// $2 client, $3 service.
const pageFacts = statement<PageFacts>(
  'facts_for_checkout',
  `select t.subdomain::text as subdomain, t.custom_host::text as custom_host,
     (select s.name from services s where s.tenant_id = t.id and s.id = $3) as service_name,
     (select c.email from clients c where c.tenant_id = t.id and c.id = $2) as email
   from tenants t where t.id = $1`,
);

// Payments that could not be created at the provider do not count: they reserved no time.
const vainPayments = statement<{ returned: number; unpaid: number }>(
  'vain_payments_of_client',
  `select count(*) filter (where d.status = 'returned') as returned,
     count(*) filter (where d.status = 'open' or d.status = 'ended' and d.checkout_reference is not null) as unpaid
   from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and d.created_at > $3`,
);

/** A held time, and the details on its payment page. */
export interface HeldAppointment {
  tenantId: number;
  deposit: Deposit;
  description: string;
  email: string | null;
  /** Whether this call created the hold; otherwise an earlier one did, which may still be creating the checkout. */
  isNew: boolean;
  /** The checkouts of the caller's replaced deposits. */
  replaced: string[];
}

/**
 * Holds the time of an appointment for its deposit. A payment in progress for it is returned again; the caller's other
 * ones for that time end.
 * @param host the requested host
 * @throws AppError as a request, and `deposit_not_asked`
 */
export async function holdAppointment(
  ctx: Ctx,
  input: ParsedInputOf<'cp/payment/create_checkout'>,
  host: string,
): Promise<HeldAppointment> {
  const { tx, tenantId, deps, now } = ctx;
  if (!deps.payments.isConfigured) throw new AppError('deposit_not_asked');
  const clientId = ownClientId(ctx);
  const [, open, facts] = await Promise.all([
    awaitTurn(ctx),
    lockOpenOf(tx, tenantId, clientId),
    tx.row(pageFacts, [tenantId, clientId, input.service_id]),
  ]);
  if (!facts) throw new Error('The practice of this session is not there.');
  const said = {
    tenantId,
    description: `Deposit for ${facts.service_name ?? 'an appointment'}`,
    email: facts.email,
  };
  const running = open.find((deposit) => isRunning(deposit, now) && isSame(deposit, input));
  if (running) {
    const notes = input.notes ?? null;
    if (notes !== running.notes) await updateDeposit(tx, tenantId, running.id, { notes }, now);
    ctx.auditDetails({ deposit_id: running.id });
    return { ...said, deposit: running, isNew: false, replaced: [] };
  }
  const { deposit, replaced } = await hold(ctx, input, open, originFor(ctx, input.return_url, host, facts));
  ctx.auditDetails({ deposit_id: deposit.id });
  const checkouts = replaced.flatMap(({ checkout_reference: reference }) => reference ?? []);
  return { ...said, deposit, isNew: true, replaced: checkouts };
}

/** @throws AppError `invalid_input` when neither the server nor the caller provides a return address */
function originFor(
  { deps }: Ctx,
  wanted: string | undefined,
  askedHost: string,
  practice: Pick<PageFacts, 'subdomain' | 'custom_host'>,
): string {
  const origin = returnOrigin({ wanted, publicUrl: deps.env.PUBLIC_URL, askedHost, practice });
  if (origin === null) throw invalidField('return_url', 'Enter the address of this page.');
  return origin;
}

/** Creates a new hold; the client's `open` deposits at its time are replaced. */
async function hold(
  ctx: Ctx,
  wanted: WantedAppointment,
  open: readonly Deposit[],
  returnsTo: string,
): Promise<{ deposit: Deposit; replaced: Deposit[] }> {
  const { tx, tenantId, now } = ctx;
  const clientId = ownClientId(ctx);
  const [{ request, depositPence }] = await Promise.all([
    checkRequest(ctx, clientId, wanted),
    refuseVainPayments(ctx, clientId),
  ]);
  if (depositPence === 0) throw new AppError('deposit_not_asked');
  const replaced = await endOverlapping(ctx, open, request);
  const held = open.filter((deposit) => deposit.held_until > now && !replaced.includes(deposit));
  if (held.length >= maxHeld) throw new AppError('too_many_requests_waiting');
  const deposit = await insertDeposit(tx, tenantId, {
    ...request,
    amount_pence: depositPence,
    currency: ctx.session.currency,
    held_until: new Date(now.getTime() + heldMinutes * minuteMs),
    return_origin: returnsTo,
    created_at: now,
  });
  await planLook(ctx, deposit);
  return { deposit, replaced };
}

/**
 * Refuses another payment to a client with too many refunded or unpaid ones within a day. Call it under the lock for
 * writing a deposit, so that simultaneous ones are all counted.
 * @throws AppError `too_many_requests_waiting`
 */
async function refuseVainPayments({ tx, tenantId, now }: Ctx, clientId: number): Promise<void> {
  const vain = await tx.row(vainPayments, [tenantId, clientId, new Date(now.getTime() - dayMs)]);
  if (vain && vain.returned < maxReturned && vain.unpaid < maxUnpaid) return;
  throw new AppError('too_many_requests_waiting', {
    message: 'Too many unfinished payments today. Please contact the practice to book.',
  });
}

/**
 * Whether it can be paid, or its checkout may just be in creation. One whose answer was lost is replaced by a new one.
 */
const isRunning = (deposit: Deposit, now: Date): boolean =>
  deposit.held_until > now &&
  (deposit.checkout_reference !== null || now.getTime() - deposit.created_at.getTime() < beginningMs);

const isSame = (deposit: Deposit, wanted: WantedAppointment): boolean =>
  deposit.animal_id === wanted.animal_id &&
  deposit.service_id === wanted.service_id &&
  deposit.booking_date === wanted.booking_date &&
  deposit.booking_time === wanted.booking_time;

/** A client holds a time once: their open deposits at the time of a new request end. */
async function endOverlapping(
  { tx, tenantId, now }: Ctx,
  open: readonly Deposit[],
  request: AppointmentRequest,
): Promise<Deposit[]> {
  const overlapping = open.filter(
    (deposit) => begin(deposit) < end(request) && begin(request) < end(deposit),
  );
  for (const { id } of overlapping) await updateDeposit(tx, tenantId, id, { status: 'ended' }, now);
  return overlapping;
}

const begin = ({ starts_at: at }: AppointmentRequest): number => at.getTime();
const end = (request: AppointmentRequest): number => begin(request) + request.duration_minutes * minuteMs;

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
  for (const reference of held.replaced) await expire(ctx, reference);
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

async function beginCheckout(ctx: OutsideContext, held: HeldAppointment): Promise<Checkout> {
  const { deps, now } = ctx;
  const { tenantId, deposit } = held;
  const checkout = await deps.payments
    .createCheckout({
      key: `deposit-${deposit.checkout_key}`,
      amountPence: deposit.amount_pence,
      currency: deposit.currency,
      description: held.description,
      email: held.email,
      ...returnAddresses(deposit.return_origin, tenantId),
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
        await ctx.inPractice((tx) => endUnbegun(tx, tenantId, deposit.id, now));
      }
      throw error;
    });
  const status = await ctx.inPractice((tx) =>
    keepCheckout(tx, tenantId, deposit.id, checkout.reference, now),
  );
  if (status !== undefined && status !== 'ended') return checkout;
  // Another tab has requested something else at this time since, or is paying already.
  await expire(ctx, checkout.reference);
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
  throw new AppError('slot_taken', { message: 'That payment has ended. Please choose the time again.' });
}

/** Not essential: if it fails, a payment is still booked or refunded. */
async function expire({ deps }: OutsideContext, reference: string): Promise<void> {
  try {
    await deps.payments.expireCheckout(reference);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    deps.log.warn({ err: error }, 'a checkout that was replaced could not be ended');
  }
}
