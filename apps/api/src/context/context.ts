import type { ActionName } from '@burrow/contracts/actions';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import type { Env } from '../config/env.ts';
import type { Database } from '../db/database.ts';
import type { Queryable, TenantTransaction, Transaction } from '../db/transaction.ts';
import type { MailSender } from '../lib/ports/mail.ts';
import type { Payments } from '../lib/ports/payments.ts';
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

/** What the parts of the server are made from; assembled once by `main` or by a test. */
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
  payments: Payments;
  webhooks: WebhookPost;
  jobs: JobQueue;
  /** Undefined where no traces are asked for. */
  tracing?: Tracing | undefined;
  /** How the calls of providers go. */
  providerRecord: ProviderRecord;
}

interface BaseContext {
  requestId: string;
  /** The moment the request began; the only 'now' a handler uses. */
  now: Date;
  log: Logger;
  deps: Dependencies;
}

/** A practice as its portal needs to know it before anybody has signed in. */
export interface PortalPractice {
  tenant_id: number;
  tenant_name: string;
  colour: string | null;
  time_zone: string;
  locale: string;
  currency: string;
  portal_password_minimum: number;
}

export interface NewCookie {
  name: string;
  /** Null takes the cookie away. */
  value: string | null;
  /** Below which addresses the browser sends it; over TLS everywhere on the host. */
  path: string;
  seconds: number;
}

/** What the handler of a public action gets: nobody is signed in and no practice is known. */
export interface PublicContext extends BaseContext {
  control: Queryable;
  /** What the caller's program calls itself; a stranger's text. */
  userAgent: string | undefined;
  /** What the caller's address counts as where callers are counted, see `callerNetwork`. */
  network: string;
  /** The host that the caller asked, without a port; a stranger's text. */
  host: string;
  /** A cookie that came with the call. */
  cookie(name: string): string | undefined;
  /** Sends a cookie with the answer: HttpOnly, SameSite=Strict. */
  setCookie(cookie: NewCookie): void;
  /**
   * Runs `work` in a transaction in a practice, for its portal. It may be done again, so it must do nothing outside.
   * @throws AppError `not_found` for a practice that is not there or is suspended
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
  /** The caller's practice. Reading it as a superadmin, who has none, is a programming error and throws. */
  tenantId: number;
  tx: Transaction;
  /** Adds to the audit log's details of this command. */
  auditDetails(details: Record<string, unknown>): void;
}

/** What a rule of a module needs, whoever it acts for: a caller, or work that goes on by itself. */
export interface WorkContext extends Pick<
  Ctx,
  'requestId' | 'now' | 'log' | 'deps' | 'action' | 'tenantId' | 'tx' | 'auditDetails'
> {
  session: Actor;
}

/**
 * Answers of megabytes that take turns among their own: stored files, tables that are read row by row, printed pages, all
 * of a practice.
 */
export type LargeAnswerKind = 'file' | 'table' | 'print' | 'export';

/** What the parts of a handler get that run before or after its transaction. */
export interface OutsideContext extends Pick<Ctx, 'deps' | 'now' | 'log' | 'requestId' | 'action'> {
  session: Session;
  /** The host that the caller asked, without a port; a stranger's text. */
  host: string;
  /** Runs `work` in a short transaction of its own in the caller's practice, whose session is looked at again. */
  inPractice<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads, in a transaction in the caller's practice that sees one moment, however long it takes;
   * each statement of it must be short.
   */
  inSnapshot<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * Waits for the turn to make an answer of megabytes; to be called before any of it is read.
   * @returns how to give the turn back before the answer has left, once the heavy part of it is done
   * @throws AppError `rate_limited`, `export_under_way`, `unavailable`
   */
  beginLargeAnswer(kind: LargeAnswerKind): Promise<() => void>;
  /** Has something given back when the answer has left, or there will be none. */
  onceAnswered(release: () => void): void;
  /** Where a document is written piece by piece, so that it is never in memory as a whole. */
  documentInPieces(): DocumentInPieces;
}
