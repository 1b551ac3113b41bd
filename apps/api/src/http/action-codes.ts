import { isPortalAction, type Action } from '@burrow/contracts/action';
import type { ErrorCode } from '@burrow/contracts/errors';
import { scopeOf } from '@burrow/contracts/scopes';

/** Codes that any action may answer with. */
const commonCodes: ErrorCode[] = [
  'invalid_input',
  'malformed_body',
  'payload_too_large',
  'unsupported_media_type',
  'internal',
  'unavailable',
  'practice_moved',
  'practice_moving',
];

/** The codes of every error that an action answers with, its own and those of all. */
export function codesOf(action: Action): Set<ErrorCode> {
  const scope = scopeOf(action);
  const codes = new Set<ErrorCode>([...commonCodes, ...action.errors]);
  // A practice that is not the key's own is not found, whatever the action.
  const sessionCodes = ['unauthenticated', 'forbidden', 'not_found'] as const;
  if (action.access !== 'public') for (const code of sessionCodes) codes.add(code);
  if (action.access !== 'public' && !action.beforePasswordChange) codes.add('password_change_required');
  if (action.stepUp) codes.add('step_up_required');
  if (action.access !== 'public' && !action.beforeSecondFactor && !isPortalAction(action))
    codes.add('second_factor_setup_required');
  if (action.paid) codes.add('subscription_required');
  if (action.limit || scope !== null) codes.add('rate_limited');
  if (scope !== null) codes.add('scope_missing').add('address_not_allowed');
  if (action.idempotent) codes.add('idempotency_in_progress').add('idempotency_key_reused');
  return codes;
}
