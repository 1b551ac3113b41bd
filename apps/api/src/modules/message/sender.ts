import { messageChannels, ownWords, type MessageChannel } from '@burrow/contracts/message-text';
import { inPractice } from '../../context/in-practice.ts';
import { mailConnections, type MailAttachment } from '../../lib/ports/mail.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { internationalPhone } from '../../lib/phone-number.ts';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';
import { tellScreens } from '../notification/public.ts';
import { planPush, receiptHashOf, sendPush, type PlannedPush } from '../portal-push/public.ts';
import { readFiles, type Work } from './attachments.ts';
import {
  decide,
  endAfter,
  isUrgent,
  mayWait,
  mayHaveArrived,
  obstacleToText,
  toldStart,
  type Decision,
} from './decision.ts';
import {
  askProvider,
  handedOver,
  handOver,
  lastHandedOver,
  type Failure,
  type HandedOver,
  type Outcome,
} from './delivery.ts';
import {
  claimMessages,
  countHourly,
  giveUp,
  hasFailedAlike,
  holdMessage,
  noteHandover,
  noteSent,
  postpone,
  stopTexting,
  tryAgain,
  uncountHourly,
  withdraw,
  type Claim,
} from './repository.ts';
import { messageFacts, toldBefore, type MessageFacts } from './facts.ts';
import { tellOfFailure } from './failure-notice.ts';
import { writeMessage } from './writing.ts';

/**
 * How many messages of a channel one process has in progress at once. An email waiting for a connection would use up its
 * server's timeout.
 */
export const maxConcurrency: Readonly<Record<MessageChannel, number>> = { sms: 20, email: mailConnections };
/** The desk uses the same connections, and has priority. */
const maxTransactions = 4;
const placeWaitMs = 30_000;

const minuteMs = 60_000;
/**
 * The delay before each next attempt. All attempts are over within half a day, or a day with a quiet night between them.
 */
const backOffMinutes = [1, 5, 15, 60, 180];
const lookAgainMs = 5000;

/** Sends messages. A process has one, which shares a few transactions between the channels. */
export interface MessageSender {
  /**
   * Claims the next messages of a channel, within its rate, and starts to send them. Several processes may do so at
   * once.
   * @param most how many at most
   * @returns a promise for each message, which resolves when it is done, whatever the outcome
   */
  begin(channel: MessageChannel, most: number): Promise<Promise<void>[]>;
}

export function createMessageSender(deps: Dependencies): MessageSender {
  const perSecond = { sms: deps.env.SMS_PER_SECOND, email: deps.env.MAIL_PER_SECOND };
  const places = new FairSemaphore(
    Math.max(1, Math.min(maxTransactions, Math.floor(deps.env.DATABASE_POOL / 3))),
    placeWaitMs,
  );
  return {
    begin: async (channel, most) => {
      const claims = await claimMessages(deps.database.control, channel, {
        now: deps.clock.now(),
        perSecond: perSecond[channel],
        most,
      });
      return claims.map((claim) => deliver(workOn(deps, claim, places)));
    },
  };
}

/**
 * Sends the messages due now, by both channels, within their rates and limits, and waits until that is done.
 * @returns how many messages were claimed; 0 when nothing is due
 */
export async function sendDueMessages(deps: Dependencies): Promise<number> {
  const sender = createMessageSender(deps);
  const sent = await Promise.all(
    messageChannels.map(async (channel) => {
      const begun = await sender.begin(channel, maxConcurrency[channel]);
      await Promise.all(begun);
      return begun.length;
    }),
  );
  return sent.reduce((sum, count) => sum + count, 0);
}

function workOn(deps: Dependencies, claim: Claim, places: FairSemaphore): Work {
  const { tenantId, messageId } = claim;
  const requestId = `message-${tenantId}-${messageId}`;
  return {
    deps,
    claim,
    transaction: (work) =>
      places.run(String(tenantId), () =>
        inPractice(deps, { tenantId, action: 'message_resend', requestId }, work),
      ),
  };
}

