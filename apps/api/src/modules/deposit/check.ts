import { dayMs } from '@burrow/contracts/calendar-day';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { PaymentsUnavailable } from '../../lib/ports/payments.ts';
import { notifyOfDeposit } from '../notification/public.ts';
import { noteUnsettled, readDeposit, type Deposit } from './repository.ts';
import { settleDeposit, type SettledDeposit } from './settle.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
const maxDays = 30;

/**
 * Minutes after its start at which an unsettled deposit is checked: while its owner may be paying, just after the
 * checkout has expired, and then ever less often, finally once a day, for a late payment or an unavailable provider.
 */
const looks = [6, 20, 32, 60, 120, 240, 480, 960].concat(
  Array.from({ length: maxDays }, (_, day) => (day + 1) * dayMinutes),
);

/** The time of a deposit's next check; null after the last one. */
export function nextLook(createdAt: Date, now: Date): Date | null {
  const minutes = looks.find((after) => createdAt.getTime() + after * minuteMs > now.getTime());
  return minutes === undefined ? null : new Date(createdAt.getTime() + minutes * minuteMs);
}

/** Ensures that a deposit is settled even if neither the browser nor the provider reports it. */
export async function planLook(
  { deps, tx, tenantId, now }: Pick<WorkContext, 'deps' | 'tx' | 'tenantId' | 'now'>,
  { id, created_at: createdAt }: Pick<Deposit, 'id' | 'created_at'>,
): Promise<void> {
  const after = nextLook(createdAt, now);
  if (after === null) {
    deps.log.error(
      { tenant_id: tenantId, deposit_id: id },
      `a deposit could not be settled within ${maxDays} days`,
    );
    return;
  }
  await deps.jobs.enqueue(
    tx,
    'deposit_check',
    { tenantId, depositId: id },
    { after, key: keyOf(tenantId, id) },
  );
}

/**
 * Has an ended deposit checked at once, which expires its checkout at the provider. What was paid in the meantime is
 * refunded.
 */
export const checkSoon = (
  { deps, tx, tenantId }: Pick<WorkContext, 'deps' | 'tx' | 'tenantId'>,
  depositId: number,
): Promise<void> =>
  deps.jobs.enqueue(tx, 'deposit_check', { tenantId, depositId }, { key: keyOf(tenantId, depositId) });

/** A deposit has one check waiting at a time: an earlier one brings it forward. */
const keyOf = (tenantId: number, depositId: number): string => `deposit-${tenantId}-${depositId}`;

/**
 * Checks a deposit, settles it if possible, and schedules the next check unless the outcome is final. The practice is
 * notified, once, of one that does not match its checkout, or is still unknown after a day. Idempotent.
 * @param requestId identifies the work in the log and in the audit log
 */
export async function checkDeposit(
  deps: Dependencies,
  { tenantId, depositId }: { tenantId: number; depositId: number },
  requestId: string,
): Promise<void> {
  const { settled, failure } = await look(deps, { tenantId, depositId, requestId });
  if (settled?.isFinal) return;
  await inPractice(deps, { tenantId, action: 'cp/booking_create', requestId }, async (ctx) => {
    const deposit = await readDeposit(ctx, depositId);
    if (!deposit) return;
    const isOld = ctx.now.getTime() - deposit.created_at.getTime() >= dayMs;
    if (isOld || settled?.isMismatched) await tellUnsettled(ctx, deposit);
    if (failure === undefined) await planLook(ctx, deposit);
  });
  if (failure !== undefined) throw failure;
}

interface Look {
  settled?: SettledDeposit;
  /** An internal error, so that the queue retries it soon; an unavailable provider waits for the next check. */
  failure?: unknown;
}

async function look(
  deps: Dependencies,
  deposit: { tenantId: number; depositId: number; requestId: string },
): Promise<Look> {
  try {
    return { settled: await settleDeposit(deps, deposit) };
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) return { failure: error };
    deps.log.warn({ err: error, deposit_id: deposit.depositId }, 'a deposit could not be checked');
    return {};
  }
}

async function tellUnsettled(ctx: WorkContext, { id, amount_pence: amountPence }: Deposit): Promise<void> {
  if (!(await noteUnsettled(ctx, id))) return;
  await notifyOfDeposit(ctx, { kind: 'deposit_unsettled', depositId: id, amountPence });
}
