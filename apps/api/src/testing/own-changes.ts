import type { InputOf } from '@burrow/contracts/actions';
import { makeBooking, makePayment } from '../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow, Columns, TenantRow } from '../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import type { Caller, TestApi } from './harness.ts';
import { makePaidDeposit, type PaidDeposit } from './paid-deposit.ts';

/** An appointment of a practice's client, who may move or cancel it. */
export interface Own {
  practice: Practice;
  booking: BookingRow;
  deposit: PaidDeposit | null;
}

/** A practice that keeps £10.00 of a deposit after a late cancellation, and £20.00 if the client does not attend. */
export const keepingTen: Columns<TenantRow> = {
  self_change: 'direct',
  cancel_free_hours: 24,
  cancel_keep: 'sum',
  cancel_keep_value: 1000,
  no_show_keep: 'sum',
  no_show_keep_value: 2000,
};

interface OwnOptions {
  tenant?: Columns<TenantRow>;
  practice?: Practice;
  booking?: Columns<BookingRow>;
  /** What was paid by card, at the stand-in for the provider; null for no deposit. */
  paidPence?: number | null;
}

/** A confirmed consultation tomorrow at 10:00 for £45.00, with a deposit of £30.00, of a practice {@link keepingTen}. */
export async function makeOwn(
  api: TestApi,
  { tenant = {}, practice: given, booking: columns = {}, paidPence = 3000 }: OwnOptions = {},
): Promise<Own> {
  const db = api.testDatabase.owner;
  const practice = given ?? (await makePractice(db, { ...keepingTen, ...tenant }));
  const { animal, checkUp: service } = practice;
  const booking = await makeBooking(db, { animal, service, status: 'confirmed', ...columns });
  const deposit =
    paidPence === null ? null : await makePaidDeposit(api, practice, { booking, amountPence: paidPence });
  return { practice, booking, deposit };
}

/** Calls about the appointments of clients. */
export function changeCalls(api: TestApi) {
  const db = () => api.testDatabase.owner;
  type MoveInput = Partial<InputOf<'cp/booking_move'>>;

  const preview = async ({ practice, booking }: Own, more: MoveInput = {}) => {
    const input = { booking_id: booking.id, ...more };
    const { status, body, error } = await api.call('cp/booking_change_preview', input, practice.clientKey);
    if (status !== 200) throw new Error(`No preview: ${error.code}`);
    return body;
  };

  /** Cancels with the amount that the client was shown, unless another is given. */
  const cancel = async (own: Own, { refund, reason }: { refund?: string; reason?: string } = {}) => {
    const input = {
      booking_id: own.booking.id,
      refund: refund ?? (await preview(own)).refund,
      ...(reason === undefined ? {} : { reason }),
    };
    return api.call('cp/booking_cancel', input, own.practice.clientKey);
  };

  const move = ({ practice, booking }: Own, booking_time: string, more: MoveInput = {}) =>
    api.call(
      'cp/booking_move',
      { booking_id: booking.id, booking_date: booking.booking_date, booking_time, ...more },
      practice.clientKey,
    );

  const detail = async ({ practice, booking }: Own, caller: Caller = practice.staffKey) =>
    (await api.call('booking', { booking_id: booking.id }, caller)).body;

  /** As the client sees it. */
  const shown = async ({ practice, booking }: Own) =>
    (await api.call('cp/booking', { booking_id: booking.id }, practice.clientKey)).body;

  const history = async ({ practice, booking }: Own) =>
    (await api.call('booking_history', { booking_id: booking.id }, practice.staffKey)).body;

  const openChanges = async ({ practice }: Own) =>
    (await api.call('booking_changes', {}, practice.staffKey)).body;

  /** The refunds that the provider has made of the deposit, in pence. */
  const refundedAtCard = ({ deposit }: Own): number =>
    api.sandbox.stripe.refunds
      .filter(
        (refund) => refund.payment_intent === deposit?.paymentReference && refund.status === 'succeeded',
      )
      .reduce((sum, { amount }) => sum + amount, 0);

  const payAtDesk = ({ booking }: Own, amount_pence: number) =>
    makePayment(db(), { booking, amount_pence, method: 'Cash' });

  return { preview, cancel, move, detail, shown, history, openChanges, refundedAtCard, payAtDesk };
}
