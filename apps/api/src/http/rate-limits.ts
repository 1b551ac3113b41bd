import { createHash } from 'node:crypto';
import type { RateLimit } from '@burrow/contracts/action';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Dependencies } from '../context/context.ts';
import { statement, type Statement } from '../db/statement.ts';
import { AppError } from '../lib/app-error.ts';
import { rateLimited } from '../lib/rate-limited.ts';

/** Counts a request against an action's limits. */
export interface RateLimits {
  /** @throws AppError `rate_limited` with the seconds to wait */
  consume(
    action: string,
    limits: readonly RateLimit[],
    valueOf: (per: RateLimit['per']) => string | undefined,
  ): Promise<void>;
  /**
   * Counts a request of an API key against its limit per process and minute.
   * @throws AppError `rate_limited` with the seconds to wait
   */
  consumeKey(keyId: number): Promise<void>;
}

/** How many requests an API key may send a process in a minute. */
export const maxOfKey = 600;

// Each count adds at most one row and deletes a few old ones, so strangers cannot fill the table. Rows that another
// process is deleting are skipped.
const sweepCounts = statement(
  'sweep_rate_limits',
  `delete from rate_limits where key in (
     select r.key from rate_limits r where r.expire < (extract(epoch from now()) * 1000)::bigint - 60000
     order by r.expire limit 20 for update skip locked)`,
);

/** Limits counted in PostgreSQL, so that several processes share them. */
export function createRateLimits(deps: Dependencies): RateLimits {
  const { control } = deps.database;
  // The library's statements run like all others.
  const storeClient = {
    query: async ({ values, ...asked }: Statement<Record<string, unknown>> & { values: unknown[] }) => ({
      rows: await control.rows(asked, values),
    }),
  };
  const sweep = (): void => {
    control.rows(sweepCounts).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'old rate-limit counts could not be deleted');
    });
  };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = (action: string, limit: RateLimit): RateLimiterPostgres => {
    // An action may limit one thing twice: a few in a minute, and more in a day.
    const key = `${action}:${limit.per}:${limit.seconds}`;
    let limiter = limiters.get(key);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // One of them cleans up the shared table.
        clearExpiredByTimeout: limiters.size === 0,
        keyPrefix: key,
        points: limit.points,
        duration: limit.seconds,
      });
      limiters.set(key, limiter);
    }
    return limiter;
  };
  // In memory: it stops one program from monopolising a process, and must cost less than the requests it refuses.
  const keys = new RateLimiterMemory({ points: maxOfKey, duration: 60 });
  return {
    consumeKey: async (keyId) => {
      await keys.consume(keyId).catch((reason: unknown) => refuse(reason));
    },
    consume: async (action, limits, valueOf) => {
      for (const limit of limits) {
        const value = valueOf(limit.per);
        if (value === undefined) continue;
        // Hashed: the table contains no addresses and no names, and a key of any length fits.
        const key = createHash('sha256').update(value).digest('base64url');
        await limiterFor(action, limit)
          .consume(key)
          .catch((reason: unknown) => refuse(reason, limit.message));
        // A person has one row per action, and strangers have none here, so bursts need no clean-up.
        if (limit.per !== 'caller') sweep();
      }
    },
  };
}

function refuse(reason: unknown, message?: string): never {
  if (reason instanceof RateLimiterRes) {
    throw rateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)), message);
  }
  throw new AppError('unavailable', {}, { cause: reason });
}
