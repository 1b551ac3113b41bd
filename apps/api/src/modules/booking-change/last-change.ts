import type { OutputOf } from '@burrow/contracts/actions';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

type LastChange = NonNullable<OutputOf<'cp/booking_change_preview'>['last_change']>;

const lastChange = statement<Omit<LastChange, 'by'> & { by_client: boolean }>(
  'last_booking_change',
  `select k.kind, k.state, k.by_client, k.answered_at as at, k.from_date, k.from_time, k.to_date, k.to_time, k.answer
   from booking_changes k
   where k.tenant_id = $1 and k.booking_id = $2 and k.state in ('done', 'declined', 'lapsed')
   order by k.answered_at desc, k.id desc limit 1`,
);

/** What happened to an appointment last, for its client; null if nothing did. */
export async function lastChangeOf(
  { tx, tenantId }: Pick<WorkContext, 'tx' | 'tenantId'>,
  bookingId: number,
): Promise<LastChange | null> {
  const row = await tx.row(lastChange, [tenantId, bookingId]);
  if (!row) return null;
  const { by_client: byClient, ...change } = row;
  return { ...change, by: byClient ? 'client' : 'practice' };
}
