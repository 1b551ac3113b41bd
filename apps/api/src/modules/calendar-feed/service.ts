import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxFeedsOfOne } from '@burrow/contracts/calendar-feed';
import type { TenantTransaction } from '../../db/transaction.ts';
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

/** The subject of a feed in the audit log. */
const namedInLog = ({ staff_name, label }: FeedName): Record<string, unknown> => ({
  name: staff_name ?? 'the whole practice',
  ...(label === null ? {} : { label }),
});

/**
 * Creates a feed: of the caller's own diary, or as an admin of anyone's or of the whole practice.
 * @throws AppError `forbidden`, also during support access, which a feed would outlast; `not_found`, `too_many_feeds`
 */
export async function makeFeed(
  ctx: Ctx,
  input: ParsedInputOf<'calendar_feed_create'>,
): Promise<OutputOf<'calendar_feed_create'>> {
  const { session, now } = ctx;
  const madeBy = session.userId;
  if (madeBy === null) throw new AppError('forbidden');
  if (session.supportUntil !== null) {
    throw new AppError('forbidden', { message: 'Calendar feeds can’t be created during support access.' });
  }
  const staffId = input.covers === 'practice' ? null : (input.staff_id ?? madeBy);
  const people = await keptPeople(ctx, [madeBy, staffId ?? madeBy]);
  const maker = people.find(({ id }) => id === madeBy);
  if (!maker || (staffId !== null && !people.some(({ id }) => id === staffId))) {
    throw new AppError('not_found');
  }
  // Reads the current role: the session may be older than a change of it.
  if (staffId !== madeBy && maker.role !== 'admin') throw new AppError('forbidden');
  if ((await countFeeds(ctx, staffId)) >= maxFeedsOfOne) throw new AppError('too_many_feeds');
  const token = newKey();
  const label = input.label ?? null;
  const feedId = await insertFeed(ctx, {
    staff_id: staffId,
    shows: input.shows,
    label,
    token_hash: hashKey(token),
    made_by_user_id: madeBy,
    created_at: now,
  });
  const name = people.find(({ id }) => id === staffId)?.name ?? null;
  ctx.auditDetails({
    ...namedInLog({ staff_id: staffId, staff_name: name, label }),
    shows: input.shows,
  });
  return { feed_id: feedId, feed_path: feedPath(token) };
}

/**
 * Revokes a feed that the caller manages.
 * @throws AppError `not_found` also for one managed by others
 */
export async function revokeFeed(ctx: Ctx, feedId: number): Promise<void> {
  const { session } = ctx;
  const feed = await lockFeed(ctx, feedId);
  const isOwn = feed !== undefined && feed.staff_id === session.userId;
  if (!feed || !(session.role === 'admin' || isOwn)) throw new AppError('not_found');
  ctx.auditDetails(namedInLog(feed));
  await endFeed(ctx, feedId);
}

/** Revokes the feeds that a former admin made of other diaries and of the whole practice. */
export const endFeedsOfOthers = (
  ctx: Pick<Ctx, 'tenantId' | 'now'> & { tx: TenantTransaction },
  userId: number,
): Promise<void> => endFeedsForOthers(ctx, userId);

/** Revokes the feeds of a disabled person: those of their diary, and those whose address they have seen. */
export const endFeedsOf = (ctx: Ctx, userId: number): Promise<void> => endFeedsOfPerson(ctx, userId);
