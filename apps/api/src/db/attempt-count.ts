import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Key of the daily count of codes over all portals. */
export const codesOfInstallation = 'codes-of-installation';

/** The number of attempts at a place, and the seconds until they expire. */
interface AttemptCount {
  count: number;
  waitSeconds: number;
}

// Stored in the table of the other limits, and expires with them.
const countAttemptStatement = statement<{ points: number; wait_seconds: number }>(
  'count_attempt',
  `insert into rate_limits as r (key, points, expire)
   values ($1::text, 1, (extract(epoch from now()) * 1000)::bigint + $2::integer * 1000)
   on conflict (key) do update set
     points = case when r.expire <= excluded.expire - $2 * 1000 then 1 else r.points + 1 end,
     expire = case when r.expire <= excluded.expire - $2 * 1000 then excluded.expire else r.expire end
   returning r.points, ceil(r.expire / 1000.0 - extract(epoch from now()))::integer as wait_seconds`,
);
const takeBackAttemptStatement = statement(
  'take_back_attempt',
  'update rate_limits r set points = greatest(r.points - 1, 0) where r.key = $1',
);
const forgetAttemptsStatement = statement('forget_attempts', 'delete from rate_limits r where r.key = $1');

/**
 * Counts one more attempt within `seconds` of the first, over all processes. In a transaction it counts only if that
 * commits, and others at the same place wait for its end.
 * @param place the attempted action and its target: 'password:12'
 */
export async function countAttempt(
  database: Queryable,
  place: string,
  seconds: number,
): Promise<AttemptCount> {
  const row = await database.row(countAttemptStatement, [place, seconds]);
  if (!row) throw new Error('An attempt was not counted.');
  return { count: row.points, waitSeconds: Math.max(1, row.wait_seconds) };
}

/** Takes one attempt off the count, as if it had not been made. */
export async function takeBackAttempt(database: Queryable, place: string): Promise<void> {
  await database.rows(takeBackAttemptStatement, [place]);
}

/** Resets the count at a place. */
export async function forgetAttempts(database: Queryable, place: string): Promise<void> {
  await database.rows(forgetAttemptsStatement, [place]);
}
