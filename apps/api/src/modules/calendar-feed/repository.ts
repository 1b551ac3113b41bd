import { columns } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import { inserter, type Work } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';

export type KeptPerson = Pick<Schema['users'], 'id' | 'name' | 'role'>;

// Locked until the end, so that a person who is disabled or demoted concurrently leaves no feed behind.
const keepPeople = statement<KeptPerson>(
  'keep_people_of_feed',
  `select u.id, u.name, u.role from users u
   where u.tenant_id = $1 and u.id = any ($2::bigint[]) and u.disabled_at is null and u.support_until is null
   order by u.id
   for share`,
);

// Another creation at the same moment waits, so that both count each other's feed.
const lockFeeds = statement(
  'lock_calendar_feeds',
  "select pg_advisory_xact_lock(hashtextextended('calendar_feeds:' || $1, 0))",
);

const countOpen = statement<{ count: number }>(
  'count_calendar_feeds',
  `select count(*)::integer as count from calendar_feeds f
   where f.tenant_id = $1 and f.staff_id is not distinct from $2::bigint and f.revoked_at is null`,
);

export const insertFeed = inserter(
  columns('calendar_feeds', 'staff_id, shows, label, token_hash, made_by_user_id, created_at'),
  'undated',
);

export type FeedName = Pick<Schema['calendar_feeds'], 'staff_id' | 'label'> & { staff_name: string | null };

const lockFeedRow = statement<FeedName>(
  'lock_calendar_feed',
  `select f.staff_id, f.label,
          (select u.name from users u where u.tenant_id = f.tenant_id and u.id = f.staff_id) as staff_name
   from calendar_feeds f
   where f.tenant_id = $1 and f.id = $2 and f.revoked_at is null
   for update`,
);

/** Those of some people who have permanent access, locked until the transaction ends. */
export const keptPeople = ({ tx, tenantId }: Work, ids: readonly number[]): Promise<KeptPerson[]> =>
  tx.rows(keepPeople, [tenantId, ids]);

/**
 * How many feeds of a diary, or with null of the whole practice, exist; blocks creating feeds in the practice until the
 * transaction ends.
 */
export async function countFeeds({ tx, tenantId }: Work, staffId: number | null): Promise<number> {
  const [, row] = await Promise.all([
    tx.rows(lockFeeds, [String(tenantId)]),
    tx.row(countOpen, [tenantId, staffId]),
  ]);
  return row?.count ?? 0;
}

/** An active feed, locked until the transaction ends. */
export const lockFeed = ({ tx, tenantId }: Work, feedId: number): Promise<FeedName | undefined> =>
  tx.row(lockFeedRow, [tenantId, feedId]);

export async function endFeed({ tx, tenantId, now }: Work, feedId: number): Promise<void> {
  await tx.run(sql('calendar_feeds').where({ tenant_id: tenantId, id: feedId }).update({ revoked_at: now }));
}

/** Revokes the feeds of a person's diary, and those that they made. */
export async function endFeedsOfPerson({ tx, tenantId, now }: Work, userId: number): Promise<void> {
  await tx.run(
    sql('calendar_feeds')
      .where({ tenant_id: tenantId })
      .whereNull('revoked_at')
      .where((either) => either.where({ staff_id: userId }).orWhere({ made_by_user_id: userId }))
      .update({ revoked_at: now }),
  );
}

/** Revokes the feeds that a person made, except for their own diary. */
export async function endFeedsForOthers({ tx, tenantId, now }: Work, userId: number): Promise<void> {
  await tx.run(
    sql('calendar_feeds')
      .where({ tenant_id: tenantId, made_by_user_id: userId })
      .whereNull('revoked_at')
      .where((others) => others.whereNull('staff_id').orWhereNot({ staff_id: userId }))
      .update({ revoked_at: now }),
  );
}
