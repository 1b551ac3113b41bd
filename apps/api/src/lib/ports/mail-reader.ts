/** The largest email that is read, in bytes: what most mail hosts accept. */
export const maxMailBytes = 25 * 1024 * 1024;

/** What is kept of an email that someone sent to us. Nothing in it is verified. */
export interface IncomingMail {
  /** The address in `From`; '' for none. */
  from: string;
  /** The addresses in `Delivered-To`, `To` and `Cc`, in this order. */
  recipients: string[];
  subject: string;
  /** Its plain text without the quoted history below the reply. */
  text: string;
  /** The same for the same message, however often it comes: a digest of its Message-ID, or of all of it. */
  id: string;
  /** Sent by a program: an automatic reply, a mailing or a report that a message could not be delivered. */
  isAutomatic: boolean;
  attachments: { filename: string; content: Uint8Array<ArrayBuffer> }[];
  /** The names of attachments beyond the limits. */
  leftOut: string[];
}

/** Reads emails. */
export interface MailReader {
  /**
   * Reads the raw message in a file.
   * @throws UnreadableMail
   */
  read(path: string): Promise<IncomingMail>;
}

/** An email that is no message, or exceeds a limit of nesting, headers, memory or time. */
export class UnreadableMail extends Error {}
