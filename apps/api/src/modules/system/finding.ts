/** What was looked at, and what was found. A 'note' is worth knowing and stops nothing. */
export interface Finding {
  what: string;
  state: 'ok' | 'note' | 'wrong';
  said: string;
  /** What can be done about it. */
  todo?: string;
}
