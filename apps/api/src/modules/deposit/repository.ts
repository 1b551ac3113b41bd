import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import type { AppointmentRequest } from '../booking/public.ts';

export type DepositStatus = 'open' | 'booked' | 'returned' | 'ended';

/** A deposit and the requested appointment. */
export interface Deposit extends AppointmentRequest {
  id: number;
  amount_pence: number;
  currency: string;
  status: DepositStatus;
  /** While open, it reserves the time until then. */
  held_until: Date;
  return_origin: string;
  /** The unique key of its checkout at the provider. */
  checkout_key: string;
  checkout_reference: string | null;
  payment_reference: string | null;
  booking_id: number | null;
  created_at: Date;
}

type Instants = 'starts_at' | 'held_until' | 'created_at';
/** The row as read: instants are texts. */
type DepositRow = Omit<Deposit, Instants> & Record<Instants, string>;

const toDeposit = (row: DepositRow): Deposit => ({
  ...row,
  starts_at: new Date(row.starts_at),
  held_until: new Date(row.held_until),
  created_at: new Date(row.created_at),
});

type NewDeposit = AppointmentRequest &
  Pick<Deposit, 'amount_pence' | 'currency' | 'held_until' | 'return_origin' | 'created_at'>;

const columns = `d.id, d.client_id, d.animal_id, d.service_id, d.booking_date, d.booking_time, d.duration_minutes,
     d.starts_at, d.price_pence, d.notes, d.amount_pence, d.currency, d.status, d.held_until, d.return_origin,
     d.checkout_key, d.checkout_reference, d.payment_reference, d.booking_id, d.created_at, d.staff_id, d.resource_ids,
     d.before_minutes, d.after_minutes`;

const depositById = statement<DepositRow>(
  'deposit_by_id',
  `select ${columns} from deposits d where d.tenant_id = $1 and d.id = $2`,
);

const lockDepositRow = statement<DepositRow>(
  'lock_deposit',
  `select ${columns} from deposits d where d.tenant_id = $1 and d.id = $2 for update`,
);

const lockOpenDeposits = statement<DepositRow>(
  'lock_open_deposits_of_client',
  `select ${columns} from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and d.status = 'open'
   order by d.id for update`,
);

const depositOfClient = statement<{ id: number }>(
  'deposit_of_client_by_reference',
  `select d.id from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and (d.checkout_reference = $3 or d.payment_reference = $3)`,
);

const insertDepositRow = statement<{ id: number; checkout_key: string }>(
  'insert_deposit',
  `insert into deposits (tenant_id, client_id, animal_id, service_id, booking_date, booking_time, duration_minutes,
     starts_at, price_pence, notes, amount_pence, currency, held_until, return_origin, created_at, updated_at,
     staff_id, resource_ids, before_minutes, after_minutes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19)
   returning id, checkout_key`,
);

const insertDepositPayment = statement<{ id: number }>(
  'insert_deposit_payment',
  `insert into payments (tenant_id, booking_id, deposit_id, kind, method, amount_pence, provider, provider_reference,
     taken_at)
   values ($1, $2, $3, 'deposit', 'Card', $4, 'stripe', $5, $6)
   returning id`,
);

const keepReference = statement<{ status: DepositStatus }>(
  'keep_checkout_reference',
  `update deposits set checkout_reference = $3, updated_at = $4
   where tenant_id = $1 and id = $2 and (checkout_reference is null or checkout_reference = $3)
   returning status`,
);

const endWithoutCheckout = statement(
  'end_deposit_without_checkout',
  `update deposits set status = 'ended', updated_at = $3
   where tenant_id = $1 and id = $2 and status = 'open' and checkout_reference is null`,
);

const noteUnsettledDeposit = statement(
  'note_unsettled_deposit',
  `update deposits set unsettled_told_at = $3
   where tenant_id = $1 and id = $2 and status in ('open', 'ended') and unsettled_told_at is null
   returning id`,
);

export async function readDeposit(
  tx: TenantTransaction,
  tenantId: number,
  depositId: number,
): Promise<Deposit | undefined> {
  const row = await tx.row(depositById, [tenantId, depositId]);
  return row && toDeposit(row);
}

