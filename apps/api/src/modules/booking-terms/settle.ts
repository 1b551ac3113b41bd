import type { DepositAnswer } from '@burrow/contracts/booking';
import type { WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { refundDepositOf } from '../payment/public.ts';
import { readChangeFacts } from './facts.ts';
import { keptOf, type Canceller } from './terms.ts';

/** What a cancellation does with a deposit paid by card, in pence. */
export interface Settlement {
  kept: number;
  refunded: number;
  /** The part that the terms would have kept and the practice refunds instead. */
  waived: number;
  /** Whether the practice keeps more than the terms let it. */
  isBeyondTerms: boolean;
}

/** Who cancels, when, and what the practice decides about the deposit. */
export interface Settling {
  by: Canceller;
  /** For a client's request: when they asked. */
  at: Date;
  deposit: DepositAnswer;
}

/**
 * Refunds the part of an appointment's card deposit that neither its terms nor the practice keep. The caller has locked the
 * appointment and cancels it.
 * @throws AppError `not_found`, `scope_missing`, `step_up_required`
 */
export async function settleDepositOf(
  ctx: WorkContext,
  bookingId: number,
  { by, at, deposit }: Settling,
): Promise<Settlement> {
  const facts = await readChangeFacts(ctx, bookingId);
  if (!facts) throw new AppError('not_found');
  const { held_pence: held } = facts;
  const due = keptOf(facts, held, { by, at });
  const kept = deposit === 'terms' ? due : deposit === 'keep' ? held : 0;
  const [refund] = kept < held ? await refundDepositOf(ctx, [bookingId], kept) : [];
  if (kept > 0) ctx.auditDetails({ deposit: refund ? 'part' : 'keep', kept: moneyFromPence(kept) });
  return {
    kept,
    refunded: refund?.amountPence ?? 0,
    waived: deposit === 'refund' ? due : 0,
    isBeyondTerms: kept > due,
  };
}
