import { AppError } from '../app-error.ts';

/** How many emails one process sends at once; more wait until a connection is free. */
export const mailConnections = 3;

export interface MailAttachment {
  filename: string;
  mimeType: string;
  content: Uint8Array;
}

/** An email of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Shown as the sender's name, such as the practice's. */
  fromName: string;
  /** The Reply-To address, with the name shown for it, '' for none; null for no such header. */
  replyTo: { name: string; address: string } | null;
  /** Identifies the message over all attempts, so that a mailbox can recognise a duplicate. */
  messageId: string;
  /** Whether a person wrote it, who may get automatic replies; others are marked as automatic. */
  isPersonal?: boolean;
  attachments?: readonly MailAttachment[];
}

/** Sends email through a mail server. */
export interface MailSender {
  /** Whether a server is configured. */
  readonly isConfigured: boolean;
  /**
   * Sends a message. Never awaited inside a transaction.
   * @returns the server's id of it
   * @throws MailUnavailable when the server refuses it, does not answer in time, or none is configured
   */
  send(mail: Mail): Promise<{ reference: string }>;
}

/** A message that the server did not acknowledge. */
export class MailUnavailable extends AppError {
  /** True for a permanent failure, such as an impossible address. */
  readonly isFinal: boolean;
  /** False when it was refused or never sent; true when the outcome is unknown, and it may arrive anyway. */
  readonly mayArrive: boolean;
  /** The server's status code, or the network's error code. */
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
