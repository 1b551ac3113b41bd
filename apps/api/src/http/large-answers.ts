import type { Request, Response } from 'express';
import type { LargeAnswerKind } from '../context/context.ts';
import { AppError } from '../lib/app-error.ts';
import { FairSemaphore } from '../lib/fair-semaphore.ts';
import { holdForRequest } from './request-resources.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** How long a large answer waits for its turn. */
const waitMs = 20_000;

interface Turns {
  underWay: ConcurrencyLimit;
  places: FairSemaphore;
}

/**
 * Answers of many megabytes: few are made at a time, and they are sent from the disk, because a slow connection would
 * keep them in memory for minutes. A long report does not delay files or PDFs.
 */
export class LargeAnswers {
  private readonly turns: Record<LargeAnswerKind, Turns> = {
    file: { underWay: new ConcurrencyLimit(60, 12), places: new FairSemaphore(1, waitMs) },
    // Each holds a connection while it is read: two of all connections, and one of a practice.
    table: { underWay: new ConcurrencyLimit(24, 6), places: new FairSemaphore(2, waitMs, Infinity, 1) },
    // A practice sends one at a time, and reads records for one at a time.
    export: {
      underWay: new ConcurrencyLimit(6, 1, () => new AppError('export_under_way', { retryAfterSeconds: 60 })),
      places: new FairSemaphore(1, waitMs),
    },
    print: { underWay: new ConcurrencyLimit(24, 6), places: new FairSemaphore(1, waitMs) },
  };

  /**
   * Call it before anything large is read, for a practice. The place is held until the answer is being sent, or is
   * released before.
   * @returns a function that releases it
   * @throws AppError `rate_limited`, `export_under_way`, `unavailable`; `malformed_body` for a caller who has
   * disconnected meanwhile
   */
  async begin(kind: LargeAnswerKind, req: Request, res: Response, practice: string): Promise<() => void> {
    const { underWay, places } = this.turns[kind];
    const end = underWay.begin(practice);
    res.once('close', end);
    if (res.closed) end();
    const release = await places.take(practice);
    holdForRequest(req, release);
    if (res.closed) throw new AppError('malformed_body');
    return release;
  }
}
