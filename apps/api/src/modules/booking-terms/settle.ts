import type { DepositAnswer } from '@burrow/contracts/booking';
import type { WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { seesPayments } from '../../lib/key-scopes.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { refundDepositOf } from '../payment/public.ts';
import { keptNow, readChangeFacts } from './facts.ts';
import type { Canceller } from './terms.ts';

/** What a cancellation does with a deposit paid by card, in pence. */
export interface Settlement {
  kept: number;
  refunded: number;
  /** The part that the terms would have kept and the practice refunds instead. */
  waived: number;
  /** Whether the practice keeps more than the terms let it. */
  isBeyondTerms: boolean;
  /** The client's open request to cancel that this grants; null for none. */
  requestId: number | null;
}

/** Who cancels, and what the practice decides about the deposit. */
export interface Settling {
  by: Canceller;
  deposit: DepositAnswer;
  /** The refund that the caller was shown, in pence. */
  expectedRefund?: number | undefined;
}

/**
 * Refunds the part of an appointment's card deposit that neither its terms nor the practice keep. The caller has locked the
 * appointment and cancels it.
 * @throws AppError `not_found`, `terms_changed` when another amount than the expected one would be refunded, `scope_missing`,
 * `step_up_required`
 */
export async function settleDepositOf(
  ctx: WorkContext,
  bookingId: number,
  { by, deposit, expectedRefund }: Settling,
): Promise<Settlement> {
  const facts = await readChangeFacts(ctx, bookingId);
  if (!facts) throw new AppError('not_found');
  const { held_pence: held, open_change: open } = facts;
  const due = keptNow(facts, by, ctx.now);
  const kept = deposit === 'terms' ? due : deposit === 'keep' ? held : 0;
  if (expectedRefund !== undefined && expectedRefund !== held - kept) {
    const amounts = { refund: moneyFromPence(held - kept), kept: moneyFromPence(kept) };
    throw new AppError('terms_changed', seesPayments(ctx.session) ? amounts : {});
  }
  const [refund] = kept < held ? await refundDepositOf(ctx, [bookingId], kept) : [];
  if (kept > 0) ctx.auditDetails({ deposit: refund ? 'part' : 'keep', kept: moneyFromPence(kept) });
  return {
    kept,
    refunded: refund?.amountPence ?? 0,
    waived: deposit === 'refund' ? due : 0,
    isBeyondTerms: kept > due,
    requestId: by === 'client' && open?.kind === 'cancel' ? open.id : null,
  };
}
