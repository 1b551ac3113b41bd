/** Background jobs and their data. A job looks up everything else when it runs. */
export interface JobPayloads {
  /** Sends a refund to the card provider, and checks until the outcome is known. */
  refund: { tenantId: number; refundId: number };
  /** Checks with the card provider a deposit that no webhook has reported, and settles it. */
  deposit_check: { tenantId: number; depositId: number };
  /** Ends a client's request to change an appointment that was not answered before its start. */
  booking_change_lapse: { tenantId: number; changeId: number };
  /** Reads the state of a practice's subscription from the card provider. */
  subscription_check: { tenantId: number };
  /** Checks, runs or undoes an import, depending on its status. */
  import: { tenantId: number; importId: number };
  /** Looks at the waitlist of a practice: ends offers, and offers times that came free. */
  fill_gaps: { tenantId: number };
  /** Emails a link to choose a new password; does nothing for account 0, which stands for an unknown email. */
  password_mail: { accountId: number };
  /** Emails a person about an event of their account. */
  account_mail: { eventId: number };
}
export type JobName = keyof JobPayloads;
