import { announceChange, announcement } from '../../db/live-updates.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';
import type { PushTarget } from '../../lib/ports/push.ts';

interface Device {
  id: number;
  name: string;
  created_at: string;
  session_id: number;
}

const ownDevices = statement<Device>(
  'own_push_devices',
  `select p.id, p.name, p.created_at, p.session_id from push_subscriptions p
   where p.tenant_id = $1 and p.client_id = $2 order by p.id`,
);

/** A client's devices, oldest first. */
export const devicesOf = (tx: Queryable, tenantId: number, clientId: number): Promise<Device[]> =>
  tx.rows(ownDevices, [tenantId, clientId]);

const preference = statement<{ likes_push: boolean }>(
  'push_preference',
  'select c.likes_push from clients c where c.tenant_id = $1 and c.id = $2',
);

export const likesPush = async (tx: Queryable, tenantId: number, clientId: number): Promise<boolean> =>
  (await tx.row(preference, [tenantId, clientId]))?.likes_push ?? false;

const upsert = statement<{ id: number }>(
  'store_push_subscription',
  `insert into push_subscriptions (tenant_id, client_id, session_id, name, endpoint_secret, p256dh_key, auth_secret, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id, endpoint_secret) do update
     set client_id = excluded.client_id, session_id = excluded.session_id, name = excluded.name,
       p256dh_key = excluded.p256dh_key, auth_secret = excluded.auth_secret
   returning id`,
);
const deleteOldest = statement(
  'delete_oldest_push_subscriptions',
  `delete from push_subscriptions p where p.tenant_id = $1 and p.client_id = $2 and p.id in (
     select o.id from push_subscriptions o where o.tenant_id = $1 and o.client_id = $2 and o.id <> $3
     order by o.id desc offset $4)`,
);

/** Stores a browser's subscription for a client, who keeps the `most` newest. */
export async function storeSubscription(
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
  { endpoint, p256dh, auth, name, sessionId }: PushTarget & { name: string; sessionId: number },
  now: Date,
  most: number,
): Promise<void> {
  const row = await tx.row(upsert, [tenantId, clientId, sessionId, name, endpoint, p256dh, auth, now]);
  await tx.rows(deleteOldest, [tenantId, clientId, row?.id, most - 1]);
}

const attachToSession = statement(
  'attach_push_subscription',
  `update push_subscriptions p set session_id = $4
   where p.tenant_id = $1 and p.client_id = $2 and p.endpoint_secret = $3 and p.session_id <> $4`,
);

/** Makes a client's subscription of a browser end with another session. */
export async function attachSubscription(
  tx: TenantTransaction,
  tenantId: number,
  { clientId, endpoint, sessionId }: { clientId: number; endpoint: string; sessionId: number },
): Promise<void> {
  await tx.rows(attachToSession, [tenantId, clientId, endpoint, sessionId]);
}

const deleteDevice = statement<{ name: string }>(
  'delete_push_device',
  `delete from push_subscriptions p
   where p.tenant_id = $1 and p.client_id = $2 and case when $3::bigint is null then p.session_id = $4 else p.id = $3 end
   returning p.name`,
);

/** Deletes a client's device, or that of a session. @returns its name; undefined without one */
export const deleteOwnDevice = async (
  tx: TenantTransaction,
  tenantId: number,
  { clientId, id, sessionId }: { clientId: number; id: number | null; sessionId: number },
): Promise<string | undefined> => (await tx.row(deleteDevice, [tenantId, clientId, id, sessionId]))?.name;

/** SQL for whether the client of this alias gets notifications on a device. */
export const getsNotifications = (client: string): string =>
  `(${client}.likes_push and exists (
       select from push_subscriptions n where n.tenant_id = ${client}.tenant_id and n.client_id = ${client}.id))`;

const targetsOfClient = statement<PushTarget & { id: number }>(
  'push_targets',
  `select p.id, p.endpoint_secret as endpoint, p.p256dh_key as p256dh, p.auth_secret as auth
   from push_subscriptions p where p.tenant_id = $1 and p.client_id = $2 order by p.id`,
);

/** Where a client gets notifications. */
export const targetsOf = (
  tx: Queryable,
  tenantId: number,
  clientId: number,
): Promise<(PushTarget & { id: number })[]> => tx.rows(targetsOfClient, [tenantId, clientId]);

const deleteGone = statement(
  'delete_gone_push_subscriptions',
  'delete from push_subscriptions p where p.tenant_id = $1 and p.id = any($2::bigint[])',
);

/** Deletes subscriptions that their browsers have ended. */
export async function removeGone(tx: Queryable, tenantId: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.rows(deleteGone, [tenantId, ids]);
}

// Due again when it must have been shown; until then the client has learned nothing from it.
const notePushedMessage = statement(
  'note_pushed_message',
  `update comms set pushed_at = $4, due_at = $5, locked_until = null, handed_over_at = null,
     push_told_starts_at = told_starts_at, told_starts_at = $6, updated_at = $4
   where tenant_id = $1 and id = $2 and attempts = $3 and status = 'pending'`,
);

/** Records that a message went to a client's devices, and when it is sent as a text unless one of them shows it. */
export async function notePushed(
  tx: TenantTransaction,
  { tenantId, messageId, attempt }: { tenantId: number; messageId: number; attempt: number },
  { dueAt, told }: { dueAt: Date; told: string | null },
  now: Date,
): Promise<void> {
  await tx.rows(notePushedMessage, [tenantId, messageId, attempt, now, dueAt, told]);
}

// Handed over before it was pushed, it is with the push service; after that, it is being sent as a text.
const noteShownMessage = statement<{ id: number }>(
  'note_shown_message',
  `update comms set status = 'sent', sent_at = $3, pushed_at = coalesce(pushed_at, $3), provider = 'push',
     locked_until = null, handed_over_at = null,
     told_starts_at = case when pushed_at is null then told_starts_at else push_told_starts_at end, updated_at = $3
   where tenant_id = $1 and push_receipt = $2 and status = 'pending' and (handed_over_at is null or pushed_at is null)
   returning id`,
);

/** Marks the message of a receipt as sent, and updates open screens, unless it is already being sent as a text. */
export async function noteReceipt(
  tx: TenantTransaction,
  tenantId: number,
  receiptHash: Buffer,
  now: Date,
): Promise<void> {
  const shown = await tx.row(noteShownMessage, [tenantId, receiptHash, now]);
  // Under the name that the sender announces outcomes by, which makes screens refetch messages.
  if (shown) await tx.rows(announceChange, announcement(tenantId, 'message_resend'));
}
