/** Work that goes on by itself, and what it needs to know. It looks up everything else when it runs. */
export interface JobPayloads {
  /** Carries a refund to the card provider, and asks how it went until that is known. */
  refund: { tenantId: number; refundId: number };
  /** Asks the card provider how a deposit stands that nobody has told us about, and settles it. */
  deposit_check: { tenantId: number; depositId: number };
  /** Asks the card provider how a practice's subscription stands. */
  subscription_check: { tenantId: number };
  /** Checks, runs or undoes an import, whichever its status says. */
  import: { tenantId: number; importId: number };
  /** Emails a link to choose a new password; does nothing for account 0, which stands for an unknown email. */
  password_mail: { accountId: number };
}
export type JobName = keyof JobPayloads;
