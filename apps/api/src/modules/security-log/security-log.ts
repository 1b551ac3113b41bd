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
  'select record_security_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as id',
);

interface SecurityEvent {
  event: string;
  reason?: string | undefined;
  /** Null for an email without an account. */
  accountId: number | null;
  /** Instead of the caller's. */
  network?: string;
  /** Whether repeats within an hour add to one row. */
  repeats?: boolean;
  /** Whether the person's practices get a line in their audit logs. */
  isAudited?: boolean;
  /** The only practice that it concerns. */
  practiceId?: number | undefined;
}

/**
 * Adds an event to the installation's security log and, with the network shortened, to the audit logs of the person's
 * practices; returns its id.
 */
export async function recordSecurityEvent(
  ctx: TraceContext,
  db: Queryable,
  { event, reason, accountId, network, repeats = false, isAudited = true, practiceId }: SecurityEvent,
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
    practiceId ?? null,
  ];
  const row = await db.row(recordEvent, values);
  if (!row) throw new Error('A security event was not recorded.');
  return row.id;
}

const emailOfAccount = statement<{ email: string | null }>(
  'sign_in_email',
  'select sign_in_email($1) as email',
);

interface Refused {
  event: string;
  reason: string;
  /** Null for an unknown one. */
  accountId: number | null;
  /** The email that was given; otherwise the account's. */
  identity?: string;
  /** The practice whose provider was used: only its audit log gets a line. */
  practiceId?: number | undefined;
  /** Which refusals share a row of the security log: of the account and network; of a wide network unless given. */
  per?: 'network' | 'wide network' | 'wide network of any account' | 'account';
}

/**
 * Traces and records a refusal: of a sign-in, a second factor, a link or a password. Refusals that strangers can repeat
 * from many networks share rows by wide network, or by account.
 */
export function recordRefusal(ctx: TraceContext, refused: Refused): void {
  const { event, reason, accountId, practiceId: tenantId, per = 'wide network' } = refused;
  const { control } = ctx.deps.database;
  const { network: from = 'unknown' } = ctx;
  const network = per === 'account' ? 'any' : per === 'network' ? from : (wideNetwork(from) ?? from);
  inBackground(ctx, async () => {
    const identity = refused.identity ?? (await emailOf(control, accountId));
    traceEvent(ctx, { event, reason, identity, accountId, tenantId });
  });
  const owner = per === 'wide network of any account' ? null : accountId;
  const row = { event, reason, accountId: owner, network, repeats: true, practiceId: tenantId };
  inBackground(ctx, () => recordSecurityEvent(ctx, control, row));
}

const emailOf = async (control: Queryable, accountId: number | null): Promise<string | undefined> =>
  accountId === null ? undefined : ((await control.row(emailOfAccount, [accountId]))?.email ?? undefined);

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
