import type { OutputOf } from '@burrow/contracts/actions';
import type { Dependencies, OutsideContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { PaymentsUnavailable } from '../../lib/ports/payments.ts';
import { isFree, practiceSubscription, type PracticeSubscription } from './read-model.ts';
import { keepCustomer } from './repository.ts';
import { forgetUnknownCustomer, lacksCustomer, syncSubscription } from './sync.ts';

const shownInvoices = 24;

interface LeadsTo {
  url: string;
}

/** @throws AppError `forbidden` without a practice */
function tenantOf({ session }: OutsideContext): number {
  if (session.tenantId === null) throw new AppError('forbidden');
  return session.tenantId;
}

/** Refuses support access what is between the practice and its bank. */
function refuseToSupport({ session }: OutsideContext): void {
  if (session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message: 'The subscription can’t be changed during support access. Ask an admin of the practice.',
    });
  }
}

const read = (ctx: OutsideContext): Promise<PracticeSubscription> =>
  ctx.inPractice((tx) => practiceSubscription(tx, tenantOf(ctx), ctx.now));

/** The page of the app that the provider's pages return to. */
function ownPage({ env }: Dependencies): string {
  if (env.PUBLIC_URL === undefined) throw new PaymentsUnavailable('PUBLIC_URL is not set');
  return `${env.PUBLIC_URL}/app/admin/subscription`;
}

/** The practice's customer at the provider; created on first use. */
async function customerOf(ctx: OutsideContext, practice: PracticeSubscription): Promise<string> {
  if (practice.subscription_customer !== null) return practice.subscription_customer;
  const tenantId = tenantOf(ctx);
  const customer = await ctx.deps.payments.createCustomer({
    // Another installation may use the same account with the provider, and have a practice with the same number.
    key: `customer ${ownPage(ctx.deps)} ${tenantId}`,
    name: practice.tenant_name,
    email: practice.email,
    metadata: { tenant_id: String(tenantId) },
  });
  return ctx.inPractice(async (tx) => {
    await keepCustomer(tx, tenantId, customer);
    return (await practiceSubscription(tx, tenantId, ctx.now)).subscription_customer ?? customer;
  });
}

/** Runs a request about the practice's customer; with a new customer if the provider does not know it. */
async function asCustomer(
  ctx: OutsideContext,
  practice: PracticeSubscription,
  ask: (customer: string) => Promise<LeadsTo>,
): Promise<LeadsTo> {
  try {
    return await ask(await customerOf(ctx, practice));
  } catch (error) {
    if (!lacksCustomer(error)) throw error;
    await forgetUnknownCustomer(ctx.deps, tenantOf(ctx));
    return ask(await customerOf(ctx, await read(ctx)));
  }
}

/** The end of the trial or of a cancelled subscription's paid period, the later one; null when both are over. */
function freeUntil(
  { subscription_status: status, paidUntil, trialEndsAt }: PracticeSubscription,
  now: Date,
): Date | null {
  const ends = [trialEndsAt, status === 'cancelled' ? paidUntil : null].map((end) => end?.getTime() ?? 0);
  const end = Math.max(...ends);
  return end > now.getTime() ? new Date(end) : null;
}

/** The key of a page to subscribe on: the same for an hour, so that two tabs get one page. */
const pageKey = (customer: string, before: string | null, trialEndsAt: Date | null, now: Date): string =>
  // After one subscription has ended there may be another.
  ['subscribe', customer, before ?? 'first', trialEndsAt?.getTime() ?? 'now', hourOf(now)].join(' ');

const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000);

/**
 * Starts a subscription to the plan, at the provider.
 * @throws AppError `already_subscribed`, `forbidden` for support; PaymentsUnavailable, also if no plan is offered
 */
export async function beginSubscription(ctx: OutsideContext): Promise<LeadsTo> {
  const { deps, now } = ctx;
  refuseToSupport(ctx);
  const tenantId = tenantOf(ctx);
  const page = ownPage(deps);
  if (!deps.payments.hasPlan) throw new PaymentsUnavailable('there is no plan to subscribe to');
  try {
    // It may have been paid in another tab, without a report yet.
    await syncSubscription(deps, tenantId);
  } catch (error) {
    if (!lacksCustomer(error)) throw error;
    await forgetUnknownCustomer(deps, tenantId);
  }
  const practice = await read(ctx);
  if (!isFree(practice)) throw new AppError('already_subscribed');
  return asCustomer(ctx, practice, (customer) => {
    const trialEndsAt = freeUntil(practice, now);
    return deps.payments.subscribe({
      key: pageKey(customer, practice.subscription_reference, trialEndsAt, now),
      customer,
      trialEndsAt,
      successUrl: `${page}?checkout=done`,
      cancelUrl: `${page}?checkout=cancelled`,
      metadata: { tenant_id: String(tenantId), kind: 'subscription' },
    });
  });
}

/** Where to manage card, plan and cancellation. @throws AppError `forbidden` for support; PaymentsUnavailable */
export async function manageSubscription(ctx: OutsideContext): Promise<LeadsTo> {
  refuseToSupport(ctx);
  const page = ownPage(ctx.deps);
  return asCustomer(ctx, await read(ctx), (customer) => ctx.deps.payments.billingPortal(customer, page));
}

/** Reads the state of the practice's subscription from the provider, and records it. */
export const refreshSubscription = (ctx: OutsideContext): Promise<void> =>
  syncSubscription(ctx.deps, tenantOf(ctx));

/** The newest invoices of the practice's subscription; none before it first subscribed. */
export async function subscriptionInvoices(ctx: OutsideContext): Promise<OutputOf<'subscription/invoices'>> {
  const { subscription_customer: customer } = await read(ctx);
  if (customer === null) return [];
  const invoices = await ctx.deps.payments.invoicesOf(customer, shownInvoices);
  return invoices.map(({ id, number, createdAt, amountPence, currency, status, url, pdfUrl }) => ({
    id,
    number,
    created_at: createdAt.toISOString(),
    amount: moneyFromPence(amountPence),
    currency,
    status,
    url,
    pdf_url: pdfUrl,
  }));
}
