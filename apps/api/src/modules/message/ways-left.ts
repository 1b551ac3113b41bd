import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { sentToday } from './facts.ts';
import { waysInUse, type Way } from './service.ts';

// $2 now, $3 and $4 the operator's daily limits of texts and emails.
const channelsLeft = statement<{ sms: boolean; email: boolean }>(
  'channels_left_today',
  `select ${sentToday("'sms'", '$2::timestamptz', 'least(t.sms_daily_cap, $3::integer)')} < least(t.sms_daily_cap, $3::integer) as sms,
     ${sentToday("'email'", '$2::timestamptz', '$4::integer')} < $4::integer as email
   from tenants t where t.id = $1`,
);

/** The ways that can send and have not reached their daily limit. Notifications have that of text messages. */
export async function waysLeftToday({ tx, tenantId, now, deps }: WorkContext): Promise<Way[]> {
  const { SMS_PER_PRACTICE_PER_DAY: texts, MAIL_PER_PRACTICE_PER_DAY: emails } = deps.env;
  const left = await tx.row(channelsLeft, [tenantId, now, texts, emails]);
  return waysInUse(deps).filter((way) => left?.[way === 'push' ? 'sms' : way] === true);
}
