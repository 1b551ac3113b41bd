import { columns, insertion, insertRow, type RowOf, type Dated } from '../../db/columns.ts';
import { updater, type Work } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';

export type DepositStatus = Schema['deposits']['status'];

const depositColumns = columns(
  'deposits',
  `id, client_id, animal_id, service_id, booking_date, booking_time, duration_minutes, starts_at, price_pence, notes,
   amount_pence, currency, status, held_until, return_origin, return_path, checkout_key, checkout_reference, payment_reference,
   booking_id, created_at, staff_id, resource_ids, before_minutes, after_minutes`,
);

type DepositRow = RowOf<typeof depositColumns>;

/**
 * A deposit and the requested appointment. While open, it reserves the time until `held_until`; `checkout_key` is the unique
 * key of its checkout at the provider.
 */
export type Deposit = Dated<DepositRow>;

const toDeposit = (row: DepositRow): Deposit => ({
  ...row,
  starts_at: new Date(row.starts_at),
  held_until: new Date(row.held_until),
  created_at: new Date(row.created_at),
});

const newColumns = columns(
  'deposits',
  `client_id, animal_id, service_id, booking_date, booking_time, duration_minutes, starts_at, price_pence, notes,
   amount_pence, currency, held_until, return_origin, return_path, created_at, staff_id, resource_ids, before_minutes,
   after_minutes`,
);

type NewDeposit = Dated<RowOf<typeof newColumns>>;

const depositById = statement<DepositRow>(
  'deposit_by_id',
  `select ${depositColumns.of('d')} from deposits d where d.tenant_id = $1 and d.id = $2`,
);

const lockDepositRow = statement<DepositRow>(
  'lock_deposit',
  `select ${depositColumns.of('d')} from deposits d where d.tenant_id = $1 and d.id = $2 for update`,
);

const lockOpenDeposits = statement<DepositRow>(
  'lock_open_deposits_of_client',
  `select ${depositColumns.of('d')} from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and d.status = 'open'
   order by d.id for update`,
);

const depositOfClient = statement<{ id: number }>(
  'deposit_of_client_by_reference',
  `select d.id from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and (d.checkout_reference = $3 or d.payment_reference = $3)`,
);

const depositOfBookingPage = statement<{ id: number }>(
  'deposit_of_booking_page_by_checkout',
  `select d.id from deposits d
   where d.tenant_id = $1 and d.checkout_reference = $2 and d.return_path is not null`,
);

const insertDepositRow = insertion('insert_deposit', newColumns, 'id, checkout_key', (value) => ({
  updated_at: value.created_at,
}));

const keepReference = statement<{ status: DepositStatus }>(
  'keep_checkout_reference',
  `update deposits set checkout_reference = $3, updated_at = $4
   where tenant_id = $1 and id = $2 and (checkout_reference is null or checkout_reference = $3)
   returning status`,
);

// An offer that led to it can be accepted again, while it lasts.
const endWithoutCheckout = statement(
  'end_deposit_without_checkout',
  `with ended as (
     update deposits d set status = 'ended', updated_at = $3
     where d.tenant_id = $1 and d.id = $2 and d.status = 'open' and d.checkout_reference is null
     returning d.id)
   update offers o set deposit_id = null, updated_at = $3 from ended e
   where o.tenant_id = $1 and o.deposit_id = e.id and o.state = 'open'`,
);

const noteUnsettledDeposit = statement(
  'note_unsettled_deposit',
  `update deposits set unsettled_told_at = $3
   where tenant_id = $1 and id = $2 and status in ('open', 'ended') and unsettled_told_at is null
   returning id`,
);

export async function readDeposit({ tx, tenantId }: Work, depositId: number): Promise<Deposit | undefined> {
  const row = await tx.row(depositById, [tenantId, depositId]);
  return row && toDeposit(row);
}

/** The deposit, locked against every other change until the transaction ends. */
export async function lockDeposit({ tx, tenantId }: Work, depositId: number): Promise<Deposit | undefined> {
  const row = await tx.row(lockDepositRow, [tenantId, depositId]);
  return row && toDeposit(row);
}

/** A client's open deposits, expired or not; locked. */
export async function lockOpenOf({ tx, tenantId }: Work, clientId: number): Promise<Deposit[]> {
  return (await tx.rows(lockOpenDeposits, [tenantId, clientId])).map(toDeposit);
}

/** The id of a client's own deposit, by the reference of its checkout or of its payment. */
export const findOwn = async (
  { tx, tenantId }: Work,
  clientId: number,
  reference: string,
): Promise<number | undefined> => (await tx.row(depositOfClient, [tenantId, clientId, reference]))?.id;

/** The id of a deposit whose payment was begun on the booking page, by the reference of its checkout. */
export const findOfBookingPage = async (
  { tx, tenantId }: Pick<Work, 'tx' | 'tenantId'>,
  reference: string,
): Promise<number | undefined> => (await tx.row(depositOfBookingPage, [tenantId, reference]))?.id;

/** @returns the new deposit, open and without a checkout */
export async function insertDeposit({ tx, tenantId }: Work, deposit: NewDeposit): Promise<Deposit> {
  const row = await insertRow(tx, insertDepositRow, tenantId, deposit);
  return {
    ...deposit,
    ...row,
    status: 'open',
    checkout_reference: null,
    payment_reference: null,
    booking_id: null,
  };
}

export const updateDeposit = updater('deposits');

/**
 * Stores the reference of a deposit's checkout, unless there is another; returns the deposit's status, or undefined if
 * there is another.
 */
export const keepCheckout = async (
  { tx, tenantId, now }: Work,
  depositId: number,
  reference: string,
): Promise<DepositStatus | undefined> =>
  (await tx.row(keepReference, [tenantId, depositId, reference, now]))?.status;

/** Ends a deposit without a checkout, so that its time is free again. */
export async function endUnbegun({ tx, tenantId, now }: Work, depositId: number): Promise<void> {
  await tx.rows(endWithoutCheckout, [tenantId, depositId, now]);
}

/**
 * Records that the practice was notified of a deposit that needs a person's attention. @returns false if it was notified
 * before
 */
export const noteUnsettled = async ({ tx, tenantId, now }: Work, depositId: number): Promise<boolean> =>
  (await tx.row(noteUnsettledDeposit, [tenantId, depositId, now])) !== undefined;
