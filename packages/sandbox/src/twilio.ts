import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Inbox } from './inbox.ts';

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
}

/**
 * Whether the stand-in does its work, refuses everything (`outage`), takes a request and never answers (`silence`), or
 * sends the message and loses the line before it can say so (`lost`).
 */
export type TwilioMood = 'well' | 'outage' | 'silence' | 'lost';

interface Refusal {
  status: number;
  code: number;
  message: string;
}

const longestBody = 1600;
const phoneNumber = /^\+[1-9]\d{6,14}$/;
/** A number, a short code, or a name of up to eleven letters and digits. */
const sender = /^(?:\+[1-9]\d{6,14}|[\dA-Za-z ]{1,11})$/;

const bad = (code: number, message: string): Refusal => ({ status: 400, code, message });
const invalidTo = (to: string): Refusal => bad(21_211, `Invalid 'To' Phone Number: ${to}`);

/** Numbers that fail as they do with Twilio's test credentials. */
const failingRecipients: Record<string, (to: string) => Refusal> = {
  '+15005550001': invalidTo,
  '+15005550002': (to) => bad(21_612, `The 'To' phone number: ${to}, is not currently reachable.`),
  '+15005550003': (to) => bad(21_408, `Permission to send an SMS has not been enabled for: ${to}`),
  '+15005550004': () => bad(21_610, 'Attempt to send to unsubscribed recipient'),
  '+15005550009': (to) => bad(21_614, `'To' number: ${to}, is not a valid mobile number`),
};

/**
 * Twilio's `POST /2010-04-01/Accounts/<sid>/Messages.json`: what it accepts goes to the inbox.
 * @param mood how the stand-in is at the moment, asked for each request
 */
export function twilioRoutes(account: TwilioAccount, inbox: Inbox, mood: () => TwilioMood): Router {
  const router = express.Router();
  router.post(
    '/2010-04-01/Accounts/:accountSid/Messages.json',
    failing(mood),
    authenticated(account),
    express.urlencoded({ extended: false, limit: '64kb' }),
    (req: Request<{ accountSid: string }>, res) => {
      const taken = acceptMessage(account, inbox, req, res);
      if (!taken) return;
      if (mood() === 'lost') res.destroy();
      else res.status(201).json(taken);
    },
  );
  return router;
}

const failing =
  (mood: () => TwilioMood): RequestHandler<{ accountSid: string }> =>
  (_req, res, next) => {
    if (mood() === 'well' || mood() === 'lost') next();
    else if (mood() === 'outage') {
      refuse(res, { status: 503, code: 20_503, message: 'Service is unavailable. Please try again.' });
    }
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const authenticated =
  ({ accountSid, authToken }: TwilioAccount): RequestHandler<{ accountSid: string }> =>
  (req, res, next) => {
    const given = Buffer.from(/^Basic (\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '', 'base64');
    const isKnown = timingSafeEqual(digest(given.toString()), digest(`${accountSid}:${authToken}`));
    if (isKnown && req.params.accountSid === accountSid) return next();
    res.set('WWW-Authenticate', 'Basic realm="Twilio API"');
    refuse(res, { status: 401, code: 20_003, message: 'Authenticate' });
  };

function refuse(res: Response, { status, code, message }: Refusal): void {
  res.status(status).json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

interface MessageInput {
  to: string;
  from: string;
  service: string;
  body: string;
}

/** Puts a message into the inbox. @returns how it is described; undefined for one that was refused */
function acceptMessage(
  account: TwilioAccount,
  inbox: Inbox,
  req: Request,
  res: Response,
): Record<string, unknown> | undefined {
  const form = (req.body ?? {}) as Record<string, unknown>;
  const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
  const input = {
    to: field('To').trim(),
    from: field('From').trim(),
    service: field('MessagingServiceSid').trim(),
    body: field('Body'),
  };
  const problem = problemOf(input);
  if (problem) {
    refuse(res, problem);
    return undefined;
  }
  const now = new Date();
  inbox.add({ channel: 'sms', to: input.to, body: input.body, at: now.toISOString() });
  return messageResource(account, input, now);
}

function problemOf({ to, from, service, body }: MessageInput): Refusal | undefined {
  if (to === '') return bad(21_604, "A 'To' phone number is required.");
  if (from === '' && service === '') return bad(21_603, "A 'From' phone number is required.");
  if (body.trim() === '') return bad(21_602, 'Message body is required.');
  if (body.length > longestBody) {
    return bad(21_617, `The concatenated message body exceeds the ${longestBody} character limit`);
  }
  if (service === '' && (!sender.test(from) || from === '+15005550001')) {
    return bad(21_212, `Invalid 'From' Phone Number: ${from}`);
  }
  if (service !== '' && !/^MG[\da-f]{32}$/i.test(service)) {
    return bad(21_701, `The Messaging Service does not exist: ${service}`);
  }
  const failure = failingRecipients[to];
  return failure ? failure(to) : phoneNumber.test(to) ? undefined : invalidTo(to);
}

/** A message as Twilio describes one that it has only just taken. */
function messageResource(
  { accountSid }: TwilioAccount,
  { to, from, service, body }: MessageInput,
  now: Date,
): Record<string, unknown> {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  const date = now.toUTCString().replace('GMT', '+0000');
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
    // A messaging service has yet to choose a number, and with it how the text is cut.
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

/** Characters of the phone networks' own alphabet; one that is not in it makes the whole text cost more. */
const gsmText =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const gsmDouble = /[\^{}\\[~\]|€]/g;

function segmentsOf(body: string): number {
  const isGsm = gsmText.test(body);
  const length = body.length + (isGsm ? (body.match(gsmDouble)?.length ?? 0) : 0);
  const [alone, each] = isGsm ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / each);
}
