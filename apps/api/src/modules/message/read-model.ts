import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { FailedMessage } from '@burrow/contracts/message';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { cursorId } from '../../lib/paging.ts';
import { dayBegan } from './facts.ts';

// A cursor that is no message of the practice ends the list.
const failedPage = statement<FailedMessage>(
  'failed_messages',
  `select k.id, k.type, k.kind, k.recipient, k.body, k.last_error, k.attempts, k.created_at, k.booking_id,
     b.booking_date, b.booking_time, k.client_id, c.name as client_name, a.name as animal_name
   from comms k
   left join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   left join deposits d on d.tenant_id = k.tenant_id and d.id = k.deposit_id
   left join offers o on o.tenant_id = k.tenant_id and o.id = k.offer_id
   left join clients c on c.tenant_id = k.tenant_id and c.id = k.client_id
   left join animals a on a.tenant_id = k.tenant_id and a.id = coalesce(b.animal_id, d.animal_id, o.animal_id)
   where k.tenant_id = $1 and k.status = 'failed' and k.kind is not null and k.dismissed_at is null
     and ($2::bigint is null
       or k.id < $2 and exists (select from comms e where e.tenant_id = $1 and e.id = $2 and e.kind is not null))
   order by k.id desc limit $3`,
);

/** Failed messages that haven’t been dismissed, newest first. */
export const failedMessages = (
  { tx, tenantId }: Ctx,
  { limit, cursor }: ParsedInputOf<'messages/failed'>,
): Promise<FailedMessage[]> => tx.rows(failedPage, [tenantId, cursorId(cursor), limit]);

type Counts = Omit<OutputOf<'messages/status'>, 'sms' | 'email'>;

const messageCounts = statement<Counts>(
  'message_counts',
  `select
     (select count(*) from comms k where k.tenant_id = t.id and k.type = 'sms' and k.direction = 'out'
        and k.sent_at >= ${dayBegan('$2::timestamptz')}) as sms_today,
     (select count(*) from comms k where k.tenant_id = t.id and k.type = 'email' and k.direction = 'out'
        and k.sent_at >= ${dayBegan('$2::timestamptz')}) as email_today,
     least(t.sms_daily_cap, $3::integer) as sms_daily_cap,
     (select count(*) from comms k where k.tenant_id = t.id and k.status = 'pending' and k.kind is not null) as waiting,
     (select count(*) from comms k where k.tenant_id = t.id and k.status = 'failed' and k.kind is not null
        and k.dismissed_at is null) as failed
   from tenants t where t.id = $1`,
);

/** Which channels can send, and how many messages were sent today, are queued and have failed. */
export async function messagesStatus({ tx, tenantId, now, deps }: Ctx): Promise<OutputOf<'messages/status'>> {
  const counts = await tx.row(messageCounts, [tenantId, now, deps.env.SMS_PER_PRACTICE_PER_DAY]);
  if (!counts) throw new Error('The message counts query returned no row.');
  return { sms: deps.sms.isConfigured, email: deps.mail.isConfigured, ...counts };
}
