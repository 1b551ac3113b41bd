import type { Ctx } from '../../context/context.ts';
import { countAttempt } from '../../db/attempt-count.ts';
import { AppError } from '../../lib/app-error.ts';

/** How many other numbers a pet owner may try as their own. */
const attempts = { most: 5, seconds: 86_400 };

/**
 * Counts an attempt of the calling pet owner to change their number, taken or not, to prevent probing which numbers are
 * clients'. Outside the transaction, because a refused number counts too.
 * @throws AppError `rate_limited`
 */
export async function countPhoneAttempt({ deps, tenantId }: Ctx, clientId: number): Promise<void> {
  const place = `own-phone:${tenantId}:${clientId}`;
  const { count, waitSeconds } = await countAttempt(deps.database.control, place, attempts.seconds);
  if (count <= attempts.most) return;
  throw new AppError('rate_limited', {
    message: 'You can’t change your mobile number again today. Please try tomorrow, or contact the practice.',
    retryAfterSeconds: waitSeconds,
  });
}
