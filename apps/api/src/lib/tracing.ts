/** The attributes of a span: the product's own names, numbers and ids. No user data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A part of the work in a trace. */
export interface TracedPart {
  /** From a set that does not depend on callers. */
  name: string;
  attributes?: SpanAttributes;
}

/** A finished request as recorded in its trace. */
export interface TracedEnd extends TracedPart {
  /** Why it was refused or failed, as a code. */
  errorType?: string | undefined;
  /** Whether the failure was internal. */
  isFailure: boolean;
}

/** A request in progress. */
export interface TracedRequest {
  traceId: string;
  /** Runs the code that answers the request: everything it starts belongs to the trace. */
  run(work: () => void): void;
  end(end: TracedEnd): void;
}

/**
 * Sends a collector the parts of requests and jobs, and their durations. Nothing waits for the collector. Without the
 * settings for it there is none, and none of its code is loaded.
 */
export interface Tracing {
  /** @param traceparent of a trusted caller, by the W3C's Trace Context */
  beginRequest(traceparent: string | undefined): TracedRequest;
  /**
   * Runs background work as a separate trace.
   * @param cause the traceparent of its origin, which is linked
   */
  job<T>(part: TracedPart, cause: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Runs a statement as a span of the current trace; outside one it is just run. */
  statement<T>(part: TracedPart, work: () => Promise<T>): Promise<T>;
  /** Runs a part of a request or a job as a span; outside a trace it is just run. */
  part<T>(part: TracedPart, work: () => Promise<T>): Promise<T>;
  /** Runs a call to an external service as a span; outside a trace it starts one. */
  call<T>(part: TracedPart, work: () => Promise<T>): Promise<T>;
  /** Adds an event to the current span. */
  event(name: string): void;
  /** The current span's traceparent for another process; undefined outside a trace. */
  traceparent(): string | undefined;
  /** The current trace's fields for a log line. */
  logFields(): { trace_id?: string };
  /** Sends the finished spans. Never rejects. */
  flush(): Promise<void>;
  /** The last flush, limited to two seconds. */
  close(): Promise<void>;
}
