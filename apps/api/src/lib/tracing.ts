/** What is told of a span: names of the product's own, numbers and ids. Nothing that somebody wrote. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A part of the work in a trace. */
export interface TracedPart {
  /** Out of a set that does not grow with what callers send. */
  name: string;
  attributes?: SpanAttributes;
}

/** A request as its trace tells of it, when it is over. */
export interface TracedEnd extends TracedPart {
  /** Why it was refused or failed, as a code. */
  errorType?: string | undefined;
  /** Whether that was ours. */
  isFailure: boolean;
}

/** A request that is under way. */
export interface TracedRequest {
  traceId: string;
  /** Runs what answers the request: everything it begins belongs to the trace. */
  run(work: () => void): void;
  end(end: TracedEnd): void;
}

/**
 * Tells a collector what a request or a job was made of, and how long each part took. It costs no more than telling:
 * nothing waits for the collector. Without the settings for it there is none, and nothing of it is loaded.
 */
export interface Tracing {
  /** @param traceparent of a caller that is believed, by the W3C's Trace Context */
  beginRequest(traceparent: string | undefined): TracedRequest;
  /**
   * Runs work that nobody waits for as a trace of its own.
   * @param cause the traceparent of what asked for it, which is linked
   */
  job<T>(part: TracedPart, cause: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Runs a statement as a part of the trace under way; outside one it is just run. */
  statement<T>(part: TracedPart, work: () => Promise<T>): Promise<T>;
  /** Runs a part of a request or a job; outside one it is just run. */
  part<T>(part: TracedPart, work: () => Promise<T>): Promise<T>;
  /** Runs a call that leaves the installation; outside a trace it begins one. */
  call<T>(part: TracedPart, work: () => Promise<T>): Promise<T>;
  /** Notes a moment in the part under way. */
  event(name: string): void;
  /** Names the part under way for somebody else; undefined outside a trace. */
  traceparent(): string | undefined;
  /** What a line of the log says of the trace under way. */
  logFields(): { trace_id?: string };
  /** Sends what there is. Never rejects. */
  flush(): Promise<void>;
  /** The last flush, as far as a collector takes it within two seconds. */
  close(): Promise<void>;
}
