import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { repeatedRotationMinutes } from '@burrow/contracts/repeated-rotation';
import { testEventType } from '@burrow/contracts/webhook-event-types';
import { maxEndpoints, oldSecretHours } from '@burrow/contracts/webhook-limits';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { requireFreshProof } from '../../lib/fresh-proof.ts';
import { requireDelivery } from './read-model.ts';
import { failWaiting, insertTest, resendAllFailed, resendOne } from './delivery-repository.ts';
import {
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
  type LockedEndpoint,
} from './endpoint-repository.ts';
import { newSigningSecret } from './sign.ts';

/** The error of the pending deliveries to an endpoint that was turned off. */
const turnedOff = 'The webhook was turned off.';

/**
 * Refuses during support access any change that would send them data of the practice, or let them sign in its name,
 * beyond it: an address of theirs, or a secret.
 */
function refuseToSupport({ session }: Ctx): void {
  if (session.supportUntil === null) return;
  throw new AppError('forbidden', {
    message:
      'Webhooks can’t be added, redirected or given a new secret during support access. Ask an admin of the practice.',
  });
}

/**
 * Adds an endpoint.
 * @returns its id, and its secret, which is shown once
 * @throws AppError `invalid_input` for a forbidden address, `webhook_exists`, `too_many_webhooks`, `forbidden` for
 * support
 */
export async function addEndpoint(
  ctx: Ctx,
  { url, events, description }: ParsedInputOf<'webhook_endpoint_create'>,
): Promise<OutputOf<'webhook_endpoint_create'>> {
  refuseToSupport(ctx);
  refuseUrl(ctx, url);
  if ((await countEndpoints(ctx)) >= maxEndpoints) throw new AppError('too_many_webhooks');
  const secret = newSigningSecret();
  const id = await insertEndpoint(ctx, { url, events, description: description ?? null, secret });
  noteHost(ctx, url);
  return { endpoint_id: id, signing_secret: secret };
}

/**
 * Changes an endpoint; omitted fields stay. Turning it on, or changing its address, resets its failures.
 * @throws AppError `not_found`, `invalid_input`, `webhook_exists`; `forbidden` for another address by support; `step_up_required` for what sends more
 */
export async function changeEndpoint(
  ctx: Ctx,
  { endpoint_id: endpointId, ...wanted }: ParsedInputOf<'webhook_endpoint_update'>,
): Promise<void> {
  const endpoint = await lockedEndpoint(ctx, endpointId);
  const { url, description, events, is_on } = endpoint;
  const changes = changesTo({ url, description, events, is_on }, wanted);
  if (changes.url !== undefined) {
    refuseToSupport(ctx);
    refuseUrl(ctx, changes.url);
  }
  if (sendsMore(events, changes)) requireFreshProof(ctx);
  if (!noteChanges(ctx, changes)) return;
  if (changes.url !== undefined) noteHost(ctx, changes.url);
  // Log which way, to show when events were sent.
  if (changes.is_on !== undefined) ctx.auditDetails({ is_on: changes.is_on });
  const isNew = changes.url !== undefined || changes.is_on === true;
  await updateEndpoint(ctx, endpointId, {
    ...changes,
    ...(isNew ? { off_reason: null, failures: 0, failing_since: null, paused_until: null } : {}),
  });
  if (changes.is_on === false) await failWaiting(ctx, endpointId, turnedOff);
}

/** Whether a change sends data to another address, or more data than before. */
const sendsMore = (
  before: readonly string[],
  changes: { url?: string; events?: readonly string[]; is_on?: boolean },
): boolean =>
  changes.url !== undefined ||
  changes.is_on === true ||
  (changes.events?.some((event) => !before.includes(event)) ?? false);

/** @throws AppError `not_found` */
export async function removeEndpoint(ctx: Ctx, endpointId: number): Promise<void> {
  await lockedEndpoint(ctx, endpointId);
  await deleteEndpoint(ctx, endpointId);
}

/**
 * Rotates an endpoint's secret, which is shown once. The previous one signs too for a day; an older one no longer.
 * Repeated within minutes, because the first answer may have been lost, it replaces only the new secret.
 * @throws AppError `not_found`; `forbidden` for support
 */
export async function rotateSecret(ctx: Ctx, endpointId: number): Promise<OutputOf<'webhook_secret_rotate'>> {
  const { now } = ctx;
  refuseToSupport(ctx);
  const { secret: old, old_secret_until: oldUntil } = await lockedEndpoint(ctx, endpointId);
  const until = new Date(now.getTime() + oldSecretHours * 3_600_000);
  const secret = newSigningSecret();
  if (oldUntil !== null && Date.parse(oldUntil) > until.getTime() - repeatedRotationMinutes * 60_000) {
    await updateEndpoint(ctx, endpointId, { secret });
    return { signing_secret: secret, old_secret_until: oldUntil };
  }
  const changes = { secret, old_secret: old, old_secret_until: until };
  await updateEndpoint(ctx, endpointId, changes);
  return { signing_secret: secret, old_secret_until: until.toISOString() };
}

/** @throws AppError `not_found`, `webhook_off` */
export async function sendTest(ctx: Ctx, endpointId: number): Promise<OutputOf<'webhook_test'>> {
  await wakeEndpoint(ctx, endpointId);
  return { delivery_id: await insertTest(ctx, endpointId, testEventType) };
}

/** @throws AppError `not_found`, `webhook_off` */
export async function resend(
  ctx: Ctx,
  { endpoint_id: endpointId, delivery_id: deliveryId }: ParsedInputOf<'webhook_resend'>,
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  await requireDelivery(ctx, endpointId, deliveryId);
  await wakeEndpoint(ctx, endpointId);
  ctx.auditDetails({ delivery_id: deliveryId });
  await resendOne(tx, { tenantId, endpointId, deliveryId }, now);
}

/** @throws AppError `not_found`, `webhook_off` */
export async function resendFailed(ctx: Ctx, endpointId: number): Promise<OutputOf<'webhook_resend_failed'>> {
  await wakeEndpoint(ctx, endpointId);
  const deliveries = await resendAllFailed(ctx, endpointId);
  ctx.auditDetails({ deliveries });
  return { deliveries };
}

function refuseUrl({ deps }: Ctx, url: string): void {
  const refusal = deps.webhooks.refusalOf(url);
  if (refusal !== null) throw invalidField('url', refusal);
}

async function lockedEndpoint(ctx: Ctx, endpointId: number): Promise<LockedEndpoint> {
  const endpoint = await lockEndpoint(ctx, endpointId);
  if (!endpoint) throw new AppError('not_found', { message: 'Webhook not found.' });
  noteHost(ctx, endpoint.url);
  return endpoint;
}

/** Records the host of an endpoint in the audit log: the host alone, because a path can be a secret. */
function noteHost(ctx: Ctx, url: string): void {
  ctx.auditDetails({ host: new URL(url).host });
}

/** The endpoint is on, and its pause ends: a manual request should be sent now. */
async function wakeEndpoint(ctx: Ctx, endpointId: number): Promise<void> {
  const { is_on: isOn, failures } = await lockedEndpoint(ctx, endpointId);
  if (!isOn) throw new AppError('webhook_off');
  if (failures > 0) await updateEndpoint(ctx, endpointId, { paused_until: null });
}