/** The deposit, locked against every other change until the transaction ends. */
export async function lockDeposit(
  tx: TenantTransaction,
  tenantId: number,
  depositId: number,
): Promise<Deposit | undefined> {
  const row = await tx.row(lockDepositRow, [tenantId, depositId]);
  return row && toDeposit(row);
}

/** A client's open deposits, expired or not; locked. */
export async function lockOpenOf(
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
): Promise<Deposit[]> {
  return (await tx.rows(lockOpenDeposits, [tenantId, clientId])).map(toDeposit);
}

/** The id of a client's own deposit, by the reference of its checkout or of its payment. */
export const findOwn = async (
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
  reference: string,
): Promise<number | undefined> => (await tx.row(depositOfClient, [tenantId, clientId, reference]))?.id;

/** @returns the new deposit, open and without a checkout */
export async function insertDeposit(
  tx: TenantTransaction,
  tenantId: number,
  deposit: NewDeposit,
): Promise<Deposit> {
  const row = await tx.row(insertDepositRow, [
    tenantId,
    deposit.client_id,
    deposit.animal_id,
    deposit.service_id,
    deposit.booking_date,
    deposit.booking_time,
    deposit.duration_minutes,
    deposit.starts_at,
    deposit.price_pence,
    deposit.notes,
    deposit.amount_pence,
    deposit.currency,
    deposit.held_until,
    deposit.return_origin,
    deposit.created_at,
    deposit.staff_id,
    deposit.resource_ids,
    deposit.before_minutes,
    deposit.after_minutes,
  ]);
  if (!row) throw new Error('The new deposit has no id.');
  return {
    ...deposit,
    id: row.id,
    status: 'open',
    checkout_key: row.checkout_key,
    checkout_reference: null,
    payment_reference: null,
    booking_id: null,
  };
}

type DepositChanges = Partial<
  Pick<Deposit, 'status' | 'notes' | 'checkout_reference' | 'payment_reference' | 'booking_id'>
>;

/** Updates the given columns of a deposit. */
export async function updateDeposit(
  tx: TenantTransaction,
  tenantId: number,
  depositId: number,
  changes: DepositChanges,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('deposits')
      .where({ tenant_id: tenantId, id: depositId })
      .update({ ...changes, updated_at: now }),
  );
}

/**
 * Stores the reference of a deposit's checkout, unless there is another; returns the deposit's status, or undefined if
 * there is another.
 */
export const keepCheckout = async (
  tx: TenantTransaction,
  tenantId: number,
  depositId: number,
  reference: string,
  now: Date,
): Promise<DepositStatus | undefined> =>
  (await tx.row(keepReference, [tenantId, depositId, reference, now]))?.status;

/** Ends a deposit without a checkout, so that its time is free again. */
export async function endUnbegun(
  tx: TenantTransaction,
  tenantId: number,
  depositId: number,
  now: Date,
): Promise<void> {
  await tx.rows(endWithoutCheckout, [tenantId, depositId, now]);
}

/**
 * Records that the practice was notified of a deposit that needs a person's attention. @returns false if it was notified
 * before
 */
export const noteUnsettled = async (
  tx: TenantTransaction,
  tenantId: number,
  depositId: number,
  now: Date,
): Promise<boolean> => (await tx.row(noteUnsettledDeposit, [tenantId, depositId, now])) !== undefined;

/**
 * Records the payment in the ledger, for its appointment or for none.
 * @returns the id of the payment
 */
export async function insertPaidDeposit(
  tx: TenantTransaction,
  tenantId: number,
  paid: { deposit: Deposit; bookingId: number | null; paymentReference: string },
  now: Date,
): Promise<number> {
  const { deposit, bookingId, paymentReference } = paid;
  const row = await tx.row(insertDepositPayment, [
    tenantId,
    bookingId,
    deposit.id,
    deposit.amount_pence,
    paymentReference,
    now,
  ]);
  if (!row) throw new Error('The new payment has no id.');
  return row.id;
}
