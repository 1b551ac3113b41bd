import type { paymentActions } from '@burrow/contracts/payment';
import type { Handlers } from '../../context/handlers.ts';
import { clientAccount } from './read-model.ts';
import { retryRefund } from './refund.ts';
import { giveBack, takePayment, voidPayment } from './service.ts';

export const paymentHandlers: Handlers<typeof paymentActions> = {
  payment_record: (ctx, input) => takePayment(ctx, input),
  payment_refund: (ctx, input) => giveBack(ctx, input),
  payment_void: (ctx, input) => voidPayment(ctx, input.payment_id),
  refund_retry: (ctx, input) => retryRefund(ctx, input.refund_id),
  client_account: (ctx, input) => clientAccount(ctx, input.client_id),
};
