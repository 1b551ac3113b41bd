import type { WorkContext } from '../../context/context.ts';
import { sql } from '../../db/database.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import type { ProviderSubscription } from '../../lib/ports/payments.ts';
import { tellScreens } from '../notification/public.ts';

/** Records the practice's customer at the provider, unless there is one. */
export async function keepCustomer(tx: TenantTransaction, tenantId: number, customer: string): Promise<void> {
  await tx.run(
    sql('tenants')
      .where({ id: tenantId, subscription_customer: null })
      .update({ subscription_customer: customer }),
  );
}

/**
 * Records the state of a subscription at the provider, and notifies every open screen of the practice, unless a later
 * answer was recorded already.
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
 * Records that the practice's customer is unknown to the provider, so that a new one will be created. Its subscription
 * ends with the paid period.
 */
export async function forgetCustomer(ctx: WorkContext): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await tx.run(
    sql('tenants')
      .where({ id: tenantId })
      .update({
        subscription_customer: null,
        // One agreed by hand has no id at the provider, and stays.
        subscription_status: sql.raw(
          "case when subscription_reference is null then subscription_status else 'cancelled' end",
        ),
        subscription_cancels: false,
        updated_at: now,
      }),
  );
  tellScreens(ctx);
}
