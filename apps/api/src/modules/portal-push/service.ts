import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxPushDevices } from '@burrow/contracts/portal-push';
import type { Ctx, PublicContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { ownClientId } from '../../lib/own-client.ts';
import {
  attachSubscription,
  deleteOwnDevice,
  devicesOf,
  likesPush,
  noteReceipt,
  storeSubscription,
} from './repository.ts';

/** The caller's devices with notifications, and the key for another. */
export async function ownPush(ctx: Ctx): Promise<OutputOf<'cp/push'>> {
  const { tx, tenantId, deps, session } = ctx;
  const clientId = ownClientId(ctx);
  const [devices, likes] = await Promise.all([
    devicesOf(tx, tenantId, clientId),
    likesPush(tx, tenantId, clientId),
  ]);
  return {
    public_key: deps.push.publicKey,
    likes_push: likes ? '1' : '0',
    devices: devices.map(({ session_id: sessionId, ...device }) => ({
      ...device,
      is_current: sessionId === session.keyId,
    })),
  };
}

/**
 * Switches notifications on for the caller's browser. A subscription that the browser already had at this practice, for
 * whichever client, becomes the caller's.
 * @throws AppError `conflict` when notifications aren't set up; `invalid_input` for an endpoint that is not allowed
 */
export async function subscribe(
  ctx: Ctx,
  { endpoint, p256dh, auth }: ParsedInputOf<'cp/push/subscribe'>,
): Promise<void> {
  const { deps, session, tenantId, tx, now } = ctx;
  if (!deps.push.isConfigured) throw new AppError('conflict', { message: 'Notifications aren’t set up.' });
  if (deps.push.refusalOf(endpoint) !== null) {
    throw invalidField('endpoint', 'Notifications can’t be sent to this address.');
  }
  const name = deviceLabel(ctx.userAgent) ?? 'Browser';
  const subscription = { endpoint, p256dh, auth, name, sessionId: session.keyId };
  await storeSubscription(tx, tenantId, ownClientId(ctx), subscription, now, maxPushDevices);
  ctx.auditDetails({ device: name });
}

/**
 * Attaches the caller's subscription of a browser to this session, which may have replaced the one that turned it on.
 * Without such a subscription nothing changes.
 */
export const attach = (ctx: Ctx, endpoint: string): Promise<void> =>
  attachSubscription(ctx.tx, ctx.tenantId, {
    clientId: ownClientId(ctx),
    endpoint,
    sessionId: ctx.session.keyId,
  });

/** @throws AppError `not_found` for a device that is not the caller's; without an id there may be none */
export async function unsubscribe(ctx: Ctx, id: number | undefined): Promise<void> {
  const { tx, tenantId, session } = ctx;
  const which = { clientId: ownClientId(ctx), id: id ?? null, sessionId: session.keyId };
  const name = await deleteOwnDevice(tx, tenantId, which);
  if (name === undefined && id !== undefined) throw new AppError('not_found');
  if (name === undefined) ctx.skipAudit();
  else ctx.auditDetails({ device: name });
}

/** Marks the message of a receipt as sent. Any receipt gets the same answer, and a second one changes nothing. */
export const noteShown = (
  ctx: PublicContext,
  { tenant_id: tenantId, receipt }: ParsedInputOf<'cp/push/shown'>,
): Promise<void> => ctx.inPractice(tenantId, (tx) => noteReceipt(tx, tenantId, hashKey(receipt), ctx.now));
