import { createHash } from 'node:crypto';
import type { RateLimit } from '@burrow/contracts/action';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../lib/app-error.ts';
import type { Dependencies } from '../lib/context.ts';

/** Counts a request against an action's limits. */
export interface RateLimits {
  /** @throws AppError `rate_limited` with the seconds to wait */
  consume(
    action: string,
    limits: readonly RateLimit[],
    valueOf: (per: RateLimit['per']) => string | undefined,
  ): Promise<void>;
}

/** Limits counted in PostgreSQL, so that several processes share them. */
export function createRateLimits(deps: Dependencies): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = (action: string, limit: RateLimit): RateLimiterPostgres => {
    const key = `${action}:${limit.per}`;
    let limiter = limiters.get(key);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: deps.database.controlPool,
        tableName: 'rate_limits',
        tableCreated: true,
        // One of them sweeps the table they share.
        clearExpiredByTimeout: limiters.size === 0,
        keyPrefix: key,
        points: limit.points,
        duration: limit.seconds,
      });
      limiters.set(key, limiter);
    }
    return limiter;
  };
  return {
    consume: async (action, limits, valueOf) => {
      for (const limit of limits) {
        const value = valueOf(limit.per);
        if (value === undefined) continue;
        // Hashed: the table keeps no addresses and no names, and a key of any length fits.
        const key = createHash('sha256').update(value).digest('base64url');
        await limiterFor(action, limit).consume(key).catch(refuse);
      }
    },
  };
}

function refuse(reason: unknown): never {
  if (reason instanceof RateLimiterRes) {
    throw new AppError('rate_limited', {
      retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
    });
  }
  throw new AppError('unavailable', {}, { cause: reason });
}
