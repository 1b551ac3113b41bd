/** A text message. */
export interface Sms {
  /** With a leading + and the country's code. */
  to: string;
  body: string;
}

/** Sends text messages through a provider. */
export interface SmsSender {
  /**
   * Hands a message to the provider. Never awaited inside a transaction.
   * @returns the provider's reference
   * @throws AppError `sms_unavailable` when the provider refuses it, does not answer in time, or none is configured
   */
  send(message: Sms): Promise<{ reference: string }>;
}
