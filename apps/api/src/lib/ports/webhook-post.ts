/** What came of posting something. */
export interface PostOutcome {
  kind: 'accepted' | 'refused' | 'unreachable';
  /** Status of the response; null if there was none. */
  status: number | null;
  /** What went wrong, for a person; null when nothing did. */
  error: string | null;
  /** The beginning of the answer. */
  answer: string | null;
  durationMs: number;
}

/** Posts to addresses that practices have chosen, which could be anybody's. */
export interface WebhookPost {
  /** Why nothing may be posted to an address; null when it may, as far as can be told without looking its name up. */
  refusalOf(url: string): string | null;
  /**
   * Posts JSON. Never rejects, follows no redirect, waits ten seconds at most, and never for a transaction's sake.
   * Unless the settings allow it, it connects to nothing but the internet, whatever a name leads to at that moment.
   */
  post(url: string, body: string, headers: Record<string, string>): Promise<PostOutcome>;
  /** How often each came of it since the start, for whoever watches. */
  activity(): Readonly<Record<PostOutcome['kind'], number>>;
}
