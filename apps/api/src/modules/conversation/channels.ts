import type { ErrorCode } from '@burrow/contracts/errors';
import { messageChannels, ownWords, type MessageChannel } from '@burrow/contracts/message-text';
import type { WorkContext } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { internationalPhone, textablePhone } from '../../lib/phone-number.ts';
import { dayBegan, sentToday } from '../message/public.ts';

export const addressedColumns = columns(
  'clients',
  'name, phone, email, likes_sms, likes_email, sms_stopped_at, archived_at',
);

/** A client, with what decides how they can be written to now. */
export interface Addressed extends RowOf<typeof addressedColumns> {
  /** The end of the quiet hours; now outside them. */
  quiet_until: string;
  sms_cap: number;
  /** Of the day on which a text written now is sent: those sent and in progress, and own words that are queued. */
  sms_used: number;
  email_used: number;
}

/** When a message of the practice `t` in own words leaves that is written at $3. */
const leaves: Readonly<Record<MessageChannel, string>> = {
  sms: 'after_quiet_hours($3, t.time_zone, t.quiet_from, t.quiet_until)',
  email: '$3::timestamptz',
};

/** SQL for how much of the channel's daily limit is used up. */
const usedOf = (channel: MessageChannel, cap: string): string =>
  `${sentToday(`'${channel}'`, leaves[channel], cap)} + (
       select count(*) from comms q
       where q.tenant_id = $1 and q.type = '${channel}' and q.priority = 0 and q.status = 'pending' and q.kind = '${ownWords}'
         and q.handed_over_at is null and q.due_at < ${dayBegan(leaves[channel])} + interval '1 day')`;

// $2 client, $3 now, $4 and $5 the operator's daily limits of texts and emails.
const addressed = statement<Addressed>(
  'addressed_client',
  `select ${addressedColumns.of('c')}, ${leaves.sms} as quiet_until, least(t.sms_daily_cap, $4::integer) as sms_cap,
     ${usedOf('sms', 'least(t.sms_daily_cap, $4::integer)')} as sms_used, ${usedOf('email', '$5::integer')} as email_used
   from clients c join tenants t on t.id = c.tenant_id
   where c.tenant_id = $1 and c.id = $2 and c.erased_at is null`,
);

/** How a client can be written to now; undefined for an unknown or erased one. */
export const addressedClient = (
  { tx, tenantId, now, deps: { env } }: WorkContext,
  clientId: number,
): Promise<Addressed | undefined> =>
  tx.row(addressed, [tenantId, clientId, now, env.SMS_PER_PRACTICE_PER_DAY, env.MAIL_PER_PRACTICE_PER_DAY]);

/** A channel by which a client can, or cannot, be written to. */
export interface ChannelState {
  channel: MessageChannel;
  /** As the client has it. */
  recipient: string | null;
  /** In international format, with a leading +; or an email address. */
  address: string | null;
  /** Why nothing can be sent, with what to do about it; null if it can. */
  problem: { code: Extract<ErrorCode, 'no_channel' | 'daily_limit_reached'>; message: string } | null;
  left: number;
}

export const channelStates = (ctx: WorkContext, client: Addressed): ChannelState[] =>
  messageChannels.map((channel) => channelState(ctx, client, channel));

/** The state of one channel. */
export function channelState(
  { deps, session: { locale } }: WorkContext,
  client: Addressed,
  channel: MessageChannel,
): ChannelState {
  const isText = channel === 'sms';
  const most = isText ? client.sms_cap : deps.env.MAIL_PER_PRACTICE_PER_DAY;
  const left = Math.max(0, most - (isText ? client.sms_used : client.email_used));
  const { isConfigured } = isText ? deps.sms : deps.mail;
  const reason =
    (client.archived_at === null ? null : 'This client is archived. Restore the client to send messages.') ??
    (isText ? obstacleToTexts(client, locale) : obstacleToEmails(client)) ??
    (isConfigured ? null : notSetUp[channel]);
  const recipient = isText ? client.phone : client.email;
  return {
    channel,
    recipient,
    address: recipient !== null && isText ? internationalPhone(recipient, locale) : recipient,
    problem:
      reason !== null
        ? { code: 'no_channel', message: reason }
        : left === 0
          ? { code: 'daily_limit_reached', message: limitReached(channel, most) }
          : null,
    left,
  };
}

const notSetUp: Readonly<Record<MessageChannel, string>> = {
  sms: 'Text messages aren’t set up. Ask your system administrator.',
  email: 'Email isn’t set up. Ask your system administrator.',
};

function obstacleToTexts(
  { phone, likes_sms: likesSms, sms_stopped_at: stoppedAt }: Addressed,
  locale: string,
): string | null {
  if (phone === null) return 'The client has no phone number. Add one to their details.';
  if (!new RegExp(textablePhone(locale)).test(phone) || internationalPhone(phone, locale) === null) {
    return 'The client has no mobile number. Add one to their details.';
  }
  if (likesSms) return null;
  return stoppedAt === null
    ? 'The client has opted out of text messages. You can change that in their details if they ask you to.'
    : 'The client replied STOP to your text messages. They can reply START to get them again.';
}

function obstacleToEmails({ email, likes_email: likesEmail }: Addressed): string | null {
  if (email === null) return 'The client has no email address. Add one to their details.';
  return likesEmail
    ? null
    : 'The client has opted out of emails. You can change that in their details if they ask you to.';
}

const limitReached = (channel: MessageChannel, most: number): string =>
  `Today’s limit of ${most} ${channel === 'sms' ? 'text messages' : 'emails'} has been reached. Try again tomorrow, or call the client.`;
