import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { checkSoon } from '../deposit/public.ts';
import { lookAtWaitlist, recordServerAct } from '../offer/public.ts';

// $2 when, $3 the animal, $4 the client.
const offersWithdrawnNow = statement<{ id: number; deposit_id: number | null }>(
  'offers_withdrawn_now',
  `select o.id, d.id as deposit_id from offers o
   left join deposits d on d.tenant_id = o.tenant_id and d.id = o.deposit_id
     and d.status = 'ended' and d.checkout_reference is not null
   where o.tenant_id = $1 and o.state = 'withdrawn' and o.ended_at = $2 and (o.animal_id = $3 or o.client_id = $4)
   order by o.id`,
);

/**
 * Follows up the offers that triggers have withdrawn in this transaction, because an animal or a client no longer waits:
 * records them in the audit log, has their checkouts expired at the provider, and their times offered to the next clients.
 */
export async function followWithdrawnOffers(
  ctx: WorkContext,
  { animalId, clientId }: { animalId?: number; clientId?: number },
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const rows = await tx.rows(offersWithdrawnNow, [tenantId, now, animalId ?? null, clientId ?? null]);
  for (const { id, deposit_id: depositId } of rows) {
    await recordServerAct(ctx, 'offer_withdraw', id);
    if (depositId !== null) await checkSoon(ctx, depositId);
  }
  if (rows.length > 0) await lookAtWaitlist(ctx);
}
