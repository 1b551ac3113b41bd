import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { lookAtWaitlist, recordServerAct } from '../offer/public.ts';

// $2 when, $3 the animal, $4 the client.
const offersWithdrawnNow = statement<{ id: number }>(
  'offers_withdrawn_now',
  `select o.id from offers o
   where o.tenant_id = $1 and o.state = 'withdrawn' and o.ended_at = $2 and (o.animal_id = $3 or o.client_id = $4)
   order by o.id`,
);

/**
 * Follows up the offers that triggers have withdrawn in this transaction, because an animal or a client no longer waits:
 * records them in the audit log, and has their times offered to the next clients.
 */
export async function followWithdrawnOffers(
  ctx: WorkContext,
  { animalId, clientId }: { animalId?: number; clientId?: number },
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const rows = await tx.rows(offersWithdrawnNow, [tenantId, now, animalId ?? null, clientId ?? null]);
  for (const { id } of rows) await recordServerAct(ctx, 'offer_withdraw', id);
  if (rows.length > 0) await lookAtWaitlist(ctx);
}
