import type { BadgeTone } from '../../ui/badge.tsx';

/** How a client stands, in words and a colour. */
export function accountStanding(
  balance: string,
  money: (amount: string) => string,
): { label: string; tone: BadgeTone } {
  const owed = Number(balance);
  if (owed > 0) return { label: `Owes ${money(balance)}`, tone: 'attention' };
  if (owed < 0) return { label: `In credit ${money(balance.replace('-', ''))}`, tone: 'confirmed' };
  return { label: 'Settled', tone: 'done' };
}
