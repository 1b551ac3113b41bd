import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { StripeForm } from './form.ts';
import { StripeRefusal } from './refusal.ts';

/**
 * Whether the stand-in works, refuses everything (`outage`), accepts a request and never answers (`silence`), or does
 * the work of a POST and drops the connection before it answers (`lost`).
 */
export type StripeMood = 'well' | 'outage' | 'silence' | 'lost';

export interface StripeRequest {
  /** The `:id` of the path; empty for a path without one. */
  id: string;
  /** The body of a POST, the query of a GET. */
  form: StripeForm;
  expands: (path: string) => boolean;
}

export interface StripeEndpoint {
  method: 'get' | 'post';
  path: string;
  /** @throws StripeRefusal */
  answer: (request: StripeRequest) => object;
}

interface KeptAnswer {
  request: string;
  status: number;
  body: object;
}

/** Holds the answer of the next POST until it is released. */
export interface HeldAnswer {
  /** Resolves when the request has arrived. */
  arrived: Promise<void>;
  release(): void;
}

/** Delays the answer of the next POST; meanwhile its key is in use. */
export class AnswerHold implements HeldAnswer {
  private readonly arrival = Promise.withResolvers<void>();
  private readonly end = Promise.withResolvers<void>();
  readonly arrived = this.arrival.promise;

  release(): void {
    this.end.resolve();
  }

  pass(): Promise<void> {
    this.arrival.resolve();
    return this.end.promise;
  }
}

interface Protocol {
  secretKey: string;
  /** Returns and clears the delay of the next POST. */
  takeHold: () => AnswerHold | undefined;
  /** Called for each request that arrives while its key is in use. */
  onKeyInUse: () => void;
  /** The current mode, read for each request. */
  mood: () => StripeMood;
  /** Answers by their Idempotency-Key. */
  answers: Map<string, KeptAnswer>;
}

/**
 * Serves endpoints the way Stripe's API does: authentication, form encoding, errors, and idempotency keys.
 */
export function stripeRoutes(endpoints: readonly StripeEndpoint[], protocol: Protocol): Router {
  const router = express.Router();
  router.use('/v1', failing(protocol.mood), authenticated(protocol.secretKey));
  router.use('/v1', express.urlencoded({ extended: true, limit: '256kb' }));
  const keysInUse = new Set<string>();
  for (const { method, path, answer } of endpoints) {
    router[method](path, async (req: Request<{ id?: string }>, res) => {
      const key = keyOf(req);
      if (key !== undefined && keysInUse.has(key)) {
        protocol.onKeyInUse();
        refuse(res, keyInUse());
        return;
      }
      const hold = key === undefined ? undefined : protocol.takeHold();
      if (key !== undefined && hold) {
        keysInUse.add(key);
        await hold.pass();
        keysInUse.delete(key);
      }
      const { status, body } = answerOnce(protocol.answers, req, answer);
      if (protocol.mood() === 'lost' && method === 'post') res.destroy();
      else res.status(status).json(body);
    });
  }
  router.use('/v1', (req, res) => {
    const message = `Unrecognized request URL (${req.method}: ${req.originalUrl.split('?')[0]}).`;
    refuse(res, new StripeRefusal(404, { message }));
  });
  return router;
}

const refuse = (res: Response, { status, body }: StripeRefusal): void => void res.status(status).json(body);

const failing =
  (mood: () => StripeMood): RequestHandler =>
  (_req, res, next) => {
    if (mood() === 'well' || mood() === 'lost') next();
    else if (mood() === 'outage') {
      refuse(
        res,
        new StripeRefusal(503, { type: 'api_error', message: 'Stripe is unavailable for the moment.' }),
      );
    }
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const authenticated =
  (secretKey: string): RequestHandler =>
  (req, res, next) => {
    const given = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(given), digest(secretKey))) next();
    else refuse(res, new StripeRefusal(401, { message: 'Invalid API Key provided.' }));
  };

/** The key under which a request is executed once. */
function keyOf(req: Request<{ id?: string }>): string | undefined {
  return req.method === 'POST' ? req.get('idempotency-key') || undefined : undefined;
}

const keyInUse = (): StripeRefusal =>
  new StripeRefusal(409, {
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key.',
  });

/** Executes a request, or repeats the answer of a key that was used before. */
function answerOnce(
  answers: Protocol['answers'],
  req: Request<{ id?: string }>,
  answer: StripeEndpoint['answer'],
): { status: number; body: object } {
  const key = keyOf(req);
  const request = digest(`${req.path} ${JSON.stringify(req.body ?? {})}`).toString('hex');
  const kept = key === undefined ? undefined : answers.get(key);
  if (kept) return kept.request === request ? kept : otherParameters;
  try {
    // A copy: the object changes later, the answer must not.
    const done = { request, status: 200, body: structuredClone(answer(requestOf(req))) };
    if (key !== undefined) answers.set(key, done);
    return done;
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    // A refusal of a card or an address is stored like any answer; a request that was never executed may be repeated.
    const isKept = error.status === 402 || error.body.error.code === 'email_invalid';
    if (key !== undefined && isKept) answers.set(key, { request, ...answerOf(error) });
    return answerOf(error);
  }
}

const answerOf = ({ status, body }: StripeRefusal): { status: number; body: object } => ({ status, body });

const otherParameters = answerOf(
  new StripeRefusal(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  }),
);

function requestOf(req: Request<{ id?: string }>): StripeRequest {
  const given = (req.method === 'POST' ? req.body : req.query) as Record<string, unknown> | undefined;
  const { expand, ...fields } = given ?? {};
  const isExpansion = /^expand\[\d*\]$/;
  const expansions = new Set<unknown>(
    Object.entries(fields)
      .filter(([name]) => isExpansion.test(name))
      .map(([, path]) => path)
      .concat(typeof expand === 'object' && expand !== null ? Object.values(expand) : []),
  );
  return {
    id: req.params.id ?? '',
    form: new StripeForm(
      Object.fromEntries(Object.entries(fields).filter(([name]) => !isExpansion.test(name))),
    ),
    expands: (path) => expansions.has(path),
  };
}
