// Deposits, see docs/decisions/0017-deposits.md: refunded automatically if the time was taken; if the appointment is declined
// or cancelled, the practice chooses whether to refund or keep it.

const later =
  'If the appointment is declined or cancelled, the practice decides whether to refund the deposit to your card.';

/** Before paying. */
export const depositTerms = {
  request: 'Your request is sent when you’ve paid. The practice then confirms your appointment.',
  money: `The deposit comes off your bill. If the time is taken before your payment arrives, we refund the deposit automatically. ${later}`,
} as const;

/** For an upcoming appointment with a deposit. */
export const paidDepositTerms = `Your deposit comes off your bill. ${later}`;
