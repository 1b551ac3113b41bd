import type { WorkContext } from '../../context/context.ts';
import { sql } from '../../db/database.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import type { ProviderSubscription } from '../../lib/ports/payments.ts';
import { tellScreens } from '../notification/public.ts';

/** Notes who stands for the practice at the provider; whoever was noted first stays. */
export async function keepCustomer(tx: TenantTransaction, tenantId: number, customer: string): Promise<void> {
  await tx.run(
    sql('tenants')
      .where({ id: tenantId, subscription_customer: null })
      .update({ subscription_customer: customer }),
  );
}

/**
 * Writes down how the provider says a subscription stands, and tells every open screen of the practice, unless a later
 * question has been answered already.
 */
export async function keepSubscription(
  ctx: WorkContext,
  subscription: ProviderSubscription,
  askedAt: Date,
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const isLatest = sql('tenants')
    .where({ id: tenantId })
    .where((asked) =>
      asked.whereNull('subscription_asked_at').orWhere('subscription_asked_at', '<=', askedAt),
    );
  const written = await tx.run(
    isLatest
      .update({
        subscription_reference: subscription.reference,
        subscription_status: subscription.state,
        subscription_ends_at: subscription.periodEnd,
        subscription_plan: subscription.plan,
        subscription_price_pence: subscription.pricePence,
        subscription_currency: subscription.currency,
        subscription_interval: subscription.interval,
        subscription_cancels: subscription.cancels,
        subscription_asked_at: askedAt,
        updated_at: now,
      })
      .returning('id'),
  );
  if (written.length > 0) tellScreens(ctx);
}

/**
 * Notes that the provider does not know who stood for the practice, so that somebody new will. Whatever ran in that name
 * runs no more: it ends with what was paid for.
 */
export async function forgetCustomer(ctx: WorkContext): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await tx.run(
    sql('tenants')
      .where({ id: tenantId })
      .update({
        subscription_customer: null,
        // One that was agreed by hand has no name at the provider, and stays.
        subscription_status: sql.raw(
          "case when subscription_reference is null then subscription_status else 'cancelled' end",
        ),
        subscription_cancels: false,
        updated_at: now,
      }),
  );
  tellScreens(ctx);
}
