import { hash } from 'node:crypto';
import compression from 'compression';
import express, { type Request, type Response, type Router } from 'express';
import type { CalendarFeeds, FeedState } from '../context/calendar-feeds.ts';
import type { Dependencies } from '../context/context.ts';
import { refuseMovedSecret } from '../db/practice-move.ts';
import type { Queryable } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import { DocumentOnDisk } from './document-on-disk.ts';
import { holdForRequest, releaseHeld } from './request-resources.ts';
import { entityTag, hasVersion } from './known-version.ts';
import { LargeAnswers } from './large-answers.ts';
import { createRateLimits } from './rate-limits.ts';
import { limitReading } from './request-timeout.ts';

/** The devices of a family share one address, and the servers of one provider read for all of its users. */
const readingsOfAddress = { per: 'address', points: 600, seconds: 3600 } as const;
/** A phone and a computer of everyone in a practice, each four times an hour. */
const readingsOfFeed = { per: 'field:feed', points: 240, seconds: 3600 } as const;

/** From this many events on, a feed is some megabytes, so it waits for its turn and is spooled to the disk. */
const largeFeed = 1500;

const tokenShape = /^[\w-]{43}$/;

/**
 * `GET /<token>.ics`: the address that calendar programs read. They can send only the token; it opens this feed and
 * nothing else. Unknown, revoked and suspended look the same.
 */
export function calendarFeedRoutes<Content>(deps: Dependencies, feeds: CalendarFeeds<Content>): Router {
  const limits = createRateLimits(deps);
  const large = new LargeAnswers();
  const router = express.Router();
  router.get('/:token.ics', compression(), async (req, res) => {
    const network = callerNetwork(req.ip);
    await limits.consume('calendar_feed', [readingsOfAddress], () => network);
    const token = String(req.params['token']);
    // Well-formed tokens are looked up by their hash, in an index: the time taken reveals nothing about others.
    if (!tokenShape.test(token)) throw new AppError('not_found');
    const tokenHash = hash('sha256', token, 'buffer');
    const state = await readOnly(deps, tokenHash, (tx) => feeds.feedState(tx, deps, tokenHash));
    await limits.consume('calendar_feed', [readingsOfFeed], () => String(state.feedId));
    if (isKnown(req, state)) describe(res, state).status(304).end();
    else if (req.method === 'HEAD') describe(res, state).end();
    else await send(req, res, state, tokenHash);
  });

  async function send(req: Request, res: Response, state: FeedState, tokenHash: Buffer): Promise<void> {
    try {
      const isLarge = state.amount >= largeFeed;
      if (isLarge) await large.begin('table', req, res, String(state.tenantId));
      const content = await readOnly(deps, tokenHash, (tx) =>
        feeds.feedContent(tx, deps, tokenHash, state.since),
      );
      const text = feeds.feedText(content, deps);
      const ready = isLarge ? await onDisk(req, res, text) : await whole(text);
      // Not earlier: a refusal is no calendar.
      describe(res, state);
      limitReading(res);
      if (typeof ready === 'string') res.end(ready);
      else await ready.send();
    } finally {
      releaseHeld(req);
    }
  }
  return router;
}

async function whole(text: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const piece of text) all += piece;
  return all;
}

async function onDisk(req: Request, res: Response, text: AsyncIterable<string>): Promise<DocumentOnDisk> {
  const document = new DocumentOnDisk(res);
  holdForRequest(req, () => document.discard());
  await document.write(text);
  return document;
}

/** @throws AppError `not_found` when `read` finds nothing; `practice_moving`, `practice_moved` */
async function readOnly<T>(
  { database }: Dependencies,
  tokenHash: Buffer,
  read: (tx: Queryable) => Promise<T | undefined>,
): Promise<T> {
  return database.transaction(true, async (tx) => {
    const found = await read(tx);
    if (found === undefined) {
      await refuseMovedSecret(tx, tokenHash);
      throw new AppError('not_found');
    }
    return found;
  });
}

/** Whether the caller has the current version. */
function isKnown(req: Request, { tag, since }: FeedState): boolean {
  const knownSince = Date.parse(req.headers['if-modified-since'] ?? '');
  // The header has whole seconds.
  return hasVersion(req, tag) ?? knownSince >= Math.floor(since.getTime() / 1000) * 1000;
}

/** Sends the headers that identify the version. */
function describe(res: Response, { tag, since }: FeedState): Response {
  return res.setHeaders(
    new Map([
      ['Content-Type', 'text/calendar; charset=utf-8'],
      ['Content-Disposition', 'inline; filename="calendar.ics"'],
      // The reader may cache it, and must revalidate each time.
      ['Cache-Control', 'private, no-cache'],
      ['ETag', entityTag(tag)],
      ['Last-Modified', since.toUTCString()],
      ['X-Robots-Tag', 'noindex'],
    ]),
  );
}
