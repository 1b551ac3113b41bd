import { AppError } from '../../lib/app-error.ts';

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
   * @throws SmsUnavailable when the provider refuses it, does not answer in time, or none is configured
   */
  send(message: Sms): Promise<{ reference: string }>;
}

/** A message of which the provider did not say that it took it: `sms_unavailable` to the caller. */
export class SmsUnavailable extends AppError {
  /** False when it was refused or never left; true when nobody knows, and the phone may get it all the same. */
  readonly mayArrive: boolean;

  /** @param reason for the log, without number and text */
  constructor(reason: string, { mayArrive }: { mayArrive: boolean }) {
    const message = 'We cannot tell whether the text message was sent. If none arrives, please try again.';
    super('sms_unavailable', mayArrive ? { message } : {}, { cause: new Error(reason) });
    this.mayArrive = mayArrive;
  }
}
