import { dayMs } from '@burrow/contracts/calendar-day';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { isProofStale, requireFreshProof } from '../../lib/fresh-proof.ts';

const lockPerson = statement(
  'lock_refunding_person',
  'select u.id from users u where u.tenant_id = $1 and u.id = $2 for no key update',
);

/** SQL that is true of every moment since $3, a day ago at most: with an end, the planner expects few rows and uses an index. */
const isSoonAfter = (moment: string): string => `${moment} < $3::timestamptz + interval '30 days'`;

// Card refunds count when they are requested: their rows in the ledger follow later.
const refundedSince = statement<{ limit_pence: number; refunded_pence: number }>(
  'refunded_since_proof',
  `select t.step_up_refund_over_pence as limit_pence,
     coalesce((
       select sum(-p.amount_pence) from payments p
       where p.tenant_id = t.id and p.taken_at > $3 and ${isSoonAfter('p.taken_at')} and p.taken_by_user_id = $2
         and p.kind in ('refund', 'void') and p.provider is null), 0)
     + coalesce((
       select sum(r.amount_pence) from refunds r
       where r.tenant_id = t.id and r.requested_at > $3 and ${isSoonAfter('r.requested_at')} and r.requested_by_user_id = $2
         and r.status <> 'failed'), 0)
       as refunded_pence
   from tenants t where t.id = $1`,
);

/**
 * Asks for a fresh proof when the caller's refunds and voids since their last one, within a day, exceed the
 * practice's limit, so that a large refund cannot be split. Call it after writing this one, in the same transaction,
 * so that a refusal rolls it back.
 * @param againPence of an older refund that is retried
 * @throws AppError `step_up_required`
 */
export async function limitRefunds(ctx: WorkContext, againPence = 0): Promise<void> {
  const { tx, tenantId, session, now } = ctx;
  if (!isProofStale(session, now)) return;
  const dayAgo = new Date(now.getTime() - dayMs);
  const since = session.verifiedAt && session.verifiedAt > dayAgo ? session.verifiedAt : dayAgo;
  const values = [tenantId, session.userId];
  // One after another, so that concurrent refunds see each other.
  const [, sums] = await Promise.all([
    tx.rows(lockPerson, values),
    tx.row(refundedSince, [...values, since]),
  ]);
  if (sums && sums.refunded_pence + againPence > sums.limit_pence) requireFreshProof(ctx);
}
