import type { KeepRule } from '@burrow/contracts/booking-terms';
import type { Schema } from '../../db/schema.ts';
import { invalidField } from '../../lib/app-error.ts';
import { moneyFromPence, writtenMoney } from '../../lib/money.ts';
import { keepOf } from './terms.ts';

/** The columns of the terms, of a practice and of a service. */
export const termColumns =
  'self_change, cancel_free_hours, cancel_keep, cancel_keep_value, no_show_keep, no_show_keep_value, move_limit, move_notice_hours';

/** A rule for keeping a deposit, as stored; null if the practice's rule applies. */
type KeepColumns = Pick<
  Schema['services'],
  'cancel_keep' | 'cancel_keep_value' | 'no_show_keep' | 'no_show_keep_value'
>;

/** The value of a rule on the wire. */
const shownValue = (rule: KeepRule, value: number): string => {
  if (rule === 'nothing') return '0';
  return rule === 'sum' ? moneyFromPence(value) : String(value / 100);
};

/** The values of both rules on the wire; null if the practice's rule applies. */
export const shownKeepValues = <Rule extends KeepRule | null>(row: {
  cancel_keep: Rule;
  cancel_keep_value: number | null;
  no_show_keep: Rule;
  no_show_keep_value: number | null;
}) => ({
  cancel_keep_value: shownOrNull(row.cancel_keep, row.cancel_keep_value),
  no_show_keep_value: shownOrNull(row.no_show_keep, row.no_show_keep_value),
});

const shownOrNull = <Rule extends KeepRule | null>(rule: Rule, value: number | null) =>
  (rule === null ? null : shownValue(rule, value ?? 0)) as Rule extends null ? null : string;

/**
 * The changes that make the rules consistent: a rule without a value gets one, and the value of `nothing` is cleared.
 * @param row the rules with the changes
 * @throws AppError `invalid_input` for a value that is missing or above 100 percent
 */
export function wholeKeepRules(row: KeepColumns): Partial<KeepColumns> {
  return {
    ...wholeRule('cancel_keep_value', row.cancel_keep, row.cancel_keep_value),
    ...wholeRule('no_show_keep_value', row.no_show_keep, row.no_show_keep_value),
  };
}

function wholeRule(
  field: 'cancel_keep_value' | 'no_show_keep_value',
  rule: KeepRule | null,
  value: number | null,
): Partial<KeepColumns> {
  if (rule === null) return value === null ? {} : { [field]: null };
  if (rule === 'nothing') return value === null ? { [field]: 0 } : {};
  if (!value) throw invalidField(field, rule === 'sum' ? 'Enter an amount.' : 'Enter a percentage.');
  if (rule === 'percent' && value > 10_000) throw invalidField(field, 'Enter 100 or less.');
  return {};
}

/** The facts of a service that decide whether a rule may be unfair. */
export interface PricedService {
  name: string;
  base_price_pence: number;
}

type Money = Parameters<typeof writtenMoney>[1];

/** Whether a rule keeps more than half of a price. */
const isMuch = (rule: KeepRule | null, value: number | null, price: number, { currency }: Money): boolean =>
  rule !== null && price > 0 && keepOf(rule, value ?? 0, price, currency) * 2 > price;

const rulesOf = (row: KeepColumns) =>
  [
    [row.cancel_keep, row.cancel_keep_value],
    [row.no_show_keep, row.no_show_keep_value],
  ] as const;

const advice = 'Don’t keep more than a late cancellation costs you: a court may find it unfair.';

/**
 * A sentence for the settings of a practice, if more than half of a price would be kept; otherwise null.
 * @param services those that the practice's rules apply to
 */
export function practiceKeepWarning(
  row: KeepColumns,
  services: readonly PricedService[],
  money: Money,
): string | null {
  for (const [rule, value] of rulesOf(row)) {
    if (rule === 'percent' && (value ?? 0) > 5000) {
      return `This keeps ${(value ?? 0) / 100}% of the price. ${advice}`;
    }
    const much = services.filter((service) => isMuch(rule, value, service.base_price_pence, money));
    const [first] = much;
    if (!first) continue;
    const others = much.length === 1 ? '' : ` and ${much.length - 1} more`;
    return `${writtenMoney(value ?? 0, money)} is more than half of the price of ${first.name}${others}. ${advice}`;
  }
  return null;
}

/** The same for a service, of the rules that apply to it. */
export function serviceKeepWarning(row: KeepColumns, price: number, money: Money): string | null {
  const kept = Math.max(
    ...rulesOf(row).map(([rule, value]) => (rule ? keepOf(rule, value ?? 0, price, money.currency) : 0)),
  );
  if (price === 0 || kept * 2 <= price) return null;
  return `This keeps up to ${writtenMoney(kept, money)}; the price is ${writtenMoney(price, money)}. ${advice}`;
}