/** Processes one message. After an error it is left to the next claim, when its lease ends. */
async function deliver(work: Work): Promise<void> {
  const { deps, claim } = work;
  try {
    let next = await prepare(work, {});
    if (next?.do === 'ask') {
      const known = await askProvider(deps, next.message);
      if (known) return await conclude(work, next, known);
      next = await prepare(work, { isAsked: true });
    } else if (next?.do === 'read') {
      next = await prepare(work, { files: await readFiles(work, next.facts) });
    }
    if (next?.do !== 'send') return;
    const outcome = next.push
      ? await sendPush(work, next.push, notificationOf(next))
      : await handOver(deps, claim, next.message);
    if (outcome !== null) await conclude(work, next, outcome);
  } catch (error) {
    const level = error instanceof AppError && error.code === 'unavailable' ? 'warn' : 'error';
    deps.log[level]({ err: error, ...claim }, 'a message will be retried when its lease ends');
  }
}

interface Next {
  /** read: its files first. */
  do: 'send' | 'ask' | 'read';
  facts: MessageFacts;
  message: HandedOver;
  /** Set when it goes to the client's devices first. */
  push?: PlannedPush | null;
}

/** What was done outside the transaction before the decision. */
interface Known {
  /** Whether the provider was asked about the last attempt. */
  isAsked?: boolean;
  /** The files of an email, or why they could not be read. */
  files?: readonly MailAttachment[] | Failure;
}

/**
 * Decides on a message and records the decision. One to be sent is recorded as sending first.
 * @returns the work left outside the transaction
 */
const prepare = (
  { deps, claim, transaction }: Work,
  { isAsked = false, files }: Known,
): Promise<Next | null> =>
  transaction(async (ctx) => {
    const { tx, session, now } = ctx;
    const [, facts] = await Promise.all([
      holdMessage(tx, claim),
      tx.row(messageFacts, [
        claim.tenantId,
        claim.messageId,
        claim.attempt,
        now,
        deps.env.MAIL_PER_PRACTICE_PER_DAY,
      ]),
    ]);
    // Another process claimed it, or it was withdrawn.
    if (!facts) return null;
    const { isConfigured } = facts.channel === 'sms' ? deps.sms : deps.mail;
    const { locale } = session;
    const canText = facts.likes_sms && obstacleToText(facts, { isConfigured, locale }) === null;
    const push = facts.kind === ownWords ? null : await planPush(ctx, facts, canText);
    const maxADay = { sms: deps.env.SMS_PER_PRACTICE_PER_DAY, email: deps.env.MAIL_PER_PRACTICE_PER_DAY };
    const canPush = push !== null;
    const decision = decide(facts, { now, locale, isConfigured, canPush, isAsked, maxADay });
    if (decision.do === 'ask') return { do: 'ask', facts, message: lastHandedOver(facts) };
    if (decision.do !== 'send') {
      const mayArrive = (facts.handed_over_at !== null && !isAsked) || facts.pushed_at !== null;
      await settle(ctx, claim, facts, { ...decision, mayArrive });
      return null;
    }
    if (facts.files.length > 0 && files === undefined) {
      return { do: 'read', facts, message: lastHandedOver(facts) };
    }
    if (files !== undefined && 'reason' in files) {
      await retryOrFail(ctx, claim, facts, files);
      tellScreens(ctx);
      return null;
    }
    const recipient = recipientOf(facts, locale) ?? (canPush ? facts.recipient : null);
    if (recipient === null) {
      const reason = 'The client’s phone number isn’t valid.';
      await settle(ctx, claim, facts, { do: 'fail', reason, mayArrive: false, isOfMany: false });
      return null;
    }
    const until = facts.channel === 'email' ? await countHourly(ctx, recipient) : null;
    if (until !== null && mayWait(facts, until)) {
      await settle(ctx, claim, facts, { do: 'postpone', until, mayArrive: false });
      return null;
    }
    if (until !== null) {
      const reason = 'Too many emails to this address within an hour. Try again later.';
      await settle(ctx, claim, facts, { do: 'fail', reason, mayArrive: false, isOfMany: true });
      return null;
    }
    const written = { recipient, attachments: files ?? [], ...(await writeMessage(ctx, facts, canPush)) };
    const doubt = facts.channel === 'email' && facts.handed_over_at !== null ? mayHaveArrived : null;
    const receiptHash = receiptHashOf(push);
    noteHandover(tx, claim, { ...written, toldStartsAt: toldStart(facts), doubt, receiptHash }, now);
    return { do: 'send', facts, message: handedOver(facts, written, now), push };
  });

