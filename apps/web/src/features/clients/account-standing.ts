import type { ClientAccount } from '@burrow/contracts/payment';
import type { BadgeTone } from '../../ui/badge.tsx';
import { amountOf, ledgerLines, penceOf } from '../payments/payment-words.ts';

/**
 * What is left of the deposits for appointments that are still to come, a decimal string; null for nothing. They are no
 * part of the balance.
 * @param today on the practice's clock, `YYYY-MM-DD`
 */
export function heldDeposits(entries: ClientAccount['entries'], today: string): string | null {
  const pence = ledgerLines(entries)
    .filter(
      ({ entry: { kind, booking_status: status, booking_date: day } }) =>
        kind === 'deposit' && (status === 'pending' || status === 'confirmed') && (day ?? '') >= today,
    )
    .flatMap(({ entry, reversals }) => [entry, ...reversals])
    .reduce((sum, { amount }) => sum + penceOf(amount), 0);
  return pence > 0 ? amountOf(pence) : null;
}

/** How a client stands, in words and a colour. */
export function accountStanding(
  balance: string,
  money: (amount: string) => string,
): { label: string; tone: BadgeTone } {
  const owed = Number(balance);
  if (owed > 0) return { label: `Balance due ${money(balance)}`, tone: 'attention' };
  if (owed < 0) return { label: `${money(balance.replace('-', ''))} in credit`, tone: 'confirmed' };
  return { label: 'Settled', tone: 'done' };
}
