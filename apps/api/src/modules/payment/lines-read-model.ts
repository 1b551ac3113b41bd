import type { BookingDetail } from '@burrow/contracts/booking';
import type { RefundRecord } from '@burrow/contracts/refund';
import { moneyFromPence } from '../../lib/money.ts';

// Entries of the ledger and refunds: as JSON that PostgreSQL builds inside a row, and as on the wire.

/** JSON built by PostgreSQL has instants with an offset; the wire has them in UTC. */
export const utc = (instant: string): string => new Date(instant).toISOString();
export const utcOrNull = (instant: string | null): string | null => (instant === null ? null : utc(instant));

type Payment = BookingDetail['payments'][number];

/** The fields of every ledger entry, as {@link ledgerColumns} builds it. */
type LedgerJson = Pick<Payment, 'id' | 'kind' | 'method' | 'taken_at' | 'taken_by'> & {
  amount_pence: number;
};

/**
 * SQL: pairs for json_build_object of a ledger entry; `line` and `taker` are aliases of its row and of its author's.
 */
export const ledgerColumns = (line: string, taker: string): string =>
  `'id', ${line}.id, 'kind', ${line}.kind, 'method', ${line}.method, 'amount_pence', ${line}.amount_pence,
   'taken_at', ${line}.taken_at, 'taken_by', ${taker}.name`;

/** A ledger entry with any further fields, as on the wire. */
export function ledgerLineFrom<Json extends LedgerJson>(
  json: Json,
): Omit<Json, 'amount_pence'> & { amount: string } {
  const { amount_pence: pence, ...line } = json;
  return { ...line, taken_at: utc(json.taken_at), amount: moneyFromPence(pence) };
}

/** A refund, as {@link refundJson} builds it. */
export type RefundJson = Omit<RefundRecord, 'amount'> & { amount_pence: number };

/** SQL: the JSON of a refund; `refund` and `asker` are aliases of its row and of its author's. */
export const refundJson = (refund: string, asker: string): string =>
  `json_build_object('id', ${refund}.id, 'payment_id', ${refund}.payment_id, 'amount_pence', ${refund}.amount_pence,
     'reason', ${refund}.reason, 'status', ${refund}.status, 'last_error', ${refund}.last_error,
     'requested_at', ${refund}.requested_at, 'requested_by', ${asker}.name, 'settled_at', ${refund}.settled_at)`;

/** A refund as on the wire. */
export const refundFrom = ({ amount_pence: pence, ...refund }: RefundJson): RefundRecord => ({
  ...refund,
  requested_at: utc(refund.requested_at),
  settled_at: utcOrNull(refund.settled_at),
  amount: moneyFromPence(pence),
});
