import { dayMs } from '@burrow/contracts/calendar-day';
import { failingDays } from '@burrow/contracts/webhook-limits';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { AppError } from '../../lib/app-error.ts';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';
import type { PostOutcome } from '../../lib/ports/webhook-post.ts';
import { notifyOfWebhook } from '../notification/public.ts';
import { payloadOf } from './payload.ts';
import {
  claimDeliveries,
  claimedDelivery,
  failWaiting,
  holdDelivery,
  insertAttempt,
  noteOutcome,
  type Claim,
  type ClaimedDelivery,
} from './delivery-repository.ts';
import { lockEndpoint, updateEndpoint, type LockedEndpoint } from './endpoint-repository.ts';
import { signedHeaders } from './sign.ts';

/** How many deliveries one process has in progress; of these, to endpoints whose last attempt failed. */
export const maxConcurrency = 40;
const maxFailing = 10;
/** How many to one endpoint are in progress, over all processes. */
const maxEach = 4;
/** Longer than a post and two short transactions may take. */
const leaseSeconds = 60;
/** The desk uses the same connections, and has priority. */
const maxTransactions = 4;
const placeWaitMs = 30_000;

/** The delay before each next attempt, in seconds: ten attempts within three days. */
export const backOffSeconds = [5, 60, 300, 1800, 7200, 18_000, 36_000, 86_400, 86_400];
/** How long a delivery is attempted; one that waited behind others may have had fewer attempts by then. */
const patienceMs = 3 * dayMs;
/**
 * After so many failures in a row the endpoint itself is paused, with all its deliveries, and is tried with one at a
 * time.
 */
const failuresBeforeRest = 3;
const restSeconds = [60, 120, 300, 900, 1800, 3600];

interface Work {
  deps: Dependencies;
  claim: Claim;
  /** Runs one of the few transactions that may be open at a time. */
  transaction: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>;
}

/** Delivers events. A process has one. */
export interface WebhookSender {
  /**
   * Claims the next deliveries and starts them. Several processes may do so at once.
   * @param most how many at most
   * @returns a promise for each delivery, which resolves when it is done, whatever the outcome
   */
  begin(most: number): Promise<Promise<void>[]>;
}

export function createWebhookSender(deps: Dependencies): WebhookSender {
  const places = new FairSemaphore(
    Math.max(1, Math.min(maxTransactions, Math.floor(deps.env.DATABASE_POOL / 3))),
    placeWaitMs,
  );
  let failing = 0;
  return {
    begin: async (most) => {
      const claims = await claimDeliveries(deps.database.control, {
        now: deps.clock.now(),
        leaseSeconds,
        most,
        maxFailing: Math.max(0, maxFailing - failing),
        each: maxEach,
      });
      return claims.map(async (claim) => {
        if (claim.isFailing) failing += 1;
        await deliver(workOn(deps, claim, places));
        if (claim.isFailing) failing -= 1;
      });
    },
  };
}

/**
 * Makes the deliveries due now and waits until that is done.
 * @returns how many deliveries were attempted; 0 when none is due
 */
export async function deliverDueWebhooks(deps: Dependencies): Promise<number> {
  const begun = await createWebhookSender(deps).begin(maxConcurrency);
  await Promise.all(begun);
  return begun.length;
}

function workOn(deps: Dependencies, claim: Claim, places: FairSemaphore): Work {
  const { tenantId, deliveryId } = claim;
  const requestId = `webhook-${tenantId}-${deliveryId}`;
  return {
    deps,
    claim,
    transaction: (work) =>
      places.run(String(tenantId), () =>
        inPractice(deps, { tenantId, action: 'webhook_resend', requestId }, work),
      ),
  };
}

/** Makes one delivery. After an error it is left to the next claim, when its lease ends. */
async function deliver(work: Work): Promise<void> {
  const { deps, claim, transaction } = work;
  try {
    const delivery = await transaction(({ tx }) => claimedDelivery(tx, claim));
    if (!delivery) return;
    const at = deps.clock.now();
    const outcome = await post(deps, claim, delivery, at);
    await transaction((ctx) => conclude(ctx, claim, outcome, at));
  } catch (error) {
    const level = error instanceof AppError && error.code === 'unavailable' ? 'warn' : 'error';
    deps.log[level]({ err: error, ...claim }, 'a webhook will be retried when its lease ends');
  }
}

