/** A file of an email, without its bytes. */
export interface InboxAttachment {
  filename: string;
  mimeType: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

export interface InboxMessage {
  channel: 'sms' | 'email' | 'push';
  /** A British number as dialled at home ('07700900001'), another with its country's code; an address of mail; a device. */
  to: string;
  /** Of an email. */
  subject?: string;
  body: string;
  /** Of an email: where a reply goes, if it says so. */
  replyTo?: string;
  /** Of an email with files. */
  attachments?: readonly InboxAttachment[];
  /** When it was sent, ISO. */
  at: string;
}

/** How many messages are kept; the oldest go first. */
export const inboxLimit = 1000;

/**
 * A recipient in the inbox's spelling, whatever the input's: '+44 7700 900001', '00447700900001' and '07700 900001'
 * are '07700900001'. Anything that is no number is returned in lower case.
 */
export function recipientKey(written: string): string {
  const compact = written.trim().toLowerCase();
  if (!/^\+?[\d\s().-]+$/.test(compact)) return compact;
  const digits = compact.replaceAll(/[^\d+]/g, '').replace(/^00/, '+');
  // A plus sign in an address arrives as a space, so the country code is bare.
  return digits.replace(/^(?:\+44|44(?=\d{10,11}$))0?/, '0');
}

/** What the stand-ins were asked to send, in memory. */
export class Inbox {
  // Newest first.
  private kept: InboxMessage[] = [];

  add(message: InboxMessage): void {
    this.kept = [{ ...message, to: recipientKey(message.to) }, ...this.kept].slice(0, inboxLimit);
  }

  clear(): void {
    this.kept = [];
  }

  /** The messages, newest first: all of them, or those to one recipient. */
  messages(to?: string): readonly InboxMessage[] {
    const wanted = recipientKey(to ?? '');
    return wanted === '' ? this.kept : this.kept.filter((message) => message.to === wanted);
  }
}
