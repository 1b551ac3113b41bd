import type { Queryable } from '../db/transaction.ts';
import type { Dependencies } from './context.ts';

/** The digest of a feed's current content: enough to decide whether a calendar program has it already. */
export interface FeedState {
  feedId: number;
  tenantId: number;
  /** Changes with the feed's content. */
  tag: string;
  /** When the current content was first seen. */
  since: Date;
  /** Its number of appointments, shifts and absences. */
  amount: number;
}

/** Where the text of a feed comes from; `Content` is what it reads first. */
export interface CalendarFeeds<Content> {
  feedState(tx: Queryable, deps: Dependencies, tokenHash: Buffer): Promise<FeedState | undefined>;
  feedContent(
    tx: Queryable,
    deps: Dependencies,
    tokenHash: Buffer,
    since: Date,
  ): Promise<Content | undefined>;
  feedText(content: Content, deps: Dependencies): AsyncIterable<string>;
}
