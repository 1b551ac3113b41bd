import type { WorkContext } from '../../context/context.ts';
import { endOffer, lockOfferOfDeposit } from '../offer/public.ts';

/** Ends the offer, if there is one, that led to a payment which was not made. The next client is offered its time. */
export async function endOfferOf(ctx: WorkContext, depositId: number): Promise<void> {
  const offer = await lockOfferOfDeposit(ctx, depositId);
  if (offer) await endOffer(ctx, offer, 'lapsed', ctx.now);
}
