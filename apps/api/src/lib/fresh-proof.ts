import { freshProofSeconds } from '@burrow/contracts/action';
import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { AppError } from './app-error.ts';
import type { Actor, Session } from './session.ts';

/** For how many seconds the last proof of a session is still fresh; 0 if it is stale. */
export function freshSecondsLeft({ verifiedAt }: Pick<Session, 'verifiedAt'>, now: Date): number {
  const age = (now.getTime() - verifiedAt.getTime()) / 1000;
  return Math.floor(Math.min(freshProofSeconds, Math.max(0, freshProofSeconds - age)));
}

/**
 * Whether a caller has to prove who they are again. Never asks API keys (their scopes decide), pet owners (their
 * actions affect only themselves) or background jobs (they have no caller).
 */
export const isProofStale = ({ program, clientId, verifiedAt }: Actor, now: Date): boolean =>
  !program &&
  clientId === null &&
  verifiedAt !== undefined &&
  now.getTime() - verifiedAt.getTime() > freshProofSeconds * 1000;

/**
 * Asks for a fresh proof of who the caller is, for one case of an action that declares it as `stepUp.when`.
 * @throws AppError `step_up_required`
 */
export function requireFreshProof({
  session,
  action,
  now,
}: {
  session: Actor;
  action: ActionName;
  now: Date;
}): void {
  if (!isProofStale(session, now)) return;
  if (!actionNamed(action).stepUp) throw new Error(`${action} requires step-up, which it does not declare.`);
  throw new AppError('step_up_required');
}
