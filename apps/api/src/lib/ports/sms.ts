import { AppError } from '../app-error.ts';

/** A text message. */
export interface Sms {
  /** In international format, with a leading +. */
  to: string;
  body: string;
  /** The address for the provider's status callbacks; none unless given. */
  statusCallback?: string;
}

/** Sends text messages through a provider. */
export interface SmsSender {
  /** Whether a provider is configured. */
  readonly isConfigured: boolean;
  /**
   * Sends a message to the provider. Never awaited inside a transaction.
   * @returns the provider's reference
   * @throws SmsUnavailable when the provider refuses it, does not answer in time, or none is configured
   */
  send(message: Sms): Promise<{ reference: string }>;
  /**
   * Finds out whether the provider accepted a message of unknown outcome: the same text to the same number since
   * then.
   * @returns its reference; null if it was not accepted
   * @throws SmsUnavailable when the provider cannot be reached
   */
  find(message: Pick<Sms, 'to' | 'body'>, since: Date): Promise<{ reference: string } | null>;
}

/** A message that the provider did not acknowledge: `sms_unavailable` to the caller. */
export class SmsUnavailable extends AppError {
  /** False when it was refused or never sent; true when the outcome is unknown, and it may arrive anyway. */
  readonly mayArrive: boolean;
  /** True for a permanent failure, such as an impossible number. */
  readonly isFinal: boolean;
  /** Whether the person has opted out at the provider. */
  readonly isOptedOut: boolean;
  /** The provider's error code, or the network's. */
  readonly providerCode: string;

  /** @param reason for the log and the practice, without number and text */
  constructor(
    reason: string,
    {
      mayArrive,
      isFinal = false,
      isOptedOut = false,
      providerCode = 'unknown',
    }: { mayArrive: boolean; isFinal?: boolean; isOptedOut?: boolean; providerCode?: string },
  ) {
    const message =
      'We can’t tell whether the text message was sent. If it doesn’t arrive, please try again.';
    super('sms_unavailable', mayArrive ? { message } : {}, { cause: new Error(reason) });
    this.mayArrive = mayArrive;
    this.isFinal = isFinal;
    this.isOptedOut = isOptedOut;
    this.providerCode = providerCode;
  }
}
