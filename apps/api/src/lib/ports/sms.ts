import { AppError } from '../app-error.ts';

/** A text message. */
export interface Sms {
  /** With a leading + and the country's code. */
  to: string;
  body: string;
  /** Where the provider tells what became of it; nowhere unless given. */
  statusCallback?: string;
}

/** Sends text messages through a provider. */
export interface SmsSender {
  /** Whether a provider is configured. */
  readonly isConfigured: boolean;
  /**
   * Hands a message to the provider. Never awaited inside a transaction.
   * @returns the provider's reference
   * @throws SmsUnavailable when the provider refuses it, does not answer in time, or none is configured
   */
  send(message: Sms): Promise<{ reference: string }>;
  /**
   * Looks whether the provider took a message of which nobody knows: the same text to the same number since then.
   * @returns its reference; null when it never took one
   * @throws SmsUnavailable when it cannot be asked
   */
  find(message: Pick<Sms, 'to' | 'body'>, since: Date): Promise<{ reference: string } | null>;
}

/** A message of which the provider did not say that it took it: `sms_unavailable` to the caller. */
export class SmsUnavailable extends AppError {
  /** False when it was refused or never left; true when nobody knows, and the phone may get it all the same. */
  readonly mayArrive: boolean;
  /** True when sending it again changes nothing, such as for a number that cannot be. */
  readonly isFinal: boolean;
  /** Whether the person has told the provider to send them nothing more. */
  readonly isOptedOut: boolean;
  /** The provider's own number of what went wrong, or the network's name for it. */
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
