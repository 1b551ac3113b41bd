import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { scopeOf, type Scope } from '@burrow/contracts/scopes';
import { AppError } from './app-error.ts';
import type { Actor, ProgramKey } from './session.ts';

/** Whether a caller has a scope. Sessions, and work without a caller, are limited by roles alone. */
export const hasScope = (session: { program?: ProgramKey | null }, scope: Scope): boolean =>
  !session.program || session.program.scopes.includes(scope);

/** Whether an error may tell a caller amounts of money: not an API key that may neither read nor take payments. */
export const seesPayments = (session: { program?: ProgramKey | null }): boolean =>
  hasScope(session, 'payments:read') || hasScope(session, 'payments:write');

/** The refusal of an API key that lacks a scope. */
export const scopeMissing = (scope: Scope): AppError =>
  new AppError('scope_missing', { message: `This API key needs the scope ${scope} for that.` });

/**
 * Refuses an effect of an action to an API key without that effect's scope, which differs from the action's own. The
 * action declares it in `effects`, so that the reference shows it.
 * @throws AppError `scope_missing`
 */
export function needScope({ session, action }: { session: Actor; action: ActionName }, scope: Scope): void {
  if (!session.program) return;
  const declared = actionNamed(action);
  if (scopeOf(declared) !== scope && declared.effects?.[scope] === undefined) {
    throw new Error(`${action} needs the scope ${scope}, which it does not declare.`);
  }
  if (!hasScope(session, scope)) throw scopeMissing(scope);
}
