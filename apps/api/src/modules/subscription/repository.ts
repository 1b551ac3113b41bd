import { sql, type TenantTransaction } from '../../db/database.ts';
import { liveChannel } from '../../db/live-updates.ts';
import { statement } from '../../db/statement.ts';
import type { WorkContext } from '../../lib/context.ts';
import type { ProviderSubscription } from '../../integrations/payments/payments.ts';

const sayThatItChanged = statement(
  'subscription_changed',
  `select pg_notify($1, json_build_object('tenant_id', $2::bigint, 'action', $3::text, 'notification_id', null)::text)`,
);

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
  { tx, tenantId, now, action }: WorkContext,
  subscription: ProviderSubscription,
  askedAt: Date,
): Promise<void> {
  const isLatest = sql('tenants')
    .where({ id: tenantId })
    .where((asked) =>
      asked.whereNull('subscription_asked_at').orWhere('subscription_asked_at', '<=', askedAt),
    );
  await tx.run(
    isLatest.update({
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
    }),
  );
  await tx.rows(sayThatItChanged, [liveChannel, tenantId, action]);
}
