import { inPractice } from '../../db/in-practice.ts';
import { PaymentsUnavailable } from '../../integrations/payments/payments.ts';
import type { Dependencies, WorkContext } from '../../lib/context.ts';
import { readDeposit, type Deposit } from './repository.ts';
import { settleDeposit, type SettledDeposit } from './settle-service.ts';

const minuteMs = 60_000;

/**
 * Minutes after its beginning at which a deposit is looked at, if nobody has settled it: while its owner may be paying,
 * just after the checkout is over, and then ever more rarely, for a payment that came late or a provider that is away.
 */
const looks = [6, 20, 32, 60, 120, 240, 480, 960, 1440];

/** When a deposit is to be looked at next; null when it was looked at often enough. */
export function nextLook(createdAt: Date, now: Date): Date | null {
  const minutes = looks.find((after) => createdAt.getTime() + after * minuteMs > now.getTime());
  return minutes === undefined ? null : new Date(createdAt.getTime() + minutes * minuteMs);
}

/** Sees to it that a deposit is settled even if neither the browser nor the provider says a word about it. */
export async function planLook(
  { deps, tx, tenantId, now }: Pick<WorkContext, 'deps' | 'tx' | 'tenantId' | 'now'>,
  { id, created_at: createdAt }: Pick<Deposit, 'id' | 'created_at'>,
): Promise<void> {
  const after = nextLook(createdAt, now);
  if (after === null) {
    deps.log.error({ tenant_id: tenantId, deposit_id: id }, 'a deposit could not be settled within a day');
    return;
  }
  const key = `deposit-${tenantId}-${id}`;
  await deps.jobs.enqueue(tx, 'deposit_check', { tenantId, depositId: id }, { after, key });
}

/**
 * Looks how a deposit stands, settles it where it can be, and plans the next look unless nothing more can come of it.
 * Doing it again changes nothing more.
 * @param requestId names the work in the log and in the audit log
 */
export async function checkDeposit(
  deps: Dependencies,
  { tenantId, depositId }: { tenantId: number; depositId: number },
  requestId: string,
): Promise<void> {
  const settled = await settledOrNot(deps, { tenantId, depositId, requestId });
  if (settled?.isFinal) return;
  await inPractice(deps, { tenantId, action: 'cp/booking_create', requestId }, async (ctx) => {
    const deposit = await readDeposit(ctx.tx, tenantId, depositId);
    if (deposit) await planLook(ctx, deposit);
  });
}

/** Null when the provider is away: it is asked again at the next look. */
async function settledOrNot(
  deps: Dependencies,
  deposit: { tenantId: number; depositId: number; requestId: string },
): Promise<SettledDeposit | null> {
  try {
    return await settleDeposit(deps, deposit);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    deps.log.warn({ err: error, deposit_id: deposit.depositId }, 'a deposit could not be looked at');
    return null;
  }
}
