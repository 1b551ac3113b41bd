import type { ActionName } from '@burrow/contracts/actions';
import type { Ctx, Dependencies, OutsideContext, PublicContext } from '../context/context.ts';
import { withRetries } from '../db/retries.ts';
import type { Transaction } from '../db/transaction.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { quotaKeyOf } from '../lib/quota-key.ts';
import type { Session } from '../lib/session.ts';
import type { Call } from './call.ts';
import { cookieOf, setCookie } from './cookies.ts';
import { isUse, type Credentials } from './credentials.ts';
import { DocumentOnDisk } from './document-on-disk.ts';
import { holdForRequest } from './request-resources.ts';
import { openPortal } from './open-portal.ts';
import { openSession } from './open-session.ts';
import { requestIdOf } from './request-log.ts';

/** Adds the request's id to each line of the log. */
const logOf = ({ deps, req }: Pick<Call, 'deps' | 'req'>): Dependencies['log'] =>
  deps.log.child({ request_id: requestIdOf(req) });

/** The context of a public action's handler. */
export const publicContext = (
  call: Pick<Call, 'req' | 'res' | 'deps' | 'now'> & { action: Pick<Call['action'], 'kind'> },
): PublicContext => ({
  requestId: requestIdOf(call.req),
  now: call.now,
  log: logOf(call),
  deps: call.deps,
  control: call.deps.database.control,
  userAgent: call.req.headers['user-agent'],
  network: callerNetwork(call.req.ip),
  host: call.req.hostname,
  cookie: (name) => cookieOf(call, name),
  setCookie: (cookie) => setCookie(call, cookie),
  inPractice: (tenantId, work) =>
    withRetries(call.deps.database, () =>
      call.deps.database.transaction(call.action.kind === 'query', async (tx) =>
        work(tx, await openPortal(tx, tenantId)),
      ),
    ),
});

/** The context of the parts of a handler that run outside its transaction. */
export const outsideContext = (call: Call, credentials: Credentials, session: Session): OutsideContext => ({
  requestId: requestIdOf(call.req),
  action: call.name,
  deps: call.deps,
  now: call.now,
  log: logOf(call),
  session,
  network: callerNetwork(call.req.ip),
  userAgent: call.req.headers['user-agent'],
  host: call.req.hostname,
  cookie: (name) => cookieOf(call, name),
  inPractice: (work) =>
    call.deps.database.transaction(false, async (tx) => {
      await openSession(tx, call.deps, credentials, call.now, isUse(call.action, call.req));
      return work(tx);
    }),
  inSnapshot: (work) =>
    call.deps.database.snapshot(async (tx) => {
      await openSession(tx, call.deps, credentials, call.now, isUse(call.action, call.req));
      return work(tx);
    }),
  onceAnswered: (release) => holdForRequest(call.req, release),
  beginLargeAnswer: (kind) => {
    call.answersLarge = true;
    return call.largeAnswers.begin(kind, call.req, call.res, quotaKeyOf(session));
  },
  documentInPieces: () => {
    const document = new DocumentOnDisk(call.res);
    holdForRequest(call.req, () => document.discard());
    return document;
  },
});

/**
 * The context of a handler. A class, because a getter in an object literal would give each context its own shape,
 * which keeps whole requests in memory until the next full collection.
 */
export class PracticeContext implements Ctx {
  readonly requestId: string;
  readonly now: Date;
  readonly deps: Dependencies;
  readonly session: Session;
  readonly tx: Transaction;
  /** The details that the handler adds to the audit log. */
  details: Record<string, unknown> | null = null;
  isAudited = true;
  /** Whether open screens refetch what the action invalidates. */
  isAnnounced = false;
  readonly action: ActionName;
  readonly #req: Call['req'];

  constructor({ name, req, now, deps }: Call, session: Session, tx: Transaction) {
    this.requestId = requestIdOf(req);
    this.now = now;
    this.deps = deps;
    this.session = session;
    this.tx = tx;
    this.action = name;
    this.#req = req;
  }

  get network(): string {
    return callerNetwork(this.#req.ip);
  }

  get userAgent(): string | undefined {
    return this.#req.headers['user-agent'];
  }

  // Made on first use: few handlers log anything.
  get log(): Dependencies['log'] {
    return this.deps.log.child({ request_id: this.requestId });
  }

  get tenantId(): number {
    if (this.session.tenantId === null) throw new Error(`${this.action} needs a practice`);
    return this.session.tenantId;
  }

  announce(): void {
    this.isAnnounced = true;
  }

  readonly auditDetails = (added: Record<string, unknown>): void => {
    this.details = { ...this.details, ...added };
  };

  readonly skipAudit = (): void => {
    this.isAudited = false;
  };
}