function post(
  { webhooks }: Dependencies,
  { tenantId }: Claim,
  delivery: ClaimedDelivery,
  at: Date,
): Promise<PostOutcome> {
  const { url, secret, old_secret: old, old_secret_until: until } = delivery;
  const body = payloadOf(tenantId, delivery);
  const isOldValid = old !== null && until !== null && Date.parse(until) > at.getTime();
  const secrets = isOldValid ? [secret, old] : [secret];
  return webhooks.post(url, body, signedHeaders({ id: delivery.event_id, body, at }, secrets));
}

/** Records the result of an attempt: of the delivery, and of its endpoint. */
async function conclude(ctx: WorkContext, claim: Claim, outcome: PostOutcome, at: Date): Promise<void> {
  const { tx, now } = ctx;
  // The endpoint first, in the same order as disabling it.
  const endpoint = await lockEndpoint(ctx, claim.endpointId);
  if (!endpoint) return;
  await insertAttempt(tx, claim, { ...outcome, at });
  const delivery = await holdDelivery(tx, claim);
  if (outcome.kind === 'accepted') {
    if (delivery) await noteOutcome(tx, claim, { status: 'delivered', error: null }, now);
    if (endpoint.failures > 0) {
      const well = { failures: 0, failing_since: null, paused_until: null };
      await updateEndpoint(ctx, claim.endpointId, well);
    }
    return;
  }
  const error = outcome.error ?? 'It couldn’t be delivered.';
  const isOver = delivery !== undefined && isLastTry(delivery, now);
  if (delivery && isOver) await noteOutcome(tx, claim, { status: 'failed', error }, now);
  else if (delivery) {
    const seconds = backOffSeconds[delivery.round_attempts - 1] ?? 0;
    await noteOutcome(tx, claim, { status: 'waiting', error, dueAt: secondsAfter(now, seconds) }, now);
  }
  await noteFailure(ctx, claim, endpoint, { isGone: outcome.status === 410, isOver });
}

const secondsAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const isLastTry = (delivery: { round_attempts: number; asked_at: string }, now: Date): boolean =>
  delivery.round_attempts > backOffSeconds.length ||
  now.getTime() - Date.parse(delivery.asked_at) >= patienceMs;

/**
 * Records a failure of an endpoint: it is paused, or disabled when it answers that it is gone, or when a delivery fails
 * and none has been accepted for days.
 */
async function noteFailure(
  ctx: WorkContext,
  { endpointId }: Claim,
  endpoint: LockedEndpoint,
  { isGone, isOver }: { isGone: boolean; isOver: boolean },
): Promise<void> {
  const { now } = ctx;
  if (!endpoint.is_on) return;
  const since = endpoint.failing_since ?? now.toISOString();
  const isHopeless = isOver && now.getTime() - Date.parse(since) >= failingDays * dayMs;
  if (isGone || isHopeless) {
    const off = {
      is_on: false,
      off_reason: isGone ? 'gone' : 'failing',
      failures: 0,
      failing_since: null,
    } as const;
    await updateEndpoint(ctx, endpointId, { ...off, paused_until: null });
    const reason = isGone
      ? 'The webhook was turned off because it responded with 410 Gone.'
      : `The webhook was turned off because it had failed for ${failingDays} days.`;
    await failWaiting(ctx, endpointId, reason);
    await notifyOfWebhook({ ...ctx, action: 'webhook_endpoint_update' }, new URL(endpoint.url).host);
    return;
  }
  const failures = endpoint.failures + 1;
  const rest = restSeconds[Math.min(failures - failuresBeforeRest, restSeconds.length - 1)];
  await updateEndpoint(ctx, endpointId, {
    failures,
    failing_since: since,
    ...(rest === undefined ? {} : { paused_until: secondsAfter(now, rest) }),
  });
}
