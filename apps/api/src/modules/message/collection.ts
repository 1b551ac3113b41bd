import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { MessageChannel } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import { getsNotifications } from '../portal-push/public.ts';
import { queueMessages } from './queued-messages.ts';
import { waysInUse, type Way } from './service.ts';

const contactColumns = columns('clients', 'phone, email, likes_sms, likes_email');

interface Owner extends RowOf<typeof contactColumns>, Pick<Schema['bookings'], 'status' | 'client_id'> {
  archived: boolean;
  gets_notifications: boolean;
}

// Locked, so that the second of two simultaneous calls sees what the first did.
const ownerToCall = statement<Owner>(
  'owner_to_call',
  `select b.status, b.client_id, c.archived_at is not null as archived, ${contactColumns.of('c')},
     ${getsNotifications('c')} as gets_notifications
   from bookings b join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
   where b.tenant_id = $1 and b.id = $2
   for no key update of b`,
);

// $4 and $5 channels and the recipient of each, $6 now. A message of less than a minute ago, sent or queued, is not
// repeated.
const callOwner = statement(
  'call_owner',
  queueMessages(
    {
      tenant: '$1',
      client: '$3',
      about: ['booking_id', '$2'],
      type: 'w.type',
      kind: "'ready_for_collection'",
      recipient: 'w.recipient',
      dueAt: '$6',
      now: '$6',
    },
    `from unnest($4::text[], $5::text[]) w (type, recipient)
   where not exists (
     select from comms k
     where k.tenant_id = $1 and k.booking_id = $2 and k.type = w.type and k.kind = 'ready_for_collection'
       and k.status <> 'failed' and k.created_at > $6::timestamptz - interval '1 minute')`,
  ),
);

/**
 * Notifies the client by their preferred channels that their animal can be collected: at once, at any hour, and even
 * when the practice has switched the message off, because staff request it.
 * @throws AppError `not_found`, `booking_closed` for a cancelled appointment, `no_channel`
 */
export async function callForCollection(
  ctx: Ctx,
  { booking_id: bookingId, client_id: clientId }: ParsedInputOf<'booking_ready_collect'>,
): Promise<OutputOf<'booking_ready_collect'>> {
  const { tx, tenantId, session, now, deps } = ctx;
  const owner = await tx.row(ownerToCall, [tenantId, bookingId]);
  // If a client is given, other than 0 for none, it must be the right one.
  if (!owner || (clientId && clientId !== owner.client_id))
    throw new AppError('not_found', { message: 'Appointment not found.' });
  if (owner.status === 'cancelled') throw new AppError('booking_closed');
  const liked = likedBy(owner, session.locale);
  const inUse = waysInUse(deps);
  const open = liked.filter(({ ways }) => ways.some((way) => inUse.includes(way)));
  // Without a way that is set up the log shows it, so that the desk calls instead.
  const found = open.length > 0 ? open : liked;
  const channels = found.map(({ channel }) => channel);
  const recipients = found.map(({ recipient }) => recipient);
  tx.beforeCommit(callOwner, [tenantId, bookingId, owner.client_id, channels, recipients, now]);
  ctx.auditDetails({ channels });
  return { success: true, channels };
}

/** A channel that a client likes. */
interface Liked {
  channel: MessageChannel;
  recipient: string;
  ways: readonly Way[];
}

/** @throws AppError `no_channel` */
function likedBy(owner: Owner, locale: string): Liked[] {
  if (owner.archived) {
    throw new AppError('no_channel', { message: 'This client is archived, so they can’t be sent messages.' });
  }
  const { phone, email, likes_sms: likesSms, likes_email: likesEmail } = owner;
  const isTextable = phone !== null && new RegExp(textablePhone(locale)).test(phone);
  const byPhone: Way[] = [
    ...(likesSms && isTextable ? (['sms'] as const) : []),
    ...(owner.gets_notifications ? (['push'] as const) : []),
  ];
  const liked: Liked[] = [];
  if (byPhone.length > 0) liked.push({ channel: 'sms', recipient: phone ?? '', ways: byPhone });
  if (likesEmail && email !== null) liked.push({ channel: 'email', recipient: email, ways: ['email'] });
  if (liked.length === 0) throw new AppError('no_channel');
  return liked;
}
