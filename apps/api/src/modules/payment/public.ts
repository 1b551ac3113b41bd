export {
  ledgerColumns,
  ledgerLineFrom,
  refundFrom,
  refundJson,
  utc,
  utcOrNull,
  type RefundJson,
} from './lines-read-model.ts';
export {
  balanceOf,
  currencyOf,
  hasRefundToMake,
  heldOf,
  isCardDeposit,
  keptDepositOf,
  keptOfCancelled,
  leftOf,
  refundableOf,
  underWayByBooking,
  underWayOf,
} from './read-model.ts';
export { giveUpRefund } from './refund-give-up.ts';
export { refundDepositOf, refundProviderPayment } from './refund.ts';
export { recordProviderRefund } from './refund-record.ts';
export { settleRefund } from './refund-settle.ts';
export { importProviderRefund } from './refund-take-up.ts';
export { insertLedgerRow, lockBookingMoney } from './repository.ts';
export { recordPayment, voidStandingPayments } from './service.ts';
