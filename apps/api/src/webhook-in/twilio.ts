import type { RequestHandler } from 'express';
import type { Dependencies } from '../context/context.ts';
import { AppError } from '../lib/app-error.ts';
import { takeReply } from '../modules/message-reply/public.ts';
import { takeDeliveryReport } from '../modules/message/public.ts';

/**
 * Admits only requests with a valid signature by our account's token: over the address as it reaches us, and every
 * field.
 */
export const signedByTwilio =
  ({ env }: Dependencies): RequestHandler =>
  async (req, _res, next) => {
    const { TWILIO_AUTH_TOKEN: token, PUBLIC_URL: publicUrl } = env;
    if (!token || !publicUrl) throw new AppError('unknown_action');
    const signature = req.headers['x-twilio-signature'];
    // On first use: the SDK takes 40 MB and a third of a second.
    const { default: twilio } = await import('twilio');
    const fields = (req.body ?? {}) as Record<string, unknown>;
    const url = `${publicUrl}${req.originalUrl}`;
    if (typeof signature !== 'string' || !twilio.validateRequest(token, signature, url, fields)) {
      throw new AppError('forbidden', { message: 'The signature is incorrect.' });
    }
    next();
  };

const ends = new Map<string, 'delivered' | 'not_delivered'>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'not_delivered'],
  ['failed', 'not_delivered'],
]);

/** Receives the status of a text message. Intermediate ones are already known. */
export const hearMessageStatus =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    const field = fieldsOf(req.body);
    const [tenantId, messageId] = [idIn(req.query['tenant']), idIn(req.query['message'])];
    const outcome = ends.get(field('MessageStatus'));
    const reference = field('MessageSid');
    if (tenantId === null || messageId === null || reference === '') throw new AppError('not_found');
    if (outcome) {
      const errorCode = /^\d{1,9}$/.exec(field('ErrorCode'))?.[0] ?? null;
      await takeDeliveryReport(deps, {
        tenantId,
        messageId,
        reference,
        outcome,
        errorCode,
        requestId: req.id,
      });
    }
    res.sendStatus(204);
  };

/** Receives a text message to our number, and answers with the reply. */
export const hearText =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    const field = fieldsOf(req.body);
    const [from, reference] = [field('From'), field('MessageSid')];
    // Short codes and alphanumeric senders cannot be answered, and are no client's.
    const isPhone = /^\+[1-9]\d{6,14}$/.test(from) && reference !== '';
    const answer = isPhone
      ? await takeReply(deps, {
          from,
          body: field('Body'),
          optOutType: field('OptOutType'),
          reference,
          requestId: req.id,
        })
      : null;
    res.type('text/xml').send(twiml(answer));
  };

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const twiml = (answer: string | null): string => {
  const text = answer?.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${text ? `<Message>${text}</Message>` : ''}</Response>`;
};

/** A field of a form as text without characters that cannot be stored; '' for a missing one, or one sent twice. */
const fieldsOf =
  (body: unknown) =>
  (name: string): string => {
    const value = ((body ?? {}) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value.replaceAll(/[^\P{Cc}\n]/gu, '') : '';
  };

/** An id from the address that we gave Twilio. */
const idIn = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
