import type { ActionName } from '@burrow/contracts/actions';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import type { Env } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { Queryable, TenantTransaction, Transaction } from '../db/transaction.ts';
import type { MailReader } from '../lib/ports/mail-reader.ts';
import type { MailSender } from '../lib/ports/mail.ts';
import type { IdentityProviders } from '../lib/ports/identity-providers.ts';
import type { Payments } from '../lib/ports/payments.ts';
import type { PushSender } from '../lib/ports/push.ts';
import type { SmsSender } from '../lib/ports/sms.ts';
import type { WebhookPost } from '../lib/ports/webhook-post.ts';
import type { FileStorage } from '../lib/ports/file-storage.ts';
import type { PdfDocuments } from '../lib/ports/pdf-documents.ts';
import type { Pictures } from '../lib/ports/pictures.ts';
import type { ProviderRecord } from '../lib/ports/provider-record.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobQueue } from './job-queue.ts';
import type { Logger } from '../lib/logger.ts';
import type { VirusScanner } from '../lib/ports/virus-scanner.ts';
import type { Actor, Session } from '../lib/session.ts';
import type { Tracing } from '../lib/tracing.ts';
import type { PasswordHasher } from '../lib/password-hasher.ts';

/** The dependencies of the server; assembled once by `main` or by a test. */
export interface Dependencies {
  env: Env;
  database: Database;
  clock: Clock;
  log: Logger;
  passwords: PasswordHasher;
  storage: FileStorage;
  virusScanner: VirusScanner;
  pictures: Pictures;
  documents: PdfDocuments;
  sms: SmsSender;
  mail: MailSender;
  mailReader: MailReader;
  push: PushSender;
  payments: Payments;
  webhooks: WebhookPost;
  identityProviders: IdentityProviders;
  jobs: JobQueue;
  /** Undefined without tracing. */
  tracing?: Tracing | undefined;
  /** Statistics of calls to providers. */
  providerRecord: ProviderRecord;
}

/** What every context has. */
export interface BaseContext {
  requestId: string;
  /** The moment the request began; the only 'now' a handler uses. */
  now: Date;
  log: Logger;
  deps: Dependencies;
}

/** The part of a practice that its portal needs before sign-in. */
export interface PortalPractice extends Pick<
  Schema['tenants'],
  'tenant_name' | 'colour' | 'time_zone' | 'locale' | 'currency' | 'portal_password_minimum'
> {
  tenant_id: number;
}

export interface NewCookie {
  name: string;
  /** Null removes the cookie. */
  value: string | null;
  /** The path that the browser sends it to; over TLS everywhere on the host. */
  path: string;
  seconds: number;
  /** 'lax' for a cookie that is sent when another site redirects back; 'strict' by default. */
  sameSite?: 'strict' | 'lax';
}

/** The context of a public action's handler: no session and no known practice. */
export interface PublicContext extends BaseContext {
  control: Queryable;
  /** The caller's User-Agent; unverified. */
  userAgent: string | undefined;
  /** The network that limits count the caller by, see `callerNetwork`. */
  network: string;
  /** The requested host, without a port; unverified. */
  host: string;
  /** A cookie that came with the call. */
  cookie(name: string): string | undefined;
  /** Sends a cookie with the answer: HttpOnly, and SameSite=Strict by default. */
  setCookie(cookie: NewCookie): void;
  /**
   * Runs `work` in a transaction in a practice, for its portal. It may be retried, so it must have no effect outside.
   * @throws AppError `not_found` for an unknown or suspended practice
   */
  inPractice<T>(
    tenantId: number,
    work: (tx: TenantTransaction, practice: PortalPractice) => Promise<T>,
  ): Promise<T>;
}

/** What the handler of any other action gets: an open transaction in the caller's practice. */
export interface Ctx extends BaseContext {
  /** The name of the action that was called. */
  action: ActionName;
  session: Session;
  /** The network that limits count the caller by, see `callerNetwork`. */
  network: string;
  /** The caller's User-Agent; unverified. */
  userAgent: string | undefined;
  /** The caller's practice. Reading it as a superadmin, who has none, is a programming error and throws. */
  tenantId: number;
  tx: Transaction;
  /** Adds to the audit log's details of this command. */
  auditDetails(details: Record<string, unknown>): void;
  /** Skips the audit entry of a call that changes nothing, such as a preview. */
  skipAudit(): void;
  /** Announces the change to open screens in the statement of the audit line; absent in background work. */
  announce?(): void;
}

/** The context of a module's rules, for a caller as well as for background work. */
export interface WorkContext extends Pick<
  Ctx,
  'requestId' | 'now' | 'log' | 'deps' | 'action' | 'tenantId' | 'tx' | 'auditDetails' | 'announce'
> {
  session: Actor;
}

/** Large answers that queue by kind: stored files, tables that are read row by row, PDFs, whole exports. */
export type LargeAnswerKind = 'file' | 'table' | 'print' | 'export';

/** The context of the parts of a handler that run before or after its transaction. */
export interface OutsideContext extends Pick<
  Ctx,
  'deps' | 'now' | 'log' | 'requestId' | 'action' | 'network' | 'userAgent'
> {
  session: Session;
  /** The requested host, without a port; unverified. */
  host: string;
  /** A cookie that came with the call. */
  cookie(name: string): string | undefined;
  /** Runs `work` in its own short transaction in the caller's practice, which checks the session again. */
  inPractice<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads, in a transaction in the caller's practice with one snapshot, however long it
   * takes; each of its statements must be short.
   */
  inSnapshot<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * Waits for the turn to make a large answer; call it before any of it is read.
   * @returns a function that releases the turn before the answer is sent, once the heavy part is done
   * @throws AppError `rate_limited`, `export_under_way`, `unavailable`
   */
  beginLargeAnswer(kind: LargeAnswerKind): Promise<() => void>;
  /** Releases something when the answer was sent or fails. */
  onceAnswered(release: () => void): void;
  /** Writes a document piece by piece, so that it is never in memory as a whole. */
  documentInPieces(): DocumentInPieces;
}
