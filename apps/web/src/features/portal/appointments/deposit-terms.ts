/** What happens to a deposit, before it is paid; see docs/decisions/0017-deposits.md. */
export const depositTerms = {
  request: 'Your request is sent when you’ve paid. The practice then confirms your appointment.',
  money:
    'The deposit comes off your bill. If the time is taken before your payment arrives, or the practice declines your request, we refund the deposit automatically.',
} as const;

/** For an upcoming appointment with a deposit. */
export const paidDepositTerms = 'Your deposit comes off your bill.';
