import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { TwilioAccount } from './signed-form.ts';
import type { MessageInput, MessageResource, Texting } from './texting.ts';

/**
 * Whether the stand-in works, refuses everything (`outage`), accepts a request and never answers (`silence`), or
 * sends the message and drops the connection before it answers (`lost`).
 */
export type TwilioMood = 'well' | 'outage' | 'silence' | 'lost';

interface Refusal {
  status: number;
  code: number;
  message: string;
}

const maxBodyLength = 1600;
const phoneNumber = /^\+[1-9]\d{6,14}$/;
/** A number, a short code, or a name of up to eleven letters and digits. */
const sender = /^(?:\+[1-9]\d{6,14}|[\dA-Za-z ]{1,11})$/;

const bad = (code: number, message: string): Refusal => ({ status: 400, code, message });
const invalidTo = (to: string): Refusal => bad(21_211, `Invalid 'To' Phone Number: ${to}`);

const optedOut = bad(21_610, 'Attempt to send to unsubscribed recipient');

/** Numbers that fail as with Twilio's test credentials. */
const failingRecipients: Record<string, (to: string) => Refusal> = {
  '+15005550001': invalidTo,
  '+15005550002': (to) => bad(21_612, `The 'To' phone number: ${to}, is not currently reachable.`),
  '+15005550003': (to) => bad(21_408, `Permission to send an SMS has not been enabled for: ${to}`),
  '+15005550004': () => optedOut,
  '+15005550009': (to) => bad(21_614, `'To' number: ${to}, is not a valid mobile number`),
};

/**
 * Twilio's `/2010-04-01/Accounts/<sid>/Messages.json`: POST sends a message to the inbox; GET lists the sent ones,
 * newest first, by pages.
 * @param mood the current mode, read for each request
 */
export function twilioRoutes(account: TwilioAccount, texting: Texting, mood: () => TwilioMood): Router {
  const router = express.Router();
  const address = '/2010-04-01/Accounts/:accountSid/Messages.json';
  const form = express.urlencoded({ extended: false, limit: '64kb' });
  router.post(address, failing(mood), authenticated(account), form, (req: Request, res) => {
    const taken = acceptMessage(texting, req, res);
    if (!taken) return;
    const answer = () => {
      if (mood() === 'lost') res.destroy();
      else res.status(201).json(taken);
    };
    if (texting.answerMs > 0) setTimeout(answer, texting.answerMs);
    else answer();
  });
  router.get(address, failing(mood), authenticated(account), (req: Request, res) => {
    res.json(pageOf(texting.taken, req));
  });
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

/** Puts a message into the inbox. @returns its description; undefined for a refused one */
function acceptMessage(texting: Texting, req: Request, res: Response): MessageResource | undefined {
  const form = (req.body ?? {}) as Record<string, unknown>;
  const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
  const input = {
    to: field('To').trim(),
    from: field('From').trim(),
    service: field('MessagingServiceSid').trim(),
    body: field('Body'),
    statusCallback: field('StatusCallback').trim(),
  };
  const problem = problemOf(input) ?? (texting.hasOptedOut(input.to) ? optedOut : undefined);
  if (problem) {
    refuse(res, problem);
    return undefined;
  }
  if (!texting.takePlace()) {
    refuse(res, { status: 429, code: 20_429, message: 'Too Many Requests' });
    return undefined;
  }
  return texting.accept(input);
}

function problemOf({ to, from, service, body }: MessageInput): Refusal | undefined {
  if (to === '') return bad(21_604, "A 'To' phone number is required.");
  if (from === '' && service === '') return bad(21_603, "A 'From' phone number is required.");
  if (body.trim() === '') return bad(21_602, 'Message body is required.');
  if (body.length > maxBodyLength) {
    return bad(21_617, `The concatenated message body exceeds the ${maxBodyLength} character limit`);
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

/** A page of the messages that the query asks for, as Twilio answers it. */
function pageOf(taken: readonly MessageResource[], req: Request): Record<string, unknown> {
  const asked = (name: string): string | undefined => {
    const value = req.query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [to, from] = [asked('To'), asked('From')];
  const [after, before] = [asked('DateSent>'), asked('DateSent<')].map((date) => date && Date.parse(date));
  const found = taken.filter((message) => {
    // An unsent message is filed under the time when it was accepted.
    const at = Date.parse(message.date_sent ?? message.date_created);
    return (
      (!to || message.to === to) &&
      (!from || message.from === from) &&
      (!after || at >= after) &&
      (!before || at <= before)
    );
  });
  const size = Math.min(Math.max(Number(asked('PageSize') ?? 50) || 50, 1), 1000);
  const page = Math.max(Number(asked('Page') ?? 0) || 0, 0);
  const uriOf = (number: number): string => {
    const query = new URLSearchParams(req.query as Record<string, string>);
    query.set('PageSize', String(size));
    query.set('Page', String(number));
    return `${req.path}?${query}`;
  };
  const messages = found.slice(page * size, (page + 1) * size);
  return {
    messages,
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(messages.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: (page + 1) * size < found.length ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
  };
}
