import type { OutputOf } from '@burrow/contracts/actions';
import type { bookingPageActions } from '@burrow/contracts/booking-page';
import type { portalPaymentActions } from '@burrow/contracts/portal-payment';
import { staged, type Handlers } from '../../context/handlers.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { openCheckout } from './checkout.ts';
import { holdAppointment } from './hold.ts';
import { settleOfBookingPage, settleOwn, type SettledDeposit } from './settle.ts';

type DepositActions = typeof portalPaymentActions & Pick<typeof bookingPageActions, 'book/payment'>;

export const depositHandlers: Handlers<DepositActions> = {
  'cp/payment/create_checkout': staged({
    prepare: async ({ host }) => host,
    run: holdAppointment,
    finish: openCheckout,
  }),
  'cp/payment/status': staged({
    run: async (_ctx, { checkout_id: reference }) => reference,
    finish: async (ctx, reference) => shownStatus(await settleOwn(ctx, reference)),
  }),
  'book/payment': async (ctx, { tenant_id: tenantId, checkout_id: reference }) =>
    shownStatus(await settleOfBookingPage(ctx, tenantId, reference)),
};

const shownStatus = ({ deposit, isDeclined }: SettledDeposit): OutputOf<'cp/payment/status'> => ({
  status: statusOf(deposit.status, isDeclined),
  payment_id: deposit.payment_reference,
  booking_id: deposit.booking_id,
  outcome: deposit.status,
  deposit_amount: moneyFromPence(deposit.amount_pence),
});

/** A paid deposit is PAID even if it is refunded; one that can still be paid is FAILED when the card was declined. */
function statusOf(
  status: SettledDeposit['deposit']['status'],
  isDeclined: boolean,
): OutputOf<'cp/payment/status'>['status'] {
  if (status === 'booked' || status === 'returned') return 'PAID';
  return status === 'ended' || isDeclined ? 'FAILED' : 'PENDING';
}
