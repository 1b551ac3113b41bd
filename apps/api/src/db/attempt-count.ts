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

// Locked in the order of their keys, to avoid deadlocks.
const countAttemptsStatement = statement<{ key: string; points: number; wait_seconds: number }>(
  'count_attempts',
  `insert into rate_limits as r (key, points, expire)
   select w.key, 1, (extract(epoch from now()) * 1000)::bigint + w.seconds * 1000::bigint
   from unnest($1::text[], $2::integer[]) w(key, seconds)
   order by w.key
   on conflict (key) do update set
     points = case when r.expire <= (extract(epoch from now()) * 1000)::bigint then 1 else r.points + 1 end,
     expire = case when r.expire <= (extract(epoch from now()) * 1000)::bigint then excluded.expire else r.expire end
   returning r.key, r.points, ceil(r.expire / 1000.0 - extract(epoch from now()))::integer as wait_seconds`,
);
const countedStatement = statement<{ key: string; points: number }>(
  'counted_attempts',
  `select r.key, r.points from rate_limits r
   where r.key = any($1::text[]) and r.expire > (extract(epoch from now()) * 1000)::bigint`,
);
const takeBackAttemptsStatement = statement(
  'take_back_attempts',
  `with counted as (select r.key from rate_limits r where r.key = any($1::text[]) order by r.key for update)
   update rate_limits r set points = greatest(r.points - 1, 0) from counted c where r.key = c.key`,
);
// Kept for a day per attempt, 30 days at most. Above the maximum, nothing changes.
const countInARowStatement = statement<{ points: number }>(
  'count_in_a_row',
  `insert into rate_limits as r (key, points, expire)
   values ($1::text, 1, (extract(epoch from now() + interval '1 day') * 1000)::bigint)
   on conflict (key) do update set
     points = case when r.expire <= (extract(epoch from now()) * 1000)::bigint then 1
                   else least(r.points + 1, $2::integer + 1) end,
     expire = case when r.expire <= (extract(epoch from now()) * 1000)::bigint then excluded.expire
                   when r.points >= $2 then r.expire
                   else (extract(epoch from now() + least(r.points + 1, 30) * interval '1 day') * 1000)::bigint end
   returning r.points`,
);

/** A limit of attempts at a place. */
export interface AttemptLimit {
  place: string;
  most: number;
  seconds: number;
}

/**
 * Counts one more attempt at each place, over all processes.
 * @returns the exceeded limit with the longest wait, and that wait; undefined if there is none
 */
export async function countAttempts<Limit extends AttemptLimit>(
  database: Queryable,
  limits: readonly Limit[],
): Promise<(Limit & { waitSeconds: number }) | undefined> {
  const values = [limits.map(({ place }) => place), limits.map(({ seconds }) => seconds)];
  const counted = await database.rows(countAttemptsStatement, values);
  const exceeded = limits.flatMap((limit) => {
    const row = counted.find(({ key }) => key === limit.place);
    return row && row.points > limit.most ? [{ ...limit, waitSeconds: Math.max(1, row.wait_seconds) }] : [];
  });
  return exceeded.toSorted((a, b) => b.waitSeconds - a.waitSeconds)[0];
}

/** Whether one of the limits is used up, so that another attempt would exceed it. Counts nothing. */
export async function isOneUsedUp(database: Queryable, limits: readonly AttemptLimit[]): Promise<boolean> {
  const counted = await database.rows(countedStatement, [limits.map(({ place }) => place)]);
  return limits.some(({ place, most }) => (counted.find(({ key }) => key === place)?.points ?? 0) >= most);
}

/** Takes one attempt off the count of each place again. */
export async function takeBackAttempts(database: Queryable, places: readonly string[]): Promise<void> {
  await database.rows(takeBackAttemptsStatement, [places]);
}

/**
 * Counts one more attempt since the last success; {@link forgetAttempts} resets the count.
 * @returns the count, `most` + 1 at most
 */
export async function countInARow(database: Queryable, place: string, most: number): Promise<number> {
  const row = await database.row(countInARowStatement, [place, most]);
  if (!row) throw new Error('An attempt was not counted.');
  return row.points;
}

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
