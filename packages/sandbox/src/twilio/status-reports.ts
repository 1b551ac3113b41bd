import { setTimeout as wait } from 'node:timers/promises';
import { postSigned, type TwilioAccount } from './signed-form.ts';

/** A status callback about a message. */
export interface StatusReport {
  url: string;
  fields: Record<string, string>;
}

/** Numbers whose messages are accepted but not delivered, with Twilio's reason. */
const undelivered: Readonly<Record<string, { status: 'undelivered' | 'failed'; code: string }>> = {
  // The phone is switched off or out of range.
  '+447700900993': { status: 'undelivered', code: '30003' },
  // Unknown number.
  '+447700900995': { status: 'failed', code: '30005' },
};

/** The delay between two callbacks about a message, and before the retry of one that failed. */
const paceMs = 400;
const tries = 3;

/** The status callbacks of the stand-in for Twilio, each signed and in order. */
export class StatusReports {
  /**
   * While true, nothing is sent automatically: a test sends what is {@link held}, in any order and any number of
   * times.
   */
  isHeld = false;
  held: StatusReport[] = [];
  private readonly account: TwilioAccount;

  constructor(account: TwilioAccount) {
    this.account = account;
  }

  reset(): void {
    this.held = [];
  }

  /** Reports the outcome of a message, shortly after. */
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
      // A refusal means that the callback was received.
      if (status > 0 && status < 500) return;
      await wait(paceMs * 2 ** attempt, undefined, { ref: false });
    }
  }

  /**
   * Sends one callback now, once.
   * @returns the status of the product's answer
   * @throws TypeError when nothing listens
   */
  async tell({ url, fields }: StatusReport): Promise<number> {
    const response = await postSigned(this.account, url, fields);
    await response.arrayBuffer();
    return response.status;
  }
}
