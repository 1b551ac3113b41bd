import type { Ctx, WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { promiseOf, setDeposit, type Offer } from '../offer/public.ts';
import { planLook } from './check.ts';
import {
  heldMinutes,
  isRunning,
  originFor,
  readPage,
  refuseVainPayments,
  type HeldAppointment,
} from './hold.ts';
import { insertDeposit, lockDeposit, updateDeposit } from './repository.ts';

const depositOfPractice = statement<{ deposit_pence: number }>(
  'deposit_of_practice',
  `select case when t.deposit_required then t.deposit_pence else 0 end as deposit_pence from tenants t where t.id = $1`,
);

/** The deposit that a client has to pay on accepting an offer, in pence: none for an appointment that only moves. */
export async function depositOfOffer(
  { tx, tenantId, deps }: Pick<Ctx, 'tx' | 'tenantId' | 'deps'>,
  { keep_booking_id: keptId }: Pick<Offer, 'keep_booking_id'>,
): Promise<number> {
  if (keptId !== null || !deps.payments.isConfigured) return 0;
  return (await tx.row(depositOfPractice, [tenantId]))?.deposit_pence ?? 0;
}

/**
 * Holds the time of an accepted offer for its deposit, in place of the offer. A payment in progress for it is returned; one
 * that expired is not begun again, or the time could be held without end. Call it under the diary's lock, for an offer that
 * was found possible.
 * @throws AppError `offer_gone`, `too_many_requests_waiting`
 */
export async function holdForOffer(
  ctx: Ctx,
  offer: Offer,
  { depositPence, returnUrl, host }: { depositPence: number; returnUrl: string | undefined; host: string },
): Promise<HeldAppointment> {
  const { tenantId, now } = ctx;
  const { practice, page: described } = await readPage(ctx, {
    clientId: offer.client_id,
    serviceId: offer.service_id,
  });
  const page = {
    ...described,
    paidPath: `/app/cp/offers/${offer.id}?tenant=${tenantId}`,
    cancelPath: `/app/cp/offers/${offer.id}?tenant=${tenantId}`,
    replaced: [],
  };
  const begun = offer.deposit_id === null ? undefined : await lockDeposit(ctx, offer.deposit_id);
  if (begun && (begun.status !== 'open' || begun.held_until <= now)) throw new AppError('offer_gone');
  if (begun && isRunning(begun, now)) return { ...page, deposit: begun, isNew: false };
  await refuseVainPayments(ctx, offer.client_id);
  // Without a checkout: the answer to its creation was lost.
  if (begun) await updateDeposit(ctx, begun.id, { status: 'ended' });
  const deposit = await insertDeposit(ctx, {
    ...promiseOf(offer),
    amount_pence: depositPence,
    currency: ctx.session.currency,
    held_until: new Date(now.getTime() + heldMinutes * 60_000),
    return_origin: originFor(ctx, returnUrl, host, practice),
    return_path: null,
    created_at: now,
  });
  await setDeposit(ctx, offer.id, deposit.id);
  await planLook(ctx, deposit);
  ctx.auditDetails({ deposit_id: deposit.id });
  return { ...page, deposit, isNew: true };
}

/**
 * Ends the payment that an offer led to, because its client declines it. A payment that is made all the same is booked or
 * refunded.
 * @returns its checkout, to be ended at the provider
 */
export async function endPaymentOf(
  ctx: WorkContext,
  { deposit_id: depositId }: Offer,
): Promise<string | null> {
  const deposit = depositId === null ? undefined : await lockDeposit(ctx, depositId);
  if (deposit?.status !== 'open') return null;
  await updateDeposit(ctx, deposit.id, { status: 'ended' });
  return deposit.checkout_reference;
}
