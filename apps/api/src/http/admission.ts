import type { Action } from '@burrow/contracts/action';
import type { Transaction } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { isProofStale } from '../lib/fresh-proof.ts';
import { mustSetUpSecondFactor, type Session } from '../lib/session.ts';
import { subscriptionState } from '../lib/subscription.ts';
import { checkProgramKey } from './admit-program.ts';
import type { Call } from './call.ts';
import { isOwnId, isUse, type Credentials } from './credentials.ts';
import { inputError } from './error-answer.ts';
import { decodeFile } from './file-body.ts';
import { openSession } from './open-session.ts';

/**
 * Checks session, role, forced password, own practice, subscription and, for sensitive actions, a fresh proof.
 * @throws AppError if one of them does not admit the caller
 */
export async function admit(call: Call, tx: Transaction, credentials: Credentials): Promise<Session> {
  const { action, deps, fields, now, req } = call;
  const session = await openSession(tx, deps, credentials, now, isUse(action, req));
  // For the request's log line.
  req.caller = {
    tenant_id: session.tenantId,
    user_id: session.userId,
    client_id: session.clientId,
    ...(session.program ? { key_id: session.keyId } : {}),
  };
  if (session.program) {
    // Refused requests count too.
    if (!call.isCounted) await call.limits.consumeKey(session.keyId);
    call.isCounted = true;
    checkProgramKey(action, session.program, req.ip);
  }
  if (action.access === 'public' || !action.access.includes(session.role)) throw new AppError('forbidden');
  if (session.mustChangePassword && !action.beforePasswordChange)
    throw new AppError('password_change_required');
  if (mustSetUpSecondFactor(session, now) && !action.beforeSecondFactor)
    throw new AppError('second_factor_setup_required');
  for (const field of ['tenant_id', 'tenantId']) {
    if (fields[field] !== undefined && !isOwnId(fields[field], session.tenantId))
      throw new AppError('not_found');
  }
  if (needsSubscription(action, fields) && subscriptionState(session, now) === 'lapsed') {
    throw new AppError(
      'subscription_required',
      session.role === 'customer' ? { message: closedToCustomers } : {},
    );
  }
  if (action.stepUp === true && isProofStale(session, now)) throw new AppError('step_up_required');
  return session;
}

/** A pet owner sees no more than this of a practice whose subscription has lapsed. */
const closedToCustomers = 'You can’t request appointments here at the moment. Please contact the practice.';

/** Whether this call requires a trial or a subscription. */
function needsSubscription({ input, paid }: Action, fields: Record<string, unknown>): boolean {
  if (!paid || paid === true || 'when' in paid) return paid === true;
  return !Object.entries(paid.unless).every(
    ([field, value]) => input.shape[field]?.safeParse(fields[field]).data === value,
  );
}

/**
 * Stops other sites' pages from making their visitors call actions that need no session: requesting codes, using up
 * attempts. Programs send no such header, and no page can forge it.
 * @throws AppError `forbidden`
 */
export function refuseOtherSites({ action, req }: Pick<Call, 'action' | 'req'>): void {
  if (action.kind !== 'command' || req.headers['sec-fetch-site'] !== 'cross-site') return;
  throw new AppError('forbidden', { message: 'This can’t be requested from another site.' });
}

/**
 * Parses the input and applies the limits: those by address and person before it is parsed, those by a field
 * afterwards.
 * @throws AppError `rate_limited`, `invalid_input`
 */
export async function parseLimited(call: Call, session: Session | null): Promise<unknown> {
  const { action, limits, name, req } = call;
  const all = action.limit ?? [];
  const byField = all.filter(({ per }) => per.startsWith('field:'));
  await limits.consume(
    name,
    all.filter((limit) => !byField.includes(limit)),
    (per) => (per === 'address' ? callerNetwork(req.ip) : session ? personOf(session) : undefined),
  );
  if (action.accepts) decodeFile(call.fields);
  const parsed = action.input.safeParse(call.fields);
  if (!parsed.success) throw inputError(parsed.error);
  const input: Record<string, unknown> = parsed.data;
  await limits.consume(name, byField, (per) => String(input[per.slice('field:'.length)]));
  return input;
}

/** The person of a session, the same for all of their sessions. An API key counts separately. */
const personOf = ({ keyId, program, tenantId, clientId, userId, accountId }: Session): string => {
  if (program) return `key ${keyId}`;
  return clientId === null ? `user ${tenantId} ${userId ?? accountId}` : `client ${tenantId} ${clientId}`;
};
