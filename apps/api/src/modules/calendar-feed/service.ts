import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { mostFeedsOfOne } from '@burrow/contracts/calendar-feed';
import type { Ctx } from '../../context/context.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  countFeeds,
  endFeed,
  endFeedsForOthers,
  endFeedsOfPerson,
  insertFeed,
  keptPeople,
  lockFeed,
  type FeedName,
} from './repository.ts';

/** The path of a feed. Calendar programs can send no key, so the address itself is the secret. */
const feedPath = (token: string): string => `/api/calendar/${token}.ics`;

/** What the audit log says that a feed is of. */
const namedInLog = ({ staff_name, label }: FeedName): Record<string, unknown> => ({
  name: staff_name ?? 'the whole practice',
  ...(label === null ? {} : { label }),
});

/**
 * Makes a feed: of the caller's own diary, or as an admin of anybody's or of the whole practice.
 * @throws AppError `forbidden`, also during support access, which a feed would outlast; `not_found`, `too_many_feeds`
 */
export async function makeFeed(
  ctx: Ctx,
  input: ParsedInputOf<'calendar_feed_create'>,
): Promise<OutputOf<'calendar_feed_create'>> {
  const { tx, tenantId, session, now } = ctx;
  const madeBy = session.userId;
  if (madeBy === null) throw new AppError('forbidden');
  if (session.supportUntil !== null) {
    throw new AppError('forbidden', { message: 'Calendar feeds can’t be created during support access.' });
  }
  const staffId = input.covers === 'practice' ? null : (input.staff_id ?? madeBy);
  const people = await keptPeople(tx, tenantId, [madeBy, staffId ?? madeBy]);
  if (![madeBy, staffId ?? madeBy].every((id) => people.some((person) => person.id === id))) {
    throw new AppError('not_found');
  }
  if (staffId !== madeBy && session.role !== 'admin') throw new AppError('forbidden');
  if ((await countFeeds(tx, tenantId, staffId)) >= mostFeedsOfOne) throw new AppError('too_many_feeds');
  const token = newKey();
  const label = input.label ?? null;
  const feedId = await insertFeed(tx, tenantId, {
    staffId,
    shows: input.shows,
    label,
    tokenHash: hashKey(token),
    madeBy,
    createdAt: now,
  });
  const name = people.find(({ id }) => id === staffId)?.name ?? null;
  ctx.auditDetails({
    ...namedInLog({ staff_id: staffId, staff_name: name, label }),
    shows: input.shows,
  });
  return { feed_id: feedId, feed_path: feedPath(token) };
}

/**
 * Ends a feed that the caller looks after.
 * @throws AppError `not_found` for somebody else's, too
 */
export async function revokeFeed(ctx: Ctx, feedId: number): Promise<void> {
  const { tx, tenantId, session, now } = ctx;
  const feed = await lockFeed(tx, tenantId, feedId);
  const isOwn = feed !== undefined && feed.staff_id === session.userId;
  if (!feed || !(session.role === 'admin' || isOwn)) throw new AppError('not_found');
  ctx.auditDetails(namedInLog(feed));
  await endFeed(tx, tenantId, feedId, now);
}

/** Ends the feeds that a person who is no longer an admin made of other diaries and of the whole practice. */
export const endFeedsOfOthers = ({ tx, tenantId, now }: Ctx, userId: number): Promise<void> =>
  endFeedsForOthers(tx, tenantId, userId, now);

/** Ends the feeds of somebody who is let go: those of their diary, and those whose address they have seen. */
export const endFeedsOf = ({ tx, tenantId, now }: Ctx, userId: number): Promise<void> =>
  endFeedsOfPerson(tx, tenantId, userId, now);
