import { missedAfterHours } from '@burrow/contracts/booking-status';
import type { BookingDetail } from '@burrow/contracts/booking';
import { latestWeight } from '../../db/latest-weight.ts';
import {
  balanceOf,
  ledgerColumns,
  ledgerLineFrom,
  refundFrom,
  refundJson,
  utc,
  utcOrNull,
  keptOfCancelled,
  leftOf,
  underWayOf,
  type RefundJson,
} from '../payment/public.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../context/context.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { moneyFromPence } from '../../lib/money.ts';
import {
  bookingListColumns,
  bookingListJoins,
  freeStaffColumn,
  freeStaffOf,
  toBookingRow,
  type BookingListRow,
} from './read-model.ts';

type Payment = Omit<BookingDetail['payments'][number], 'amount' | 'refundable'> & {
  amount_pence: number;
  refundable_pence: number;
};

type DetailRow = BookingListRow &
  Omit<
    BookingDetail,
    | keyof BookingListRow
    | 'price'
    | 'paid'
    | 'balance'
    | 'missed'
    | 'duration'
    | 'payments'
    | 'refunds'
    | 'deposit_kept'
  > & {
    starts_at: string;
    paid_pence: number;
    balance_pence: number;
    kept_pence: number;
    payments: Payment[];
    refunds: RefundJson[];
  };

/** One appointment with everything on its page, in one statement. $3 now. */
export const bookingDetail = statement<DetailRow>(
  'booking_detail',
  `select ${bookingListColumns}, b.staff_notes, ${freeStaffColumn('$3::timestamptz')}, b.starts_at, b.paid_pence,
     ${balanceOf('b')} as balance_pence,
     ${keptOfCancelled('b')} as kept_pence,
     b.overlap_allowed::int as overlap_allowed, b.created_at, b.updated_at, b.cancelled_by, b.moves,
     (select k.id from booking_changes k
      where k.tenant_id = b.tenant_id and k.booking_id = b.id and k.state = 'asked') as open_change_id,
     c.email as client_email, c.phone as client_phone, c.address as client_address, c.alert as client_alert,
     c.archived_at is not null as client_archived,
     coalesce((
       select json_agg(json_build_object('id', e.id, 'name', e.name) order by p.step, p.need)
       from booking_parts p join resources e on e.tenant_id = p.tenant_id and e.id = p.resource_id
       where p.tenant_id = b.tenant_id and p.booking_id = b.id), '[]') as resources,
     a.dob as age, a.gender, a.color, a.notes as animal_notes, a.allergies, a.behaviour_notes,
     sv.description as service_description,
     ${latestWeight} as weight,
     coalesce((
       select json_agg(json_build_object('field_id', f.id, 'field_label', f.field_label, 'field_type', f.field_type,
                'field_options', f.field_options::text, 'required', case when f.required then '1' else '0' end,
                'display_order', f.display_order, 'value', v.value,
                'retired', case when f.retired_at is null then '0' else '1' end)
                order by f.retired_at is not null, f.display_order, f.id)
       from booking_fields f
       left join booking_field_values v on v.tenant_id = f.tenant_id and v.field_id = f.id and v.booking_id = b.id
       where f.tenant_id = b.tenant_id and (f.retired_at is null or v.value is not null)), '[]') as custom_fields,
     coalesce((
       select json_agg(json_build_object('id', m.id, 'type', m.type, 'status', m.status, 'body', coalesce(m.body, ''),
                'created_at', m.created_at, 'provider', m.provider, 'kind', m.kind, 'direction', m.direction,
                'recipient', m.recipient, 'subject', m.subject, 'due_at', m.due_at, 'sent_at', m.sent_at,
                'last_error', m.last_error) order by m.created_at desc, m.id desc)
       from comms m where m.tenant_id = b.tenant_id and m.booking_id = b.id), '[]') as comms_log,
     coalesce((
       select json_agg(json_build_object(${ledgerColumns('p', 't')}, 'reverses_payment_id', p.reverses_payment_id,
                'by_provider', p.provider is not null,
                'refundable_pence', ${leftOf('p')} - ${underWayOf('p')}) order by p.taken_at, p.id)
       from payments p left join users t on t.tenant_id = p.tenant_id and t.id = p.taken_by_user_id
       where p.tenant_id = b.tenant_id and p.booking_id = b.id), '[]') as payments,
     coalesce((
       select json_agg(${refundJson('r', 't')} order by r.requested_at, r.id)
       from payments p
       join refunds r on r.tenant_id = p.tenant_id and r.payment_id = p.id
       left join users t on t.tenant_id = r.tenant_id and t.id = r.requested_by_user_id
       where p.tenant_id = b.tenant_id and p.booking_id = b.id), '[]') as refunds
   ${bookingListJoins}
   where b.tenant_id = $1 and b.id = $2`,
);

/** Whether an appointment was missed: its client has not arrived more than three hours after its time. */
const isMissed = (
  { status, stage }: Pick<DetailRow, 'status' | 'stage'>,
  startsAt: string,
  now: Date,
): boolean =>
  (status === 'pending' || status === 'confirmed') &&
  stage === null &&
  now.getTime() - Date.parse(startsAt) > missedAfterHours * 3_600_000;

/** @throws AppError `not_found` */
export async function bookingWithDetail(ctx: Ctx, bookingId: number): Promise<BookingDetail> {
  const { tx, tenantId, now, session } = ctx;
  const row = await tx.row(bookingDetail, [tenantId, bookingId, now]);
  if (!row) throw new AppError('not_found', { message: 'Appointment not found.' });
  const [freeStaff = []] = await freeStaffOf(ctx, [row]);
  const { starts_at: startsAt, paid_pence, balance_pence, kept_pence, payments, refunds, ...rest } = row;
  return {
    ...rest,
    ...toBookingRow(row),
    free_staff_ids: freeStaff,
    duration: row.duration_minutes,
    paid: moneyFromPence(paid_pence),
    balance: moneyFromPence(balance_pence),
    deposit_kept: moneyFromPence(kept_pence),
    missed: isMissed(row, startsAt, now),
    comms_log: row.comms_log.map((entry) => ({
      ...entry,
      created_at: utc(entry.created_at),
      due_at: utcOrNull(entry.due_at),
      sent_at: utcOrNull(entry.sent_at),
    })),
    refunds: refunds.map(refundFrom),
    payments: payments.map(({ refundable_pence: refundable, ...payment }) => ({
      ...ledgerLineFrom(payment),
      refundable: moneyFromPence(Math.max(0, refundable)),
    })),
    client_alert: hasScope(session, 'clients:read') ? row.client_alert : null,
  };
}
