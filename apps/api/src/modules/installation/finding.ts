/** A check and its result. A 'note' is informative and does not count as a failure. */
export interface Finding {
  what: string;
  state: 'ok' | 'note' | 'wrong';
  said: string;
  /** What the operator can do about it. */
  todo?: string;
}
