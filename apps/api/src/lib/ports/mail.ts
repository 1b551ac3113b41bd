import { AppError } from '../app-error.ts';

/** How many emails one process hands to the server at once; more wait until a connection is free. */
export const mailConnections = 3;

/** An email of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Shown as the sender's name, such as the practice's. */
  fromName: string;
  /** Who gets the answers; null for nobody. */
  replyTo: string | null;
  /** Names the message over all tries, so that a mailbox which got it already can tell. */
  messageId: string;
}

/** Sends email through a server of mail. */
export interface MailSender {
  /** Whether a server is configured. */
  readonly isConfigured: boolean;
  /**
   * Hands a message to the server. Never awaited inside a transaction.
   * @returns what the server called it
   * @throws MailUnavailable when the server refuses it, does not answer in time, or none is configured
   */
  send(mail: Mail): Promise<{ reference: string }>;
}

/** A message of which the server did not say that it took it. */
export class MailUnavailable extends AppError {
  /** True when it will never be taken, such as for an address that cannot be. */
  readonly isFinal: boolean;
  /** False when it was refused or never left; true when nobody knows, and the mailbox may get it all the same. */
  readonly mayArrive: boolean;
  /** The number of the server's answer, or the network's name for what went wrong. */
  readonly providerCode: string;

  /** @param reason for the log and the practice, without address and text */
  constructor(
    reason: string,
    {
      isFinal,
      mayArrive,
      providerCode = 'unknown',
    }: { isFinal: boolean; mayArrive: boolean; providerCode?: string },
  ) {
    super('unavailable', {}, { cause: new Error(reason) });
    this.isFinal = isFinal;
    this.mayArrive = mayArrive;
    this.providerCode = providerCode;
  }
}
