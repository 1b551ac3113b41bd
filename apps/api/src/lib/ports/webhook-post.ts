export interface PostOutcome {
  kind: 'accepted' | 'refused' | 'unreachable';
  /** Status of the response; null if there was none. */
  status: number | null;
  /** The error for a person; null for none. */
  error: string | null;
  /** The beginning of the answer. */
  answer: string | null;
  durationMs: number;
}

/** Posts to addresses that practices have chosen, which are untrusted. */
export interface WebhookPost {
  /** Why an address is not allowed; null when it is, as far as can be known without looking its name up. */
  refusalOf(url: string): string | null;
  /**
   * Posts JSON, or what a header Content-Type says. Never rejects, follows no redirect, waits ten seconds at most, and never inside a transaction. Unless
   * the settings allow it, it connects to public addresses only, whatever a name resolves to at that moment.
   */
  post(url: string, body: string | Uint8Array, headers: Record<string, string>): Promise<PostOutcome>;
  /** Counts of each result since the start, for monitoring. */
  activity(): Readonly<Record<PostOutcome['kind'], number>>;
}
