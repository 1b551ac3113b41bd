import { randomUUID } from 'node:crypto';
import { recipientKey, type Inbox, type InboxMessage } from './inbox.ts';

/** Delivers replies from mailboxes to the product, as a mail server does. */
export class MailReplies {
  private readonly inbox: Inbox;
  private readonly secret: string | undefined;
  private readonly appUrl: () => string;

  /**
   * @param secret the product's for its mail server; undefined if it receives no replies
   * @param appUrl the product's address, read each time
   */
  constructor(inbox: Inbox, secret: string | undefined, appUrl: () => string) {
    this.inbox = inbox;
    this.secret = secret;
    this.appUrl = appUrl;
  }

  /** Whether a mailbox can reply: its newest email says where to, and the product receives replies. */
  takesReplies(address: string): boolean {
    return this.secret !== undefined && this.lastTo(address)?.replyTo !== undefined;
  }

  /**
   * Replies to the newest email of a mailbox.
   * @returns the status of the product's answer
   * @throws TypeError when the product cannot be reached
   */
  async reply(address: string, body: string): Promise<number> {
    const { replyTo = '', subject = '' } = this.lastTo(address) ?? {};
    const url = `${this.appUrl()}/api/webhooks/mail?to=${encodeURIComponent(replyTo)}`;
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.secret}`, 'Content-Type': 'message/rfc822' },
      body: messageOf({ from: address, to: replyTo, subject: `Re: ${subject}`, body }),
    });
    return status;
  }

  private lastTo(address: string): InboxMessage | undefined {
    const key = recipientKey(address);
    return this.inbox.messages(key).find(({ channel }) => channel === 'email');
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const messageOf = (mail: { from: string; to: string; subject: string; body: string }): string =>
  [
    `From: ${mail.from}`,
    `To: ${mail.to}`,
    `Subject: =?utf-8?B?${base64(mail.subject)}?=`,
    `Message-ID: <${randomUUID()}@sandbox.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64(mail.body).match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n');
