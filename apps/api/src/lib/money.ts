/** Integer pence as the wire's decimal string: 4500 → "45.00", -5 → "-0.05". */
export function moneyFromPence(pence: number): string {
  const sign = pence < 0 ? '-' : '';
  const whole = Math.abs(pence);
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** Integer pence formatted for people: 4500 → "£45.00". */
export const writtenMoney = (
  pence: number,
  { locale, currency }: { locale: string; currency: string },
): string => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(pence / 100);