const notificationOf = ({ facts, message }: Next) => ({
  practiceName: message.practiceName,
  body: message.body,
  bookingId: facts.booking_id,
  recallId: facts.recall_id,
  isUrgent: isUrgent(facts),
  told: toldBefore(facts),
});

/** A number in international format, or an email address. */
const recipientOf = (
  { channel, client_phone: phone, client_email: email }: MessageFacts,
  locale: string,
): string | null => (channel === 'email' ? email : phone && internationalPhone(phone, locale));

/** Records the decision on a message that is not sent now. */
async function settle(
  ctx: WorkContext,
  claim: Claim,
  facts: MessageFacts,
  decision: Exclude<Decision, { do: 'send' | 'ask' }> & { mayArrive: boolean },
): Promise<void> {
  const { tx, now } = ctx;
  if (decision.do === 'fail') await fail(ctx, claim, facts, decision);
  else if (decision.do === 'withdraw') {
    // A message that may have been delivered, or that a person requested, stays in the log.
    if (facts.is_asked || decision.mayArrive) await giveUp(tx, claim, decision, now);
    else withdraw(tx, claim);
  } else if (decision.do === 'postpone') postpone(tx, claim, { dueAt: decision.until }, now);
  else postpone(tx, claim, { lookAgainAt: new Date(now.getTime() + lookAgainMs) }, now);
  tellScreens(ctx);
}

/** Records the outcome of sending a message. */
async function conclude(work: Work, { facts, message }: Next, outcome: Outcome): Promise<void> {
  const { claim, transaction } = work;
  if (!outcome.sent && outcome.isOptedOut) await noteOptOut(work, facts);
  await transaction(async (ctx) => {
    const { tx, now } = ctx;
    if (outcome.sent) noteSent(tx, claim, outcome, now);
    else {
      // A message queued again may take the key that the next change of its appointment would have.
      await holdMessage(tx, claim);
      if (facts.channel === 'email' && !outcome.mayArrive) await uncountHourly(ctx, message.recipient);
      await retryOrFail(ctx, claim, facts, outcome);
    }
    tellScreens(ctx);
  });
}

/** Records that an attempt failed, and when there is a next one. */
async function retryOrFail(
  ctx: WorkContext,
  claim: Claim,
  facts: MessageFacts,
  outcome: Failure,
): Promise<void> {
  const { tx, now } = ctx;
  const minutes = backOffMinutes[Math.min(claim.attempt, backOffMinutes.length) - 1] ?? 0;
  const at = new Date(now.getTime() + minutes * minuteMs);
  const end = endAfter(claim, facts, outcome, at);
  if (end) await fail(ctx, claim, facts, { ...end, isOfMany: false });
  else tryAgain(tx, claim, { ...outcome, at, told: toldBefore(facts) }, now);
}

/**
 * In its own transaction: archiving a client locks the client first and the appointments after, the opposite of our
 * order.
 */
const noteOptOut = ({ transaction }: Work, { client_id: clientId, client_phone: phone }: MessageFacts) =>
  transaction(async ({ tx, tenantId, now }) => stopTexting(tx, tenantId, { clientId, phone }, now));

/**
 * Marks a message as failed and notifies the practice: once, and once a day for many that fail for the same reason.
 */
async function fail(
  ctx: WorkContext,
  claim: Claim,
  facts: MessageFacts,
  failure: Pick<Failure, 'reason' | 'mayArrive'> & { isOfMany: boolean },
): Promise<void> {
  const { tx, now } = ctx;
  // A person who requested a resend checks it themselves.
  if (!(await giveUp(tx, claim, failure, now)) || facts.is_asked) return;
  if (failure.isOfMany && (await hasFailedAlike(tx, claim, failure.reason, now))) return;
  await tellOfFailure(ctx, facts);
}
