import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Dependencies } from '../context/context.ts';
import { AppError } from '../lib/app-error.ts';
import { FairSemaphore } from '../lib/fair-semaphore.ts';
import { UnreadableMail, type IncomingMail } from '../lib/ports/mail-reader.ts';
import { readReplyAddress, takesReplies, type ReplyTarget } from '../lib/reply-address.ts';
import { takeEmail } from '../modules/message-reply/public.ts';
import { receiveMail, removeReceived, type ReceivedMail } from './mail-body.ts';

/** Admits only the mail server, which has the secret: as a Bearer token, or as the password of an address. */
export const sentByMailServer =
  ({ env }: Dependencies): RequestHandler =>
  (req, _res, next) => {
    const { INBOUND_MAIL_SECRET: secret } = env;
    if (!takesReplies(env) || secret === undefined) throw new AppError('unknown_action');
    if (!timingSafeEqual(digest(secretIn(req.headers.authorization)), digest(secret))) {
      throw new AppError('forbidden', { message: 'The secret is incorrect.' });
    }
    next();
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function secretIn(authorization = ''): string {
  const [scheme = '', given = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return given;
  if (scheme.toLowerCase() !== 'basic') return '';
  const pair = Buffer.from(given, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** Messages take turns, because each may take 100 MB of memory; practices alternate. */
const turns = new FairSemaphore(1, 60_000);

/** The words that a mail server passes on to the sender. */
const refusals = {
  address: 'This address doesn’t exist or is no longer in use. Please contact the practice another way.',
  unreadable:
    'This email couldn’t be read. Please send it again as plain text, or contact the practice another way.',
  size: 'This email is larger than 25 MB. Please send it without large attachments.',
} as const;

/**
 * Receives an email. 200 means that there is nothing left to do; 406 that it is refused for good, with words for the
 * sender, so that the mail server returns it; anything else that it must be sent again later.
 */
export const hearMail =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    const envelope = envelopeRecipient(req);
    // Known before the message is read.
    if (envelope !== null && !readReplyAddress(deps.env, envelope)) return refuse(deps, req, res, 'address');
    let received: ReceivedMail;
    try {
      received = await receiveMail(req, res);
    } catch (error) {
      if (error instanceof AppError && error.code === 'payload_too_large')
        return refuse(deps, req, res, 'size');
      throw error;
    }
    try {
      const recipient = envelope ?? received.recipient;
      const known = recipient === null ? null : readReplyAddress(deps.env, recipient);
      if (recipient !== null && !known) return refuse(deps, req, res, 'address');
      const quotaKey = String(known?.tenantId ?? 'mail');
      const refusal = await turns.run(quotaKey, () => take(deps, { received, known, requestId: req.id }));
      if (refusal) return refuse(deps, req, res, refusal);
    } finally {
      await removeReceived(received);
    }
    res.json({ received: true });
  };

/** @returns why it is refused; null if it is not */
async function take(
  deps: Dependencies,
  { received, known, requestId }: { received: ReceivedMail; known: ReplyTarget | null; requestId: string },
): Promise<keyof typeof refusals | null> {
  let mail: IncomingMail;
  try {
    mail = await deps.mailReader.read(received.path);
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    deps.log.warn({ request_id: requestId, reason: error.message }, 'an email could not be read');
    return 'unreadable';
  }
  const target = known ?? firstTarget(deps, mail.recipients);
  if (!target) return 'address';
  return (await takeEmail(deps, { target, mail, requestId })) === 'unknown' ? 'address' : null;
}

function firstTarget({ env }: Dependencies, recipients: readonly string[]): ReplyTarget | null {
  for (const recipient of recipients) {
    const target = readReplyAddress(env, recipient);
    if (target) return target;
  }
  return null;
}

/** The recipient by the mail server's envelope, in the address or a header; null for none. */
function envelopeRecipient(req: Request): string | null {
  const { to } = req.query;
  const given = typeof to === 'string' ? to : req.headers['x-envelope-to'];
  return typeof given === 'string' && given !== '' ? given : null;
}

/** In plain text: a mail server's script prints the answer into the report that the sender gets. */
function refuse({ log }: Dependencies, req: Request, res: Response, reason: keyof typeof refusals): void {
  log.info({ request_id: req.id, reason }, 'an email was refused');
  // Unread bytes of the body would precede the next request on this connection.
  if (!req.complete) res.once('finish', () => req.resume());
  res.status(406).type('text/plain').set('Cache-Control', 'no-store').send(`${refusals[reason]}\n`);
}
