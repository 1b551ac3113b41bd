import type { PublicContext } from '../../context/context.ts';

/** A change to how a person signs in, which they would want to know of. */
export type AccountChange =
  | 'password_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'sso_connected'
  | 'sso_disconnected';

/** Records a change to how a person signs in. */
export function recordAccountChange(
  { log }: Pick<PublicContext, 'log'>,
  accountId: number,
  change: AccountChange,
): void {
  log.info({ account_id: accountId, change }, 'a sign-in method changed');
}
