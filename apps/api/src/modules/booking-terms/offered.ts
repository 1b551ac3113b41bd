import type { OfferedTerms, SelfChange } from '@burrow/contracts/booking-terms';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { StoredTerms } from '../../db/schema.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { keepOf } from './terms.ts';

/** The terms of a new appointment, and how its client can move or cancel it in the portal. */
export interface TermsOffered {
  self_change: SelfChange;
  terms: StoredTerms;
  currency: string;
}

// The deposit is what a request costs now, as the portal shows it beside these terms.
const termsOffered = statement<TermsOffered & { id: number; deposit_pence: number }>(
  'terms_offered',
  `select s.id, coalesce(s.self_change, t.self_change) as self_change,
     booking_terms(t.id, s.id, s.base_price_pence) as terms,
     case when t.deposit_required then t.deposit_pence else 0 end as deposit_pence, t.currency
   from tenants t join services s on s.tenant_id = t.id and s.online and s.retired_at is null
   where t.id = $1`,
);

/** What these terms let the practice keep of a deposit, for the client who is to pay it. */
export function toOfferedTerms(
  { self_change, terms, currency }: TermsOffered,
  depositPence: number,
): OfferedTerms {
  const kept = (rule: StoredTerms['keep'], value: number): string =>
    moneyFromPence(Math.min(depositPence, keepOf(rule, value, terms.price_pence, currency)));
  return {
    self_change,
    cancel_free_hours: terms.free_hours,
    late_kept: kept(terms.keep, terms.keep_value),
    no_show_kept: kept(terms.no_show_keep, terms.no_show_keep_value),
    move_limit: terms.move_limit,
    move_notice_hours: terms.move_notice_hours,
  };
}

/** The terms that an appointment of each service offered in the portal would have now, by its id. */
export async function offeredTerms({
  tx,
  tenantId,
  deps,
}: Pick<Ctx, 'tenantId' | 'deps'> & { tx: Queryable }): Promise<Map<number, OfferedTerms>> {
  const rows = await tx.rows(termsOffered, [tenantId]);
  return new Map(
    rows.map(({ id, deposit_pence: deposit, ...offered }) => [
      id,
      toOfferedTerms(offered, deps.payments.isConfigured ? deposit : 0),
    ]),
  );
}
