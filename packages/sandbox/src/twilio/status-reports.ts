import { setTimeout as wait } from 'node:timers/promises';
import { postSigned, type TwilioAccount } from './signed-form.ts';

/** A word to the product on what became of a message. */
export interface StatusReport {
  url: string;
  fields: Record<string, string>;
}

/** Numbers whose messages are taken and do not arrive, with Twilio's reason. */
const undelivered: Readonly<Record<string, { status: 'undelivered' | 'failed'; code: string }>> = {
  // The phone is switched off or out of range.
  '+447700900993': { status: 'undelivered', code: '30003' },
  // Nobody has the number.
  '+447700900995': { status: 'failed', code: '30005' },
};

/** Between two words about a message; and before one is told again that did not get through. */
const paceMs = 400;
const tries = 3;

/** What the stand-in for Twilio tells the product of its messages, each in order and signed. */
export class StatusReports {
  /** While true nothing is told by itself: a test tells what is {@link held}, in which order and how often it likes. */
  isHeld = false;
  held: StatusReport[] = [];
  private readonly account: TwilioAccount;

  constructor(account: TwilioAccount) {
    this.account = account;
  }

  reset(): void {
    this.held = [];
  }

  /** Tells what becomes of a message, a moment from now. */
  plan(
    url: string,
    { sid, to, from }: { sid: string; to: string; from: string | null },
    became: (status: string) => void,
  ): void {
    const failure = undelivered[to];
    const end = failure?.status ?? 'delivered';
    const reports = ['queued', 'sent', end].map((status) => ({
      url,
      fields: {
        AccountSid: this.account.accountSid,
        ApiVersion: '2010-04-01',
        ...(from === null ? {} : { From: from }),
        MessageSid: sid,
        MessageStatus: status,
        SmsSid: sid,
        SmsStatus: status,
        To: to,
        ...(status === end && failure ? { ErrorCode: failure.code } : {}),
      },
    }));
    if (this.isHeld) this.held.push(...reports);
    else void this.tellInTime(reports, became);
  }

  private async tellInTime(reports: StatusReport[], became: (status: string) => void): Promise<void> {
    for (const report of reports) {
      await wait(paceMs, undefined, { ref: false });
      became(report.fields['MessageStatus'] ?? '');
      await this.tellPatiently(report);
    }
  }

  private async tellPatiently(report: StatusReport): Promise<void> {
    for (let attempt = 1; attempt <= tries; attempt++) {
      const status = await this.tell(report).catch(() => 0);
      // Whoever refuses it has understood it.
      if (status > 0 && status < 500) return;
      await wait(paceMs * 2 ** attempt, undefined, { ref: false });
    }
  }

  /**
   * Tells a report now, once.
   * @returns the status of the product's answer
   * @throws TypeError when nobody listens
   */
  async tell({ url, fields }: StatusReport): Promise<number> {
    const response = await postSigned(this.account, url, fields);
    await response.arrayBuffer();
    return response.status;
  }
}
