import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { normalisedPhone } from '../../lib/phone-number.ts';
import { tellScreens } from '../notification/public.ts';
import { tellOfFailure } from './failure-notice.ts';
import { stopTexting } from './repository.ts';

/** The provider's status callback about a text message. */
export interface DeliveryReport {
  tenantId: number;
  messageId: number;
  /** The provider's id of the message. */
  reference: string;
  outcome: 'delivered' | 'not_delivered';
  /** The provider's error code. */
  errorCode: string | null;
  requestId: string;
}

const reportedColumns = columns('comms', 'recipient, kind, client_id, booking_id, deposit_id');
type ReportedMessage = RowOf<typeof reportedColumns>;

// A report belongs to the attempt with its id, or to the one in progress while the id is unknown.
const isMeant = `k.tenant_id = $1 and k.id = $2 and k.type = 'sms' and k.kind is not null and k.direction = 'out'
     and coalesce(k.provider_reference, $3) = $3`;
const isUnderWay = "k.status = 'pending' and k.handed_over_at is not null";

// A delivered message stays delivered.
const noteDelivered = statement<ReportedMessage>(
  'note_delivered_message',
  `update comms k set status = 'confirmed', sent_at = coalesce(k.sent_at, $4), provider = 'twilio', provider_reference = $3,
     last_error = null, handed_over_at = null, locked_until = null, updated_at = $4
   where ${isMeant} and (k.status in ('sent', 'failed') or k.provider_reference = $3 or ${isUnderWay})
     and k.status <> 'confirmed'
   returning ${reportedColumns.of('k')}`,
);

const noteNotDelivered = statement<ReportedMessage>(
  'note_undelivered_message',
  `update comms k set status = 'failed', sent_at = coalesce(k.sent_at, $4), provider = 'twilio', provider_reference = $3,
     last_error = $5, handed_over_at = null, locked_until = null, updated_at = $4
   where ${isMeant} and (k.status = 'sent' or ${isUnderWay})
   returning ${reportedColumns.of('k')}`,
);

const isMessage = statement('is_message', 'select k.id from comms k where k.tenant_id = $1 and k.id = $2');

const optedOutCode = '21610';

/** Why a message was not delivered, by the provider's error codes. */
const reasons: Readonly<Record<string, string>> = {
  [optedOutCode]: 'The client has replied STOP to your text messages.',
  '30003': 'The phone is switched off or out of range.',
  '30004': 'The phone or its network blocks your messages.',
  '30005': 'This number is no longer in use, or is out of range.',
  '30006': 'This number is a landline, or its network doesn’t accept text messages.',
  '30007': 'The phone network filtered out the message as spam.',
};

/**
 * Records the status of a text message. Reports may arrive in any order and many times: a delivered message stays so,
 * and a failure is notified once.
 * @throws AppError `not_found` for an unknown message or practice
 */
export const takeDeliveryReport = (deps: Dependencies, report: DeliveryReport): Promise<void> =>
  inPractice(deps, { ...report, action: 'message_resend' }, async (ctx) => {
    const { tx, tenantId, now, session } = ctx;
    const { messageId, reference, outcome, errorCode } = report;
    const message =
      outcome === 'delivered'
        ? await tx.row(noteDelivered, [tenantId, messageId, reference, now])
        : await tx.row(noteNotDelivered, [tenantId, messageId, reference, now, reasonFor(errorCode)]);
    if (!message) {
      if (!(await tx.row(isMessage, [tenantId, messageId]))) throw new AppError('not_found');
      return;
    }
    tellScreens(ctx);
    if (outcome === 'delivered') return;
    if (errorCode === optedOutCode && message.client_id !== null) {
      const phone = normalisedPhone(message.recipient, session.locale);
      stopTexting(tx, tenantId, { clientId: message.client_id, phone }, now);
    }
    await tellOfFailure(ctx, message);
  });

const reasonFor = (errorCode: string | null): string =>
  reasons[errorCode ?? ''] ?? `The phone network didn’t deliver it (code ${errorCode ?? 'unknown'}).`;
