import type { PortalBookingDetail } from '@burrow/contracts/portal';

interface MoneyLine {
  name: string;
  /** Decimal pounds. */
  amount: string;
}

const isToCome = ({ status }: PortalBookingDetail): boolean =>
  status !== 'completed' && status !== 'cancelled';

/** Whether an upcoming appointment has a paid deposit. */
export const hasOpenDeposit = (money: PortalBookingDetail | null): boolean =>
  money !== null && Number(money.deposit_paid) > 0 && isToCome(money);

/** What a pet owner is told of the deposit of an appointment; nothing where there is none, or while it is being read. */
export function depositLines(money: PortalBookingDetail | null): MoneyLine[] {
  if (money === null || Number(money.deposit_paid) === 0) return [];
  return [
    { name: 'Deposit paid', amount: money.deposit_paid },
    { name: 'Deposit refunded', amount: money.deposit_refunded },
    { name: 'Deposit refund on its way to your card', amount: money.deposit_returning },
    { name: 'Deposit kept by the practice', amount: money.deposit_kept },
    ...(isToCome(money) ? [{ name: 'Balance due at the appointment', amount: money.balance_due }] : []),
  ].filter(({ amount }) => Number(amount) > 0);
}
