/** The content of a failed call: the body of the answer, or that there was none. */
interface Failure {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** For a program, stable: `staff_busy`, `not_found` …; `unreachable` when no answer came. */
  code: string;
  message: string;
  /** Errors by field name. */
  fields?: Record<string, string>;
  /** Identifies the request in the server’s log. */
  requestId?: string;
  /** Seconds to wait before retrying, if the server says. */
  retryAfter?: number;
  /** What else the body says, such as `existing_id` or `conflicts`. */
  details?: Record<string, unknown>;
}

/** A call that did not succeed. */
export class BurrowError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly details: Record<string, unknown>;

  constructor(
    { status, code, message, fields = {}, requestId, retryAfter, details = {} }: Failure,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BurrowError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.details = details;
  }

  /** Whether the same request may succeed later, unchanged. */
  get isPassing(): boolean {
    return (
      this.status === 0 ||
      this.status === 429 ||
      this.status >= 500 ||
      this.code === 'idempotency_in_progress'
    );
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error of an unsuccessful answer; one that is not Burrow's own (a proxy's page) keeps its status. */
export function errorOf(status: number, body: string, retryAfterHeader: string | null): BurrowError {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    parsed = undefined;
  }
  const { message, code, fields, request_id: requestId, ...details } = isRecord(parsed) ? parsed : {};
  const seconds = Number(retryAfterHeader ?? NaN);
  return new BurrowError({
    status,
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    ...(isRecord(fields) && { fields: fields as Record<string, string> }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    details,
  });
}
