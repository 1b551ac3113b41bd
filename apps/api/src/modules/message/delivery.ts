import type { MessageChannel } from '@burrow/contracts/message-text';
import type { Dependencies } from '../../context/context.ts';
import { MailUnavailable, type Mail, type MailAttachment } from '../../lib/ports/mail.ts';
import { SmsUnavailable } from '../../lib/ports/sms.ts';
import { replyAddress } from '../../lib/reply-address.ts';
import { hasOccasion, type MessageFacts } from './facts.ts';
import type { Claim } from './repository.ts';

/** A message as it is, or was, sent to the provider. */
export interface HandedOver {
  channel: MessageChannel;
  /** In international format, with a leading +; or an email address. */
  recipient: string;
  subject: string | null;
  body: string;
  at: Date;
  practiceName: string;
  practiceEmail: string | null;
  clientId: number;
  /** Whether a person wrote it. */
  isPersonal: boolean;
  attachments: readonly MailAttachment[];
}

/** A message as it is sent at a moment. */
export const handedOver = (
  facts: MessageFacts,
  written: Pick<HandedOver, 'recipient' | 'subject' | 'body' | 'attachments'>,
  at: Date,
): HandedOver => ({
  ...written,
  channel: facts.channel,
  at,
  clientId: facts.client_id,
  practiceName: facts.practice_name,
  practiceEmail: facts.practice_email,
  isPersonal: !hasOccasion(facts),
});

/** A message as the last attempt sent it. */
export const lastHandedOver = (facts: MessageFacts): HandedOver =>
  handedOver(
    facts,
    { recipient: facts.recipient, subject: null, body: facts.body ?? '', attachments: [] },
    new Date(facts.handed_over_at ?? 0),
  );

export interface Failure {
  sent: false;
  /** For the practice, without number and text. */
  reason: string;
  isFinal: boolean;
  mayArrive: boolean;
  isOptedOut: boolean;
}

/** The outcome of sending a message. */
export type Outcome = { sent: true; provider: string; reference: string | null } | Failure;

const providers: Readonly<Record<MessageChannel, string>> = { sms: 'twilio', email: 'smtp' };

/** Sends a message to its provider; never inside a transaction. */
export async function handOver(deps: Dependencies, claim: Claim, message: HandedOver): Promise<Outcome> {
  const { channel, recipient: to, body } = message;
  try {
    const { reference } =
      channel === 'sms'
        ? await deps.sms.send({ to, body, ...callback(deps, claim) })
        : await deps.mail.send({
            to,
            subject: message.subject ?? '',
            text: body,
            fromName: message.practiceName,
            replyTo: replyToOf(deps, claim, message),
            messageId: mailId(deps, claim),
            isPersonal: message.isPersonal,
            attachments: message.attachments,
          });
    return { sent: true, provider: providers[channel], reference };
  } catch (error) {
    return failureOf(error);
  }
}

/** Asks the provider whether it accepted a message of unknown outcome; null if it did not. */
export async function askProvider(
  { sms }: Dependencies,
  { recipient: to, body, at }: HandedOver,
): Promise<Outcome | null> {
  try {
    const found = await sms.find({ to, body }, at);
    return found && { sent: true, provider: providers.sms, reference: found.reference };
  } catch (error) {
    // Until the provider can be asked, the outcome stays unknown.
    return { ...failureOf(error), isFinal: false, mayArrive: true };
  }
}

/** The address for status callbacks about a text message. */
function callback({ env }: Dependencies, { tenantId, messageId }: Claim): { statusCallback?: string } {
  if (!env.PUBLIC_URL) return {};
  const query = new URLSearchParams({ tenant: String(tenantId), message: String(messageId) });
  return { statusCallback: `${env.PUBLIC_URL}/api/webhooks/twilio/status?${query.toString()}` };
}

/** Where the client's reply goes: into their conversation, or to the practice's own address where that is not set up. */
function replyToOf(
  { env }: Dependencies,
  { tenantId }: Claim,
  { clientId, practiceName, practiceEmail }: HandedOver,
): Mail['replyTo'] {
  const address = replyAddress(env, { tenantId, clientId });
  if (address !== null) return { name: practiceName, address };
  return practiceEmail === null ? null : { name: '', address: practiceEmail };
}

/** The same for all attempts of a message, so that a mailbox can recognise a duplicate. */
function mailId({ env }: Dependencies, { tenantId, messageId }: Claim): string {
  const host =
    env.MAIL_FROM?.split('@')[1] ?? (env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : 'localhost');
  return `<comms-${tenantId}-${messageId}@${host}>`;
}

/** @throws any error that is no refusal of a provider */
function failureOf(error: unknown): Failure {
  if (!(error instanceof SmsUnavailable || error instanceof MailUnavailable)) throw error;
  const isOptedOut = error instanceof SmsUnavailable && error.isOptedOut;
  return {
    sent: false,
    reason: isOptedOut ? 'The client has replied STOP to your text messages.' : reasonOf(error.cause),
    isFinal: error.isFinal || isOptedOut,
    mayArrive: error.mayArrive,
    isOptedOut,
  };
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : 'The provider rejected it.';
