export { checkDeposit, checkSoon } from './check.ts';
export { endCheckout, openCheckout } from './checkout.ts';
export type { HeldAppointment } from './hold.ts';
export { depositOfOffer, endPaymentOf, holdForOffer } from './hold-offer.ts';
export { findOfBookingPage } from './repository.ts';
export { bookedWithDeposit, settleDeposit } from './settle.ts';
