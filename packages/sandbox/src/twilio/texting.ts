import { randomBytes } from 'node:crypto';
import { recipientKey, type Inbox } from '../inbox.ts';
import { segmentsOf } from './message-length.ts';
import { postSigned, type TwilioAccount } from './signed-form.ts';
import { StatusReports } from './status-reports.ts';

export interface MessageInput {
  to: string;
  from: string;
  service: string;
  body: string;
  statusCallback: string;
}

/** A message as Twilio describes it. */
export interface MessageResource extends Record<string, unknown> {
  sid: string;
  to: string;
  from: string | null;
  body: string;
  status: string;
  date_created: string;
  date_sent: string | null;
}

/** The outcome of a message from a phone. */
export interface Reply {
  /** The status of the product's answer. */
  status: number;
  /** The text of the product's answer, if any. */
  answer: string | undefined;
}

/** How many messages are kept; the oldest are deleted first. */
const keptMessages = 20_000;
/** The number for replies from phones that were sent nothing. */
const usualNumber = '+441632960144';
const stopWord = /^\s*(?:stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)\s*$/i;
const startWord = /^\s*(?:start|unstop)\s*$/i;
const twilioDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000');

/** The text messages that the stand-in for Twilio has accepted, their status callbacks, and the phones' replies. */
export class Texting {
  /** How many messages a second it accepts before it answers 429; no limit unless set. */
  perSecond: number | undefined;
  /** The delay of its answer to a message, in milliseconds. */
  answerMs = 0;
  /** The status callbacks to the product. */
  readonly reports: StatusReports;
  // Newest first.
  private messages: MessageResource[] = [];
  private takenAt: number[] = [];
  private optedOut = new Set<string>();
  private readonly account: TwilioAccount;
  private readonly inbox: Inbox;
  private readonly appUrl: () => string;

  /** @param appUrl the product's address, read each time */
  constructor(account: TwilioAccount, inbox: Inbox, appUrl: () => string) {
    this.account = account;
    this.inbox = inbox;
    this.appUrl = appUrl;
    this.reports = new StatusReports(account);
  }

  /** The accepted messages, newest first. */
  get taken(): readonly MessageResource[] {
    return this.messages;
  }

  /** The most messages accepted within a second. */
  get busiestSecond(): number {
    return this.takenAt.reduce((most, at, first) => Math.max(most, this.countWithin(first, at + 1000)), 0);
  }

  private countWithin(first: number, until: number): number {
    const next = this.takenAt.findIndex((at, index) => index > first && at >= until);
    return (next === -1 ? this.takenAt.length : next) - first;
  }

  /** Deletes everything, and removes the limit and the delay. */
  reset(): void {
    this.perSecond = undefined;
    this.answerMs = 0;
    this.messages = [];
    this.takenAt = [];
    this.optedOut.clear();
    this.reports.reset();
  }

  /** Whether a phone has opted out. */
  hasOptedOut(to: string): boolean {
    return this.optedOut.has(recipientKey(to));
  }

  /** Counts a message about to be accepted. @returns false above this second's limit */
  takePlace(): boolean {
    const now = performance.now();
    const recent = this.takenAt.length - this.takenAt.findLastIndex((at) => at <= now - 1000) - 1;
    if (this.perSecond !== undefined && recent >= this.perSecond) return false;
    this.takenAt.push(now);
    return true;
  }

  /** Sends a message: shows it in the inbox. @returns Twilio's description of it */
  accept(input: MessageInput): MessageResource {
    const now = new Date();
    const message = messageResource(this.account, input, now);
    this.messages = [message, ...this.messages].slice(0, keptMessages);
    this.inbox.add({ channel: 'sms', to: input.to, body: input.body, at: now.toISOString() });
    if (input.statusCallback !== '') {
      this.reports.plan(input.statusCallback, message, (status) => {
        message.status = status;
        message.date_sent ??= twilioDate(new Date());
      });
    }
    // A copy as accepted: its status changes later.
    return { ...message };
  }

  /** Whether a phone can reply: an alphanumeric sender accepts no replies. */
  takesReplies(phone: string): boolean {
    const last = this.lastTo(phone);
    return last !== undefined && (last.from === null || last.from.startsWith('+'));
  }

  /**
   * Sends a text message from a phone to the number that last wrote to it, and the product's answer to the phone.
   * @throws TypeError when the product cannot be reached
   */
  async reply(phone: string, body: string): Promise<Reply> {
    const key = recipientKey(phone);
    if (stopWord.test(body)) this.optedOut.add(key);
    if (startWord.test(body)) this.optedOut.delete(key);
    const sid = `SM${randomBytes(16).toString('hex')}`;
    const response = await postSigned(this.account, `${this.appUrl()}/api/webhooks/twilio/incoming`, {
      AccountSid: this.account.accountSid,
      ApiVersion: '2010-04-01',
      Body: body,
      From: key.startsWith('0') ? `+44${key.slice(1)}` : key,
      MessageSid: sid,
      NumMedia: '0',
      NumSegments: String(segmentsOf(body)),
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      To: this.lastTo(phone)?.from ?? usualNumber,
    });
    const answer = saidIn(await response.text());
    if (answer !== undefined && !this.optedOut.has(key)) {
      this.inbox.add({ channel: 'sms', to: phone, body: answer, at: new Date().toISOString() });
    }
    return { status: response.status, answer };
  }

  private lastTo(phone: string): MessageResource | undefined {
    const key = recipientKey(phone);
    return this.messages.find(({ to }) => recipientKey(to) === key);
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The message text of an answer in TwiML. */
function saidIn(twiml: string): string | undefined {
  const text = /<Message>([^<]*)<\/Message>/.exec(twiml)?.[1];
  return text?.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/** Twilio's description of a newly accepted message. */
function messageResource(
  { accountSid }: TwilioAccount,
  { to, from, service, body }: MessageInput,
  now: Date,
): MessageResource {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  const date = twilioDate(now);
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: service === '' ? from : null,
    messaging_service_sid: service === '' ? null : service,
    num_media: '0',
    // A messaging service has yet to choose a number, which decides how the text is segmented.
    num_segments: service === '' ? String(segmentsOf(body)) : '0',
    price: null,
    price_unit: 'USD',
    sid,
    status: service === '' ? 'queued' : 'accepted',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  };
}
