import type { Queryable } from '../db/transaction.ts';
import type { Dependencies } from './context.ts';

/** What a feed says just now, in short: enough to know whether a calendar program has it already. */
export interface FeedState {
  feedId: number;
  tenantId: number;
  /** Another one as soon as the feed says anything else. */
  tag: string;
  /** Since when it has been seen to say this. */
  since: Date;
  /** How many appointments it tells of. */
  amount: number;
}

/** Where the text of a feed comes from; `Content` is what it reads first. */
export interface CalendarFeeds<Content> {
  feedState(tx: Queryable, deps: Dependencies, tokenHash: Buffer): Promise<FeedState | undefined>;
  feedContent(tx: Queryable, deps: Dependencies, tokenHash: Buffer): Promise<Content | undefined>;
  feedText(content: Content, deps: Dependencies): AsyncIterable<string>;
}
