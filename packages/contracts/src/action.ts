import type { z } from 'zod';
import type { ActionGroup } from './action-groups.ts';
import type { ErrorCode } from './errors.ts';
import type { Role } from './roles.ts';
import type { ScopedAction, ScopeResource } from './scopes.ts';

/** How often an action may be called; counted in PostgreSQL, so it holds across processes. */
export interface RateLimit {
  /**
   * What the count belongs to: the caller's network address (of IPv6 its /64), the person whose session it is, or the
   * value of an input field.
   */
  per: 'address' | 'caller' | `field:${string}`;
  points: number;
  seconds: number;
  /** Error message beyond the limit; {wait} stands for 'about 12 minutes'. */
  message?: string;
}

/** The limit of calls per minute that is ample for a person at a screen. */
export const perCaller = (points: number): RateLimit => ({ per: 'caller', points, seconds: 60 });

/** For how many seconds a proof of who a person is stays fresh, after a sign-in or `auth/step_up`. */
export const freshProofSeconds = 300;

/** The types of document that an action can answer with, and what each is called on the wire. */
export const documentTypes = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const;
export type DocumentType = keyof typeof documentTypes;

/** The document that an action answers with, or null. */
export const documentTypeOf = ({ returns }: Pick<Action, 'returns'>): DocumentType | null =>
  returns === undefined || returns === 'events' ? null : returns;

/** The record that a command's line in the audit log names. */
export interface AuditedRecord {
  entity: string;
  /** The field with its id, of the input or else of the output. */
  id?: string;
  /** Instead: the record is the pet owner who calls. */
  isCaller?: true;
}

/**
 * One endpoint of the API, `POST /api/<name>`. Route, parsing, role check, transaction, output filter,
 * typed client, OpenAPI and the access tests all derive from this declaration.
 */
export interface Action<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends ScopedAction {
  /** One sentence for the reference page. */
  summary: string;
  /** Part of the product, for grouping in the reference page. */
  group: ActionGroup;
  /** Who may call: 'public', or the roles. There is no default. */
  access: 'public' | readonly Role[];
  input: Input;
  output: Output;
  /** Codes this action answers with, beyond those every action can (400, 401, 402, 403, 413, 415, 429, 5xx). */
  errors: readonly ErrorCode[];
  /** Names of the queries whose answers this command changes; a client refetches them. */
  invalidates?: readonly string[];
  /**
   * Something other than JSON: a document of this type, whose output schema describes `{ filename, content }` inside
   * the server; or server-sent events, each with data as in the output schema.
   */
  returns?: DocumentType | 'events';
  /**
   * Takes a file of up to 10 MiB: base64 in the input's `file_data`, or the part `file` of a multipart form. The handler
   * gets its bytes in `file_data` either way. Any other action reads at most 512 kB.
   */
  accepts?: 'file';
  /**
   * Refused with 402 when the practice's trial or subscription has lapsed, unless the parsed input matches what stays
   * allowed even then (`{ status: 'cancelled' }`). With `when`, worded to follow 'needs a subscription', only in that case, which
   * the handler checks (`requireSubscription`).
   */
  paid?: true | { unless: Readonly<Record<string, string | boolean>> } | { when: string };
  limit?: readonly RateLimit[];
  /**
   * Takes a key, `Idempotency-Key`, under which the caller may safely repeat the request: it is executed once. For
   * commands of a practice that, sent twice, would make two records, move money twice or write to a client twice.
   */
  idempotent?: true;
  /**
   * For queries that read much: may be answered by a standby of the database, if one is configured. The answer is
   * never older than the request.
   */
  mayReadReplica?: true;
  /** Allowed while the user still has to choose a new password. */
  beforePasswordChange?: true;
  /** Allowed while the user still has to set up a second factor. */
  beforeSecondFactor?: true;
  /**
   * For what grants access, sends data out or destroys it: refused with 403 `step_up_required` unless the person proved who they are
   * in the last five minutes (`freshProofSeconds`), at sign-in or by `auth/step_up`. With `when`, worded to follow 'asks for a fresh proof
   * of who you are', only in that case, which the handler checks (`requireFreshProof`). API keys are never asked: their scopes decide.
   */
  stepUp?: true | { when: string };
  /**
   * Commands: the record that the audit log names. False for what needs no audit, such as a notification that was
   * read.
   */
  audit?: AuditedRecord | false;
}

/** Whether an action is the portal's: only for pet owners, who identify themselves as `client_id` or `user_id`. */
export const isPortalAction = ({ access }: Pick<Action, 'access'>): boolean =>
  access !== 'public' && access.length > 0 && access.every((role) => role === 'customer');

/** Keeps the exact types of a group of actions while checking each against {@link Action}. */
export function defineActions<const Group extends Record<string, Action>>(group: Group): Group {
  return group;
}

/** The same for a group whose actions all have one scope. */
export function defineActionsIn<
  const Part extends ScopeResource | null,
  const Group extends Record<string, Omit<Action, 'scope'> & { scope?: never }>,
>(scope: Part, group: Group): { [Name in keyof Group]: Group[Name] & { scope: Part } } {
  const scoped = Object.entries(group).map(([name, action]) => [name, { ...action, scope }]);
  return Object.fromEntries(scoped) as { [Name in keyof Group]: Group[Name] & { scope: Part } };
}

/** What a caller sends: the input before parsing. */
export type ActionInput<A extends Action> = z.input<A['input']>;
/** What a handler receives: the input after parsing. */
export type ActionParsedInput<A extends Action> = z.output<A['input']>;
/** What a caller receives. */
export type ActionOutput<A extends Action> = z.output<A['output']>;
