import type { BaseContext, PublicContext } from '../../context/context.ts';
import { keyedHash } from '../../db/installation-keys.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { shownNetwork, wideNetwork } from '../../lib/caller-network.ts';
import { deviceLabel } from '../../lib/device-label.ts';

/** The context of an event, of a caller or a background job. */
export type TraceContext = BaseContext & Partial<Pick<PublicContext, 'network' | 'userAgent'>>;

/** What happened, for the server's log. Emails and phone numbers are logged only as keyed hashes. */
interface Trace {
  event: string;
  reason?: string | undefined;
  /** The email or phone number that was given. */
  identity?: string | undefined;
  accountId?: number | null | undefined;
  tenantId?: number | undefined;
  clientId?: number | undefined;
}

/** Writes one line about a sign-in, a code, a link or a change of how a person signs in. */
export function traceEvent(ctx: TraceContext, { identity, ...traced }: Trace): void {
  inBackground(ctx, async () => {
    const hash = identity === undefined ? undefined : await hashOf(ctx, identity);
    ctx.log.info(
      {
        event: traced.event,
        ...(traced.reason === undefined ? {} : { reason: traced.reason }),
        ...(ctx.network === undefined ? {} : { network: ctx.network }),
        ...(hash === undefined ? {} : { identity_hash: hash }),
        ...(traced.accountId === undefined ? {} : { account_id: traced.accountId }),
        ...(traced.tenantId === undefined ? {} : { tenant_id: traced.tenantId }),
        ...(traced.clientId === undefined ? {} : { client_id: traced.clientId }),
      },
      'security event',
    );
  });
}

const hashOf = async ({ deps }: TraceContext, identity: string): Promise<string> =>
  (await keyedHash(deps.database.control, 'log', identity.trim().toLowerCase())).slice(0, 22);

/** Runs work without waiting for it, so that its duration does not reveal which emails have an account. */
export function inBackground({ log }: TraceContext, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => log.warn({ err: error }, 'a security event could not be recorded'));
}

const recordEvent = statement<{ id: number }>(
  'record_security_event',
  'select record_security_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id',
);

interface SecurityEvent {
  event: string;
  reason?: string;
  /** Null for an email without an account. */
  accountId: number | null;
  /** Instead of the caller's. */
  network?: string;
  /** Whether repeats within an hour add to one row. */
  repeats?: boolean;
  /** Whether the person's practices get a line in their audit logs. */
  isAudited?: boolean;
}

/**
 * Adds an event to the installation's security log and, with the network shortened, to the audit logs of the person's
 * practices; returns its id.
 */
export async function recordSecurityEvent(
  ctx: TraceContext,
  db: Queryable,
  { event, reason, accountId, network, repeats = false, isAudited = true }: SecurityEvent,
): Promise<number> {
  const shown = shownNetwork(network ?? ctx.network ?? 'unknown');
  const values = [
    event,
    reason ?? null,
    accountId,
    network ?? shown,
    deviceLabel(ctx.userAgent),
    ctx.now,
    ctx.requestId,
    repeats,
    isAudited,
    shown,
  ];
  const row = await db.row(recordEvent, values);
  if (!row) throw new Error('A security event was not recorded.');
  return row.id;
}

/** Why a sign-in was refused. */
export type Refusal =
  'wrong_password' | 'unknown_email' | 'account_limit' | 'network_limit' | 'link_required';

const eventOf: Readonly<Record<Refusal, string>> = {
  wrong_password: 'sign_in_failed',
  unknown_email: 'sign_in_failed',
  account_limit: 'sign_in_limited',
  network_limit: 'sign_in_limited',
  link_required: 'sign_in_link_required',
};

/**
 * Traces and records a refused sign-in. Events that strangers can repeat from many networks share few rows: by wide
 * network, or by account, except for wrong passwords of an account, which are limited.
 */
export function recordRefusal(
  ctx: PublicContext,
  reason: Refusal,
  email: string,
  accountId: number | null,
): void {
  const event = eventOf[reason];
  traceEvent(ctx, { event, reason, identity: email, accountId });
  const wide = wideNetwork(ctx.network) ?? ctx.network;
  const network = reason === 'link_required' ? 'any' : reason === 'wrong_password' ? ctx.network : wide;
  const owner = reason === 'network_limit' ? null : accountId;
  inBackground(ctx, () =>
    recordSecurityEvent(ctx, ctx.control, { event, reason, accountId: owner, network, repeats: true }),
  );
}

const forgetEvents = statement<{ deleted: number }>(
  'delete_old_security_events',
  'select delete_old_security_events($1, $2) as deleted',
);
const forgetDevices = statement<{ deleted: number }>(
  'delete_expired_devices',
  'select delete_expired_devices($1, $2) as deleted',
);

/** How long events and unused devices are kept. */
const keptDays = 365;
/** How many rows are deleted at a time, and how often in a run. */
const atOnce = 1000;
const maxTimes = 20;

/** Deletes old events of the installation and devices that have not signed in for a year. */
export async function forgetOldSignIns({ database, clock }: TraceContext['deps']): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
  for (const asked of [forgetEvents, forgetDevices]) {
    let deleted = atOnce;
    for (let turn = 0; turn < maxTimes && deleted === atOnce; turn += 1)
      deleted = (await database.control.row(asked, [before, atOnce]))?.deleted ?? 0;
  }
}
