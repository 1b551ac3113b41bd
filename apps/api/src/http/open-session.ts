import type { Dependencies } from '../context/context.ts';
import { refuseMovedSecret } from '../db/practice-move.ts';
import { statement } from '../db/statement.ts';
import type { Queryable } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import type { ProgramKey, Session } from '../lib/session.ts';
import { standingOf, type StandingRow } from '../lib/subscription.ts';
import { isOwnId, type Credentials } from './credentials.ts';

interface SessionRow extends StandingRow {
  key_id: number;
  kind: Session['kind'];
  tenant_id: number | null;
  user_id: number | null;
  client_id: number | null;
  account_id: number | null;
  role: Session['role'];
  name: string;
  must_change_password: boolean;
  support_until: string | null;
  time_zone: string | null;
  locale: string | null;
  currency: string | null;
  last_used_at: string;
  label: string | null;
  scopes: string[] | null;
  allowed_addresses: string[] | null;
  factors: Session['factors'];
  verified_at: string;
  of_superadmin: boolean;
  second_factor_from: string | null;
  lacks_second_factor: boolean | null;
  /** Of the installation's provider, for a session that it opened. */
  sso_issuer: string | null;
}

// One column: the protocol would describe twenty with each answer.
const openSessionStatement = statement<{ session: SessionRow }>(
  'open_session',
  'select to_json(s) as session from open_session($1, $2, make_interval(secs => $3)) s',
);

const currentKeyHash = statement<{ hash: Buffer | null }>(
  'current_key_hash',
  'select current_key_hash($1, $2) as hash',
);

const touchSession = statement('touch_session', 'select touch_session($1, $2)');

/** The resolution of a key's last use; recording it on every request would cost a write for each read. */
const touchEveryMs = 60_000;

const moment = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

/**
 * Opens the caller's session inside `transaction` and sets its practice for row-level security.
 * @param isUse whether this counts as activity, which postpones the idle timeout; see `isUse` of `credentials.ts`
 * @throws AppError `unauthenticated` for an unknown, expired or revoked key, or an id that is not the key's own;
 * `practice_moving`, `practice_moved`
 */
export async function openSession(
  transaction: Queryable,
  deps: Dependencies,
  credentials: Credentials,
  now: Date,
  isUse = true,
): Promise<Session> {
  const idleSeconds = deps.env.SESSION_IDLE_HOURS * 3600;
  const opened = async (hash: Buffer) =>
    (await transaction.row(openSessionStatement, [hash, now, idleSeconds]))?.session;
  let { keyHash } = credentials;
  let row = await opened(keyHash);
  if (!row && credentials.isProgram) {
    keyHash = (await transaction.row(currentKeyHash, [keyHash, now]))?.hash ?? keyHash;
    if (keyHash !== credentials.keyHash) row = await opened(keyHash);
  }
  // The operator changed or removed the provider.
  const isOfFormerProvider = row?.sso_issuer && row.sso_issuer !== deps.env.SSO_ISSUER;
  if (!row) await refuseMovedSecret(transaction, credentials.keyHash);
  if (!row || isOfFormerProvider) throw new AppError('unauthenticated');
  const ownId = row.client_id ?? row.user_id ?? row.account_id;
  if (!credentials.claimedIds.every((claimed) => isOwnId(claimed, ownId)))
    throw new AppError('unauthenticated');
  const lastUsedAt = new Date(row.last_used_at);
  const isTouched = isUse && now.getTime() - lastUsedAt.getTime() > touchEveryMs;
  if (isTouched) touch(deps, row.key_id, now);
  return {
    keyId: row.key_id,
    keyHash,
    kind: row.kind,
    role: row.role,
    name: row.name,
    tenantId: row.tenant_id,
    userId: row.user_id,
    clientId: row.client_id,
    accountId: row.account_id,
    mustChangePassword: row.must_change_password,
    lastUsedAt: isTouched ? now : lastUsedAt,
    supportUntil: moment(row.support_until),
    timeZone: row.time_zone ?? 'Europe/London',
    locale: row.locale ?? 'en-GB',
    currency: row.currency ?? 'GBP',
    ...standingOf(row),
    factors: row.factors,
    verifiedAt: new Date(row.verified_at),
    secondFactorDueAt: secondFactorDue(row, deps.env, now),
    program: programOf(row),
  };
}

/** A practice sets the moment; for superadmins it is always now, unless the installation is a demo. */
function secondFactorDue(
  row: SessionRow,
  { SUPERADMIN_SECOND_FACTOR }: Dependencies['env'],
  now: Date,
): Date | null {
  if (!row.lacks_second_factor) return null;
  if (row.of_superadmin && SUPERADMIN_SECOND_FACTOR === 'required') return now;
  return moment(row.second_factor_from);
}

const programOf = ({ kind, label, scopes, allowed_addresses }: SessionRow): ProgramKey | null =>
  kind === 'session'
    ? null
    : { label: label ?? '', scopes: scopes ?? [], allowedAddresses: allowed_addresses };

/** Records the use of a key without delaying the request. */
function touch(deps: Dependencies, keyId: number, now: Date): void {
  deps.database.control.rows(touchSession, [keyId, now]).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the last use of a key could not be recorded');
  });
}
